/* Users' operators that are called for one instance of the type at a time. */
#include "liberties.h"

static void one_by_one(MPI_User_function *function, char *in, char *inout, int n, MPI_Datatype *type)
{
    MPI_Aint lb, extent;
    int one = 1;

    PMPI_Type_get_extent(*type, &lb, &extent);
    for (int k = 0; k < n; k++)
        function(in + k * extent, inout + k * extent, &one, type);
}

/* Operators have no argument of their own: each has a function of its own, so many at a time. */
enum { MOST = 64 };
static MPI_User_function *functions[MOST];

#define EACH_8(X, D) X(D##0) X(D##1) X(D##2) X(D##3) X(D##4) X(D##5) X(D##6) X(D##7)
#define EACH(X)                                                                                                        \
    EACH_8(X, 0) EACH_8(X, 01) EACH_8(X, 02) EACH_8(X, 03) EACH_8(X, 04) EACH_8(X, 05) EACH_8(X, 06) EACH_8(X, 07)

#define CALL(K)                                                                                                        \
    static void call_##K(void *in, void *inout, int *n, MPI_Datatype *type)                                            \
    {                                                                                                                  \
        one_by_one(functions[K], in, inout, *n, type);                                                                 \
    }
EACH(CALL)

#define NAME(K) call_##K,
static MPI_User_function *const calls[MOST] = {EACH(NAME)};

void hand_one_by_one(struct calls_call *c)
{
    static int made;
    const int k = made % MOST;

    if (!calls_is(c, "MPI_Op_create"))
        return;
    made++;
    functions[k] = *(MPI_User_function **) c->args[calls_find(c->procedure, "user_fn")];
    *(MPI_User_function **) c->args[calls_find(c->procedure, "user_fn")] = calls[k];
}
