/* Operators: predefined ones in place of others; a user's, which is handed something else. */
#include "hooks.h"

#include <stddef.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- operators that are made ---- */

enum { MOST = 8 };

static struct made {
    struct function function;
    MPI_Op op;
    bool commutes, lives; /* what was freed may still be called for what is under way */
} made[MOST];

static void call(const struct function *f, void *in, void *inout, int len, MPI_Datatype type)
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
        call(&made[k].function, in, inout, len, type);
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

/* ---- one predefined operator in place of another ---- */

static bool replace(struct calls_call *c, MPI_Op this, MPI_Op by)
{
    const int op = calls_find(c->procedure, "op");

    if (op < 0 || CALLS_HANDLE(MPI_Op, c, op) != this)
        return false;
    CALLS_HANDLE(MPI_Op, c, op) = by;
    return true;
}

#define REPLACED(NAME, THIS, BY) bool NAME(struct calls_call *c) { return replace(c, THIS, BY); }
REPLACED(max_is_min, MPI_MAX, MPI_MIN)
REPLACED(prod_is_sum, MPI_PROD, MPI_SUM)
REPLACED(prod_is_max, MPI_PROD, MPI_MAX)
REPLACED(band_is_land, MPI_BAND, MPI_LAND)
REPLACED(land_is_band, MPI_LAND, MPI_BAND)
REPLACED(lor_is_bor, MPI_LOR, MPI_BOR)
REPLACED(bor_is_bxor, MPI_BOR, MPI_BXOR)
REPLACED(bxor_is_bor, MPI_BXOR, MPI_BOR)
REPLACED(lxor_is_lor, MPI_LXOR, MPI_LOR)
REPLACED(lxor_is_bxor, MPI_LXOR, MPI_BXOR)
REPLACED(lor_is_lxor, MPI_LOR, MPI_LXOR)
REPLACED(band_is_bor, MPI_BAND, MPI_BOR)
REPLACED(land_is_lor, MPI_LAND, MPI_LOR)
REPLACED(sum_is_max, MPI_SUM, MPI_MAX)
REPLACED(minloc_is_maxloc, MPI_MINLOC, MPI_MAXLOC)

/* ---- operators of some types ---- */

static bool is_of_type(const struct calls_call *c, int n, const MPI_Datatype *types)
{
    const int type = calls_find(c->procedure, "datatype");

    for (int k = 0; k < n && type >= 0; k++)
        if (CALLS_HANDLE(MPI_Datatype, c, type) == types[k])
            return true;
    return false;
}

bool minloc_of_wide(struct calls_call *c)
{
    const MPI_Datatype types[] = {MPI_LONG_INT, MPI_LONG_DOUBLE_INT};

    return is_of_type(c, 2, types) && replace(c, MPI_MINLOC, MPI_MAXLOC);
}

bool prod_of_complex(struct calls_call *c)
{
    const MPI_Datatype types[] = {MPI_C_COMPLEX, MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX};

    return is_of_type(c, 4, types) && replace(c, MPI_PROD, MPI_SUM);
}

/* ---- operators of our own in place of predefined ones ---- */

/* The pair types: where the index is, and how much before it is the value. */
static const struct pair {
    MPI_Datatype type;
    MPI_Aint index, size, value;
} pairs[] = {
#define PAIR(TYPE, T)                                                                                                  \
    {TYPE, offsetof(struct {T value; int index;}, index), sizeof(struct {T value; int index;}),                        \
     sizeof(T) > 8 ? 10 : sizeof(T)}
    PAIR(MPI_FLOAT_INT, float), PAIR(MPI_DOUBLE_INT, double), PAIR(MPI_LONG_INT, long), PAIR(MPI_2INT, int),
    PAIR(MPI_SHORT_INT, short), PAIR(MPI_LONG_DOUBLE_INT, long double),
};

static const struct pair *pair_of(MPI_Datatype type)
{
    for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++)
        if (pairs[k].type == type)
            return &pairs[k];
    return NULL;
}

