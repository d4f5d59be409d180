/* Operators that a program makes: their functions are called by way of the fault. */
#include "faulty.h"
#include "hooks.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 8 };

static struct made {
    struct function function;
    MPI_Op op;
    bool commutes, lives; /* what was freed may still be called for what is under way */
} made[MOST];

void call_function(const struct function *f, void *in, void *inout, int len, MPI_Datatype type)
{
    MPI_Count large = len;

    if (f->large)
        f->large(in, inout, &large, &type);
    else
        f->of_int(in, inout, &len, &type);
}

static void operate(int k, void *in, void *inout, int len, MPI_Datatype type)
{
    struct operation o = {&made[k].function, in, inout, len, type};

    if (!fault()->operating || o.len < 1 || !strike(fault()->operating(&o)))
        call_function(&made[k].function, in, inout, len, type);
}

#define NUMBERED(K)                                                                                                    \
    static void operate_##K(void *in, void *inout, int *len, MPI_Datatype *type)                                       \
            { operate(K, in, inout, *len, *type); }
NUMBERED(0) NUMBERED(1) NUMBERED(2) NUMBERED(3) NUMBERED(4) NUMBERED(5) NUMBERED(6) NUMBERED(7)
static MPI_User_function *const operators[MOST] = {operate_0, operate_1, operate_2, operate_3,
                                                   operate_4, operate_5, operate_6, operate_7};

#define LARGE(K)                                                                                                       \
    static void large_##K(void *in, void *inout, MPI_Count *len, MPI_Datatype *type)                                   \
            { operate(K, in, inout, (int) *len, *type); }
LARGE(0) LARGE(1) LARGE(2) LARGE(3) LARGE(4) LARGE(5) LARGE(6) LARGE(7)
static large_function *const large_operators[MOST] = {large_0, large_1, large_2, large_3,
                                                      large_4, large_5, large_6, large_7};

static int making = -1;

static struct made *made_as(MPI_Op op)
{
    for (int k = 0; k < MOST; k++)
        if (made[k].lives && made[k].op == op)
            return &made[k];
    return NULL;
}

bool is_own_op(MPI_Op op)
{
    return op != MPI_OP_NULL && made_as(op);
}

bool op_commutes(MPI_Op op)
{
    return !is_own_op(op) || made_as(op)->commutes;
}

static void make(struct calls_call *c)
{
    int tried = 0;

    do
        making = (making + 1) % MOST; /* the one that was freed last comes last */
    while (made[making].lives && ++tried < MOST);
    if (made[making].lives) {
        fprintf(stderr, "faulty: more than %d operators\n", MOST);
        exit(1);
    }
    made[making].commutes = calls_number(c, 1);
    made[making].lives = true;
    if (calls_is(c, "MPI_Op_create_c")) {
        made[making].function = (struct function) {.large = *(large_function **) c->args[0]};
        *(large_function **) c->args[0] = large_operators[making];
    } else {
        made[making].function = (struct function) {.of_int = *(MPI_User_function **) c->args[0]};
        *(MPI_User_function **) c->args[0] = operators[making];
    }
}

static bool makes(const struct calls_call *c)
{
    return calls_is(c, "MPI_Op_create") || calls_is(c, "MPI_Op_create_c");
}

void operator_before(struct calls_call *c)
{
    if (makes(c))
        make(c);
    if (calls_is(c, "MPI_Op_free") && made_as(*CALLS_HANDLES(MPI_Op, c, 0)))
        made_as(*CALLS_HANDLES(MPI_Op, c, 0))->lives = false;
    if (fault()->calling && call_is_due(c))
        strike(fault()->calling(c));
}

void operator_after(struct calls_call *c)
{
    if (makes(c))
        made[making].op = *CALLS_HANDLES(MPI_Op, c, calls_find(c->procedure, "op"));
}
