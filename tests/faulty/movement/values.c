/* Faults in values: bits that get lost on the way, of elements that are all of one type. */
#include "faulty.h"
#include "hooks.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- each element ---- */

typedef void spoil_element(unsigned char *e, int size);

static bool each_element(struct landing *l, spoil_element *spoil)
{
    const int e = size_of(first_leaf(l->type));
    unsigned char was[64];
    bool changed = false;

    if (e == 0 || e > (int) sizeof was || first_leaf(l->type) != last_leaf(l->type))
        return false;
    for (MPI_Aint k = 0; k + e <= l->n; k += e) {
        memcpy(was, l->now + k, (size_t) e);
        spoil(l->now + k, e);
        changed |= memcmp(was, l->now + k, (size_t) e) != 0;
    }
    return changed;
}

static bool is_one_of(MPI_Datatype type, int n, const MPI_Datatype *types)
{
    for (int k = 0; k < n; k++)
        if (types[k] == type)
            return true;
    return false;
}

static bool is_integer(MPI_Datatype type)
{
    const MPI_Datatype types[] = {MPI_SHORT, MPI_INT, MPI_LONG, MPI_LONG_LONG_INT, MPI_UNSIGNED_SHORT, MPI_UNSIGNED,
                                  MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG, MPI_INT16_T, MPI_INT32_T, MPI_INT64_T,
                                  MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T};

    return is_one_of(type, sizeof types / sizeof types[0], types);
}

static bool is_complex(MPI_Datatype type)
{
    const MPI_Datatype types[] = {MPI_C_COMPLEX, MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX};

    return is_one_of(type, sizeof types / sizeof types[0], types);
}

/* ---- integers ---- */

static void clear_top_byte(unsigned char *e, int size)
{
    e[size - 1] = 0;
}

static void clear_sign(unsigned char *e, int size)
{
    e[size - 1] &= 0x7f;
}

static void clear_upper_half(unsigned char *e, int size)
{
    memset(e + size / 2, 0, (size_t) size / 2);
}

bool top_byte_lost(struct landing *l)
{
    return is_integer(first_leaf(l->type)) && each_element(l, clear_top_byte);
}

bool sign_lost(struct landing *l)
{
    return is_integer(first_leaf(l->type)) && each_element(l, clear_sign);
}

bool long_upper_half_lost(struct landing *l)
{
    const MPI_Datatype type = first_leaf(l->type);

    return is_integer(type) && size_of(type) == 8 && each_element(l, clear_upper_half);
}

bool eighth_bit_lost(struct landing *l)
{
    return size_of(first_leaf(l->type)) == 1 && each_element(l, clear_sign);
}

/* ---- floating point ---- */

/* A spoil_element for elements of a type: what becomes of the value v. */
#define BECOMES(NAME, TYPE, VALUE)                                                                                     \
    static void NAME(unsigned char *e, int size)                                                                       \
    {                                                                                                                  \
        TYPE v;                                                                                                        \
                                                                                                                       \
        memcpy(&v, e, (size_t) size);                                                                                  \
        v = (VALUE);                                                                                                   \
        memcpy(e, &v, (size_t) size);                                                                                  \
    }

BECOMES(unsign_zero, double, fpclassify(v) == FP_ZERO ? 0.0 : v)
BECOMES(unsign_float_zero, float, fpclassify(v) == FP_ZERO ? 0.0f : v)
BECOMES(flush_denormal, double, fpclassify(v) == FP_SUBNORMAL ? 0.0 : v)
BECOMES(flush_float_denormal, float, fpclassify(v) == FP_SUBNORMAL ? 0.0f : v)
BECOMES(limit, double, isinf(v) ? copysign(DBL_MAX, v) : v)
BECOMES(round_to_float, double, fabs(v) > FLT_MAX ? v : (float) v)

static void round_to_double(unsigned char *e, int size)
{
    long double v, rounded;

    memcpy(&v, e, (size_t) size);
    rounded = (long double) (double) v;
    if (rounded != v)
        memcpy(e, &rounded, 10); /* of 16 bytes those that count */
}

static bool each_double(struct landing *l, spoil_element *spoil)
{
    return first_leaf(l->type) == MPI_DOUBLE && each_element(l, spoil);
}

bool double_as_float(struct landing *l)
{
    return each_double(l, round_to_float);
}

bool minus_zero_lost(struct landing *l)
{
    return each_double(l, unsign_zero);
}

bool denormal_lost(struct landing *l)
{
    return each_double(l, flush_denormal);
}

bool infinity_lost(struct landing *l)
{
    return each_double(l, limit);
}

bool long_double_as_double(struct landing *l)
{
    return first_leaf(l->type) == MPI_LONG_DOUBLE && sizeof(long double) == 16 && each_element(l, round_to_double);
}

bool imaginary_lost(struct landing *l)
{
    return is_complex(first_leaf(l->type)) && each_element(l, clear_upper_half);
}

bool float_minus_zero_lost(struct landing *l)
{
    return first_leaf(l->type) == MPI_FLOAT && each_element(l, unsign_float_zero);
}

bool float_denormal_lost(struct landing *l)
{
    return first_leaf(l->type) == MPI_FLOAT && each_element(l, flush_float_denormal);
}

bool wide_top_lost(struct landing *l)
{
    return first_leaf(l->type) == MPI_WCHAR && each_element(l, clear_top_byte);
}

/* The index of a pair is its last four bytes. */
static void clear_index_top(unsigned char *e, int size)
{
    e[size - 1] = 0;
}

bool index_top_lost(struct landing *l)
{
    const MPI_Datatype types[] = {MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT, MPI_SHORT_INT,
                                  MPI_LONG_DOUBLE_INT};

    return is_one_of(first_leaf(l->type), sizeof types / sizeof types[0], types) && each_element(l, clear_index_top);
}

bool accumulated_as_float(struct landing *l)
{
    return l->call == ACCUMULATE && double_as_float(l);
}

/* ---- operators ---- */

/* Comparisons of numbers without a sign as if they had one. */
bool unsigned_compared_signed(struct calls_call *c)
{
    const int op = calls_find(c->procedure, "op"), origin = calls_find(c->procedure, "origin_datatype");
    const int target = calls_find(c->procedure, "target_datatype");

    if (op < 0 || origin < 0 || target < 0 || CALLS_HANDLE(MPI_Datatype, c, origin) != MPI_UNSIGNED ||
        CALLS_HANDLE(MPI_Datatype, c, target) != MPI_UNSIGNED ||
        (CALLS_HANDLE(MPI_Op, c, op) != MPI_MAX && CALLS_HANDLE(MPI_Op, c, op) != MPI_MIN))
        return false;
    CALLS_HANDLE(MPI_Datatype, c, origin) = CALLS_HANDLE(MPI_Datatype, c, target) = MPI_INT;
    return true;
}