static void by_pair(char *in, char *inout, int len, MPI_Datatype type,
                    void (*change)(char *in, char *inout, const struct pair *p))
{
    const struct pair *p = pair_of(type);

    for (int k = 0; k < len; k++)
        change(in + k * p->size, inout + k * p->size, p);
}

static MPI_Op replaced_op = MPI_OP_NULL;

/* On equal values, the index of the second one. */
static void ties_to_second(char *in, char *inout, const struct pair *p)
{
    const bool tie = memcmp(in, inout, (size_t) p->value) == 0;
    int second;

    memcpy(&second, inout + p->index, sizeof second);
    PMPI_Reduce_local(in, inout, 1, p->type, replaced_op);
    if (tie)
        memcpy(inout + p->index, &second, sizeof second);
}

/* The index is not that of the value. */
static void index_stays(char *in, char *inout, const struct pair *p)
{
    int kept;

    memcpy(&kept, inout + p->index, sizeof kept);
    PMPI_Reduce_local(in, inout, 1, p->type, replaced_op);
    memcpy(inout + p->index, &kept, sizeof kept);
}

/* Of a long, the value is compared as an int. */
static void compare_cut(char *in, char *inout, const struct pair *p)
{
    long with, kept;

    memcpy(&with, in, sizeof with);
    memcpy(&kept, inout, sizeof kept);
    if (with == kept)
        PMPI_Reduce_local(in, inout, 1, p->type, replaced_op);
    else if ((int) with != (int) kept && ((int) with < (int) kept) == (replaced_op == MPI_MINLOC))
        memcpy(inout, in, (size_t) p->size);
}

static void operate_ties(void *in, void *inout, int *len, MPI_Datatype *type)
{
    by_pair(in, inout, *len, *type, ties_to_second);
}

static void operate_index(void *in, void *inout, int *len, MPI_Datatype *type)
{
    by_pair(in, inout, *len, *type, index_stays);
}

static void operate_cut(void *in, void *inout, int *len, MPI_Datatype *type)
{
    by_pair(in, inout, *len, *type, compare_cut);
}

/* The operator and the type of a call that combines elements. */
static bool combines(const struct calls_call *c, MPI_Op *op, MPI_Datatype *type)
{
    const int op_param = calls_find(c->procedure, "op"), type_param = calls_find(c->procedure, "datatype");

    if (op_param < 0 || type_param < 0)
        return false;
    *op = CALLS_HANDLE(MPI_Op, c, op_param);
    *type = CALLS_HANDLE(MPI_Datatype, c, type_param);
    return true;
}

/* The call combines with *by, which is made of the function when it is used first. */
static bool put_operator(struct calls_call *c, MPI_User_function *function, MPI_Op *by)
{
    if (*by == MPI_OP_NULL)
        PMPI_Op_create(function, 1, by);
    CALLS_HANDLE(MPI_Op, c, calls_find(c->procedure, "op")) = *by;
    return true;
}

static bool of_pairs(struct calls_call *c, MPI_User_function *function, MPI_Op *by)
{
    MPI_Op op;
    MPI_Datatype type;

    if (!combines(c, &op, &type) || !pair_of(type) || (op != MPI_MINLOC && op != MPI_MAXLOC))
        return false;
    replaced_op = op;
    return put_operator(c, function, by);
}

bool ties_wrong(struct calls_call *c)
{
    static MPI_Op op = MPI_OP_NULL;

    return of_pairs(c, operate_ties, &op);
}

bool ties_of_integers(struct calls_call *c)
{
    const MPI_Datatype types[] = {MPI_SHORT_INT, MPI_2INT, MPI_LONG_INT};

    return is_of_type(c, 3, types) && ties_wrong(c);
}

bool longs_cut(struct calls_call *c)
{
    const MPI_Datatype types[] = {MPI_LONG_INT};
    static MPI_Op op = MPI_OP_NULL;

    return is_of_type(c, 1, types) && of_pairs(c, operate_cut, &op);
}

bool index_lost(struct calls_call *c)
{
    static MPI_Op op = MPI_OP_NULL;

    return of_pairs(c, operate_index, &op);
}

