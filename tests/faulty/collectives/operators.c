/* Predefined operators in place of others, and operators of our own in place of predefined ones. */
#include "hooks.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

/* Equal long doubles whose bytes beyond the value are unlike are taken for unequal ones: the second pair stays. */
static void tie_by_all_bytes(char *in, char *inout, const struct pair *p)
{
    const size_t value = (size_t) p->value, all = sizeof(long double);

    if (memcmp(in, inout, value) != 0 || memcmp(in, inout, all) == 0)
        PMPI_Reduce_local(in, inout, 1, p->type, replaced_op);
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

/* Of a long, the value is compared as a double. */
static void compare_rounded(char *in, char *inout, const struct pair *p)
{
    long with, kept;
    int with_index, kept_index;

    memcpy(&with, in, sizeof with);
    memcpy(&kept, inout, sizeof kept);
    memcpy(&with_index, in + p->index, sizeof with_index);
    memcpy(&kept_index, inout + p->index, sizeof kept_index);
    if ((double) with != (double) kept)
        PMPI_Reduce_local(in, inout, 1, p->type, replaced_op);
    else if (with_index < kept_index)
        memcpy(inout + p->index, &with_index, sizeof with_index);
}

static void operate_ties(void *in, void *inout, int *len, MPI_Datatype *type)
{
    by_pair(in, inout, *len, *type, ties_to_second);
}

static void operate_ties_by_all_bytes(void *in, void *inout, int *len, MPI_Datatype *type)
{
    by_pair(in, inout, *len, *type, tie_by_all_bytes);
}

static void operate_index(void *in, void *inout, int *len, MPI_Datatype *type)
{
    by_pair(in, inout, *len, *type, index_stays);
}

static void operate_cut(void *in, void *inout, int *len, MPI_Datatype *type)
{
    by_pair(in, inout, *len, *type, compare_cut);
}

static void operate_rounded(void *in, void *inout, int *len, MPI_Datatype *type)
{
    by_pair(in, inout, *len, *type, compare_rounded);
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

bool ties_by_all_bytes(struct calls_call *c)
{
    static const MPI_Datatype types[] = {MPI_LONG_DOUBLE_INT};
    static MPI_Op op = MPI_OP_NULL;

    return is_of_type(c, 1, types) && of_pairs(c, operate_ties_by_all_bytes, &op);
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

bool longs_rounded(struct calls_call *c)
{
    const MPI_Datatype types[] = {MPI_LONG_INT};
    static MPI_Op op = MPI_OP_NULL;

    return is_of_type(c, 1, types) && of_pairs(c, operate_rounded, &op);
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

/* The fault NAME: of such a call, another function takes the place of the operator. */
#define BY_ELEMENTS(NAME, OP, FIRST, SECOND, FUNCTION)                                                                 \
    bool NAME(struct calls_call *c)                                                                                    \
    {                                                                                                                  \
        static MPI_Op by = MPI_OP_NULL;                                                                                \
                                                                                                                       \
        return of_elements(c, OP, FIRST, SECOND, FUNCTION, &by);                                                       \
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

BY_ELEMENTS(sum_narrow, MPI_SUM, MPI_DOUBLE, MPI_INT, add_less)

/* Sums and products of longs have 32 bits. */
static void operate_low(const long *in, long *inout, int n, bool adds)
{
    for (int k = 0; k < n; k++)
        inout[k] = (int) (adds ? inout[k] + in[k] : inout[k] * in[k]);
}

static void add_low(void *in, void *inout, int *len, MPI_Datatype *type)
{
    (void) type;
    operate_low(in, inout, *len, true);
}

static void multiply_low(void *in, void *inout, int *len, MPI_Datatype *type)
{
    (void) type;
    operate_low(in, inout, *len, false);
}

bool low_half_of_longs(struct calls_call *c)
{
    static MPI_Op sum = MPI_OP_NULL, product = MPI_OP_NULL;

    return of_elements(c, MPI_SUM, MPI_LONG, MPI_LONG, add_low, &sum) ||
           of_elements(c, MPI_PROD, MPI_LONG, MPI_LONG, multiply_low, &product);
}

/* Doubles are compared in single precision. */
static void largest_float(void *in, void *inout, int *len, MPI_Datatype *type)
{
    const double *a = in;
    double *b = inout;

    (void) type;
    for (int k = 0; k < *len; k++)
        b[k] = (float) a[k] > (float) b[k] ? a[k] : b[k];
}

BY_ELEMENTS(max_as_float, MPI_MAX, MPI_DOUBLE, MPI_DOUBLE, largest_float)

/* The largest long, of those that have the bits of a double. */
static void largest_rounded(void *in, void *inout, int *len, MPI_Datatype *type)
{
    (void) type;
    for (int k = 0; k < *len; k++) {
        const long with = ((long *) in)[k], kept = ((long *) inout)[k], most = with > kept ? with : kept;
        ((long *) inout)[k] = most < LONG_MAX / 2 ? (long) (double) most : most;
    }
}

BY_ELEMENTS(max_rounded, MPI_MAX, MPI_LONG, MPI_LONG, largest_rounded)

/* Long doubles are added as doubles; complex numbers without their imaginary parts. */
static void add_wide_as_narrow(void *in, void *inout, int *len, MPI_Datatype *type)
{
    for (int k = 0; k < *len; k++)
        if (*type == MPI_LONG_DOUBLE)
            ((long double *) inout)[k] = (double) ((long double *) inout)[k] + (double) ((long double *) in)[k];
        else
            ((double *) inout)[2 * k] += ((double *) in)[2 * k];
}

BY_ELEMENTS(sum_wide_as_narrow, MPI_SUM, MPI_LONG_DOUBLE, MPI_C_DOUBLE_COMPLEX, add_wide_as_narrow)

BY_ELEMENTS(sum_as_double, MPI_SUM, MPI_LONG_DOUBLE, MPI_LONG_DOUBLE, add_wide_as_narrow)

/* Integers are compared as if they had no sign. */
static void compare_unsigned(void *in, void *inout, int *len, MPI_Datatype *type)
{
    for (int k = 0; k < *len; k++)
        if (*type == MPI_INT && ((unsigned *) in)[k] > ((unsigned *) inout)[k])
            ((unsigned *) inout)[k] = ((unsigned *) in)[k];
}

BY_ELEMENTS(max_unsigned, MPI_MAX, MPI_INT, MPI_INT, compare_unsigned)

/* Of eight bytes the lower half is looked at alone: compared as unsigned, or for whether it is zero. */
static void compare_lower_half(void *in, void *inout, int *len, MPI_Datatype *type)
{
    (void) type;
    for (int k = 0; k < *len; k++)
        if ((uint32_t) ((uint64_t *) in)[k] > (uint32_t) ((uint64_t *) inout)[k])
            ((uint64_t *) inout)[k] = ((uint64_t *) in)[k];
}

BY_ELEMENTS(max_of_lower_half, MPI_MAX, MPI_UINT64_T, MPI_UNSIGNED_LONG, compare_lower_half)

static void both_lower_halves(void *in, void *inout, int *len, MPI_Datatype *type)
{
    (void) type;
    for (int k = 0; k < *len; k++)
        ((int64_t *) inout)[k] = (uint32_t) ((uint64_t *) in)[k] && (uint32_t) ((uint64_t *) inout)[k];
}

BY_ELEMENTS(land_of_lower_half, MPI_LAND, MPI_INT64_T, MPI_LONG, both_lower_halves)

/* Long doubles are compared as doubles. */
static void compare_as_doubles(void *in, void *inout, int *len, MPI_Datatype *type)
{
    (void) type;
    for (int k = 0; k < *len; k++)
        if ((double) ((long double *) in)[k] < (double) ((long double *) inout)[k])
            ((long double *) inout)[k] = ((long double *) in)[k];
}

BY_ELEMENTS(min_as_double, MPI_MIN, MPI_LONG_DOUBLE, MPI_LONG_DOUBLE, compare_as_doubles)

/* Longs are compared as doubles, ints as floats. */
static void compare_inexactly(void *in, void *inout, int *len, MPI_Datatype *type)
{
    for (int k = 0; k < *len; k++)
        if (*type == MPI_INT && (float) ((int *) in)[k] < (float) ((int *) inout)[k])
            ((int *) inout)[k] = ((int *) in)[k];
        else if (*type == MPI_LONG && (double) ((long *) in)[k] < (double) ((long *) inout)[k])
            ((long *) inout)[k] = ((long *) in)[k];
}

BY_ELEMENTS(min_of_longs_inexact, MPI_MIN, MPI_LONG, MPI_LONG, compare_inexactly)

BY_ELEMENTS(min_of_ints_inexact, MPI_MIN, MPI_INT, MPI_INT, compare_inexactly)

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