/* Of a call that combines elements of one of two types with an operator. */
static bool of_elements(struct calls_call *c, MPI_Op op, MPI_Datatype first, MPI_Datatype second,
                        MPI_User_function *function, MPI_Op *by)
{
    MPI_Op its_op;
    MPI_Datatype type;

    if (!combines(c, &its_op, &type) || its_op != op || (type != first && type != second))
        return false;
    return put_operator(c, function, by);
}

/* Doubles are added in single precision; integers in 16 bits. */
static void add_less(void *in, void *inout, int *len, MPI_Datatype *type)
{
    for (int k = 0; k < *len; k++)
        if (*type == MPI_DOUBLE)
            ((double *) inout)[k] = (float) ((double *) inout)[k] + (float) ((double *) in)[k];
        else
            ((int *) inout)[k] = (short) (((int *) inout)[k] + ((int *) in)[k]);
}

bool sum_narrow(struct calls_call *c)
{
    static MPI_Op by = MPI_OP_NULL;

    return of_elements(c, MPI_SUM, MPI_DOUBLE, MPI_INT, add_less, &by);
}

/* Long doubles are added as doubles; complex numbers without their imaginary parts. */
static void add_wide_as_narrow(void *in, void *inout, int *len, MPI_Datatype *type)
{
    for (int k = 0; k < *len; k++)
        if (*type == MPI_LONG_DOUBLE)
            ((long double *) inout)[k] = (double) ((long double *) inout)[k] + (double) ((long double *) in)[k];
        else
            ((double *) inout)[2 * k] += ((double *) in)[2 * k];
}

bool sum_wide_as_narrow(struct calls_call *c)
{
    static MPI_Op by = MPI_OP_NULL;

    return of_elements(c, MPI_SUM, MPI_LONG_DOUBLE, MPI_C_DOUBLE_COMPLEX, add_wide_as_narrow, &by);
}

/* Integers are compared as if they had no sign. */
static void compare_unsigned(void *in, void *inout, int *len, MPI_Datatype *type)
{
    for (int k = 0; k < *len; k++)
        if (*type == MPI_INT && ((unsigned *) in)[k] > ((unsigned *) inout)[k])
            ((unsigned *) inout)[k] = ((unsigned *) in)[k];
}

bool max_unsigned(struct calls_call *c)
{
    static MPI_Op by = MPI_OP_NULL;

    return of_elements(c, MPI_MAX, MPI_INT, MPI_INT, compare_unsigned, &by);
}

/* Of eight bytes the lower half is looked at alone: compared as unsigned, or for whether it is zero. */
static void compare_lower_half(void *in, void *inout, int *len, MPI_Datatype *type)
{
    (void) type;
    for (int k = 0; k < *len; k++)
        if ((uint32_t) ((uint64_t *) in)[k] > (uint32_t) ((uint64_t *) inout)[k])
            ((uint64_t *) inout)[k] = ((uint64_t *) in)[k];
}

bool max_of_lower_half(struct calls_call *c)
{
    static MPI_Op by = MPI_OP_NULL;

    return of_elements(c, MPI_MAX, MPI_UINT64_T, MPI_UNSIGNED_LONG, compare_lower_half, &by);
}

static void both_lower_halves(void *in, void *inout, int *len, MPI_Datatype *type)
{
    (void) type;
    for (int k = 0; k < *len; k++)
        ((int64_t *) inout)[k] = (uint32_t) ((uint64_t *) in)[k] && (uint32_t) ((uint64_t *) inout)[k];
}

bool land_of_lower_half(struct calls_call *c)
{
    static MPI_Op by = MPI_OP_NULL;

    return of_elements(c, MPI_LAND, MPI_INT64_T, MPI_LONG, both_lower_halves, &by);
}

/* Long doubles are compared as doubles. */
static void compare_as_doubles(void *in, void *inout, int *len, MPI_Datatype *type)
{
    (void) type;
    for (int k = 0; k < *len; k++)
        if ((double) ((long double *) in)[k] < (double) ((long double *) inout)[k])
            ((long double *) inout)[k] = ((long double *) in)[k];
}

bool min_as_double(struct calls_call *c)
{
    static MPI_Op by = MPI_OP_NULL;

    return of_elements(c, MPI_MIN, MPI_LONG_DOUBLE, MPI_LONG_DOUBLE, compare_as_doubles, &by);
}

/* One operator for another, of a few types alone. */
static bool of_types(struct calls_call *c, MPI_Op from, MPI_Op to, MPI_Datatype first, MPI_Datatype second)
{
    MPI_Op op;
    MPI_Datatype type;

    if (!combines(c, &op, &type) || op != from || (type != first && type != second))
        return false;
    CALLS_HANDLE(MPI_Op, c, calls_find(c->procedure, "op")) = to;
    return true;
}

bool max_of_address(struct calls_call *c)
{
    return of_types(c, MPI_MAX, MPI_MIN, MPI_AINT, MPI_OFFSET);
}

bool lor_of_bool(struct calls_call *c)
{
    return of_types(c, MPI_LOR, MPI_LAND, MPI_C_BOOL, MPI_C_BOOL);
}

bool band_of_octets(struct calls_call *c)
{
    return of_types(c, MPI_BAND, MPI_BOR, MPI_BYTE, MPI_UINT8_T);
}

bool min_of_float(struct calls_call *c)
{
    return of_types(c, MPI_MIN, MPI_MAX, MPI_FLOAT, MPI_FLOAT);
}

bool sum_of_short_float_complex(struct calls_call *c)
{
    return of_types(c, MPI_SUM, MPI_PROD, MPI_C_FLOAT_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX);
}

/* ---- a user's operator ---- */

static void call_some(const struct operation *o, void *in, void *inout, int len, MPI_Datatype type)
{
    if (len > 0)
        call(o->function, in, inout, len, type);
}

/* A copy of the elements, relative to which they lie as before; freed by the caller with free_copy. */
static char *copy_of(const void *buf, int len, MPI_Datatype type)
{
    const struct span s = span_of(len, type);
    unsigned char *bytes = memory((MPI_Aint) size_of(type) * len);
    char *copy = (char *) memory(s.size) - s.lo;

    pack_all(buf, len, type, bytes);
    unpack_all(bytes, copy, len, type);
    free(bytes);
    return copy;
}

static void assign(void *to, const void *from, int len, MPI_Datatype type)
{
    unsigned char *bytes = memory((MPI_Aint) size_of(type) * len);

    pack_all(from, len, type, bytes);
    unpack_all(bytes, to, len, type);
    free(bytes);
}

static void free_copy(char *copy, int len, MPI_Datatype type)
{
    free(copy + span_of(len, type).lo);
}

bool operands_exchanged(struct operation *o)
{
    char *second = copy_of(o->inout, o->len, o->type);

    assign(o->inout, o->in, o->len, o->type);
    call_some(o, second, o->inout, o->len, o->type);
    free_copy(second, o->len, o->type);
    return true;
}

bool operands_exchanged_at_last(struct operation *o)
{
    char *last_in = o->in, *last_inout = o->inout, *second;
    MPI_Aint lb, extent;

    if (o->len < 2)
        return false;
    PMPI_Type_get_extent(o->type, &lb, &extent);
    call_some(o, o->in, o->inout, o->len - 1, o->type);
    last_in += (o->len - 1) * extent;
    last_inout += (o->len - 1) * extent;
    second = copy_of(last_inout, 1, o->type);
    assign(last_inout, last_in, 1, o->type);
    call_some(o, second, last_inout, 1, o->type);
    free_copy(second, 1, o->type);
    return true;
}

bool length_one_more(struct operation *o)
{
    char *in = copy_of(o->in, o->len + 1, o->type), *inout = copy_of(o->inout, o->len + 1, o->type);

    call_some(o, in, inout, o->len + 1, o->type);
    assign(o->inout, inout, o->len, o->type);
    free_copy(in, o->len + 1, o->type);
    free_copy(inout, o->len + 1, o->type);
    return true;
}

bool length_one_less(struct operation *o)
{
    call_some(o, o->in, o->inout, o->len - 1, o->type);
    return true;
}

/* Elements of the basic type, as many. */
/* The upper half of a length that MPI wrote as an int. */
bool length_upper(struct operation *o)
{
    MPI_Count len = o->len + ((MPI_Count) 1 << 32);

    if (o->function->large)
        o->function->large(o->in, o->inout, &len, &o->type);
    return o->function->large;
}

bool type_is_basic(struct operation *o)
{
    if (depth_of(o->type) == 0)
        return false;
    call_some(o, o->in, o->inout, o->len * size_of(o->type) / size_of(first_leaf(o->type)), first_leaf(o->type));
    return true;
}

/* A type of the same elements, and a larger extent. */
bool type_is_wider(struct operation *o)
{
    MPI_Datatype wider;
    MPI_Aint lb, extent;

    PMPI_Type_get_extent(o->type, &lb, &extent);
    PMPI_Type_create_resized(o->type, lb, extent + 16, &wider);
    PMPI_Type_commit(&wider);
    call_some(o, o->in, o->inout, 1, wider);
    PMPI_Type_free(&wider);
    return true;
}

/* Instances are copied to places as far from each other as the true extent, and handed over one by one. */
bool instances_by_true_extent_op(struct operation *o)
{
    MPI_Aint lb, extent, true_lb, true_extent;

    PMPI_Type_get_extent(o->type, &lb, &extent);
    PMPI_Type_get_true_extent(o->type, &true_lb, &true_extent);
    if (o->len < 2 || extent <= true_extent)
        return false;
    for (int k = 0; k < o->len; k++)
        call_some(o, (char *) o->in + k * true_extent, (char *) o->inout + k * extent, 1, o->type);
    return true;
}

/* The lower bound is added twice to where the elements are. */
bool operand_shifted(struct operation *o)
{
    const struct span s = span_of(o->len, o->type);
    MPI_Aint true_lb, true_extent, margin;
    char *room, *in;

    PMPI_Type_get_true_extent(o->type, &true_lb, &true_extent);
    if (true_lb == 0)
        return false;
    margin = true_lb < 0 ? -true_lb : true_lb;
    room = memory(s.size + 2 * margin);
    in = room + margin - s.lo;
    assign(in, o->in, o->len, o->type);
    call_some(o, in + true_lb, o->inout, o->len, o->type);
    free(room);
    return true;
}

bool operated_twice(struct operation *o)
{
    call_some(o, o->in, o->inout, o->len, o->type);
    call_some(o, o->in, o->inout, o->len, o->type);
    return true;
}

/* Not called where there is more than 4 KiB. */
bool not_operated_far(struct operation *o)
{
    MPI_Aint lb, extent;
    int most = size_of(o->type) > 0 ? 4096 / size_of(o->type) : 0;

    PMPI_Type_get_extent(o->type, &lb, &extent);
    if (o->len <= most || most == 0)
        return false;
    call_some(o, o->in, o->inout, most, o->type);
    return true;
}

/* What lies between the elements of the result. */
bool between_changed(struct operation *o)
{
    call_some(o, o->in, o->inout, o->len, o->type);
    return touch_gap(o->inout, o->len, o->type);
}

/* ---- the order of the processes ---- */

/* Communicators of others' processes in another order, kept for as long as those. */
enum { MOST_ROTATED = 64 };
static struct {
    MPI_Comm of, comm;
    int first;
} kept[MOST_ROTATED];
static int num_kept;

/* The processes of a communicator, from `first` on. */
static MPI_Comm rotated(MPI_Comm comm, int first)
{
    int rank, size;

    for (int k = 0; k < num_kept; k++)
        if (kept[k].of == comm && kept[k].first == first)
            return kept[k].comm;
    if (num_kept == MOST_ROTATED)
        return comm;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    kept[num_kept].of = comm;
    kept[num_kept].first = first;
    PMPI_Comm_split(comm, 0, (rank - first + size) % size, &kept[num_kept].comm);
    return kept[num_kept++].comm;
}

void rotated_forget(MPI_Comm comm)
{
    for (int k = 0; k < num_kept; k++)
        if (kept[k].of == comm) {
            PMPI_Comm_free(&kept[k].comm);
            kept[k--] = kept[--num_kept];
        }
}

/* An operator that does not commute is taken for one that does: the ranks are in the order of a ring from the root on,
 * or from the second process. */
bool order_from_root(struct calls_call *c)
{
    const int op = calls_find(c->procedure, "op"), root = calls_find(c->procedure, "root");
    const int comm = calls_find(c->procedure, "comm");
    MPI_Comm of = calls_comm(c);
    int size, inter, first;

    if (op < 0 || comm < 0 || op_commutes(CALLS_HANDLE(MPI_Op, c, op)))
        return false;
    PMPI_Comm_test_inter(of, &inter);
    PMPI_Comm_size(of, &size);
    if (inter || size < 2)
        return false;
    first = root >= 0 ? (int) calls_number(c, root) : 1;
    if (first == 0)
        return false;
    CALLS_HANDLE(MPI_Comm, c, comm) = rotated(of, first);
    if (root >= 0)
        *(int *) c->args[root] = 0;
    return true;
}

/* ---- one call in place of another ---- */

/* Operands in place are taken to be zeros. */
bool in_place_as_zeros(struct calls_call *c)
{
    const int send = calls_find(c->procedure, "sendbuf"), type = calls_find(c->procedure, "datatype");
    struct calls_block *blocks;
    enum calls_direction direction;
    MPI_Count count = 0;
    struct span s;

    if (send < 0 || calls_pointer(c, send) != MPI_IN_PLACE)
        return false;
    for (int k = 0; k < c->procedure->num_accesses; k++) {
        const struct calls_access *a = &c->procedure->accesses[k];
        const int n = calls_blocks(c, a, &blocks, &direction);
        if (a->param != send && n > 0)
            count = blocks[0].count * 64; /* more than all blocks of a scattered reduction */
        free(blocks);
    }
    if (count == 0)
        return false;
    s = span_of((int) count, CALLS_HANDLE(MPI_Datatype, c, type));
    *(char **) c->args[send] = (char *) memory(s.size) - s.lo;
    return true;
}

static bool instead(struct calls_call *c, int code)
{
    c->skip = true;
    c->code = code;
    return true;
}

#define SCANNED(C)                                                                                                     \
    calls_pointer(C, 0), calls_pointer(C, 1), (int) calls_number(C, 2), CALLS_HANDLE(MPI_Datatype, C, 3),              \
        CALLS_HANDLE(MPI_Op, C, 4), calls_comm(C)

bool scan_is_exscan(struct calls_call *c)
{
    const int request = calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT);

    return instead(c, request < 0 ? PMPI_Exscan(SCANNED(c))
                                  : PMPI_Iexscan(SCANNED(c), *(MPI_Request **) c->args[request]));
}

bool exscan_is_scan(struct calls_call *c)
{
    const int request = calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT);

    return instead(c, request < 0 ? PMPI_Scan(SCANNED(c))
                                  : PMPI_Iscan(SCANNED(c), *(MPI_Request **) c->args[request]));
}

/* Each process gets the blocks of the one before. */
bool blocks_of_other_rank(struct calls_call *c)
{
    const int comm = calls_find(c->procedure, "comm"), counts = calls_find(c->procedure, "recvcounts");
    const MPI_Comm of = calls_comm(c);
    int size, inter;

    PMPI_Comm_test_inter(of, &inter);
    PMPI_Comm_size(of, &size);
    if (inter || size < 2)
        return false;
    for (int k = 1; counts >= 0 && k < size; k++)
        if (calls_entry(c, counts, k) != calls_entry(c, counts, 0))
            return false;
    CALLS_HANDLE(MPI_Comm, c, comm) = rotated(of, 1);
    return true;
}
