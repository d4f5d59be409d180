/* Reductions of packed elements, by kind and operator. */
#include "kind.h"

#include <complex.h>
#include <float.h>
#include <string.h>

#define REDUCE(OP, NAME, T, EXPR)                                                                                      \
    static void OP##_##NAME(void *acc, const void *with, size_t n)                                                     \
    {                                                                                                                  \
        T *a = acc;                                                                                                    \
        const T *b = with;                                                                                             \
                                                                                                                       \
        for (size_t i = 0; i < n; i++)                                                                                 \
            a[i] = (T) (EXPR);                                                                                         \
    }

/* Maps x -> (2 s + 1) x + t, modulo 2^half, one after the other: see DTP_COMPOSE.  A map stands in 2 half bits, s in
 * the lower and t - s - 1 in the upper half. */
static uint64_t compose(uint64_t a, uint64_t b, int half)
{
    const uint64_t mask = ((uint64_t) 1 << half) - 1, as = a & mask, bs = b & mask;
    const uint64_t at = (a >> half) + as + 1, bt = (b >> half) + bs + 1;
    const uint64_t s = 2 * as * bs + as + bs, t = (2 * as + 1) * bt + at;

    return (s & mask) | ((t - s - 1) & mask) << half;
}

/* Half the bits of the numbers of a floating point type that stand for maps. */
#define HALF(DIG) ((DIG) >= 62 ? 31 : (DIG) / 2)

/* The whole number of a floating point value; 0 for what is far too large, or no number. */
#define WHOLE(V) ((V) > -0x1p62 && (V) < 0x1p62 ? (uint64_t) (int64_t) (V) : 0)

/* The number of two's complement in the lowest bits. */
static int64_t sign_extended(uint64_t value, int bits)
{
    const uint64_t sign = (uint64_t) 1 << (bits - 1);

    return (int64_t) (((value & (2 * sign - 1)) ^ sign) - sign);
}

/* Sums and products wrap: they are taken in the unsigned type U. */
#define INTEGER_REDUCTIONS(NAME, T, U)                                                                                 \
    REDUCE(sum, NAME, T, (U) a[i] + (U) b[i])                                                                          \
    REDUCE(prod, NAME, T, (U) a[i] * (U) b[i])                                                                         \
    REDUCE(min, NAME, T, b[i] < a[i] ? b[i] : a[i])                                                                    \
    REDUCE(max, NAME, T, b[i] > a[i] ? b[i] : a[i])                                                                    \
    REDUCE(band, NAME, T, a[i] & b[i])                                                                                 \
    REDUCE(bor, NAME, T, a[i] | b[i])                                                                                  \
    REDUCE(bxor, NAME, T, a[i] ^ b[i])                                                                                 \
    REDUCE(land, NAME, T, a[i] && b[i])                                                                                \
    REDUCE(lor, NAME, T, a[i] || b[i])                                                                                 \
    REDUCE(lxor, NAME, T, !a[i] != !b[i])                                                                              \
    REDUCE(compose, NAME, T, compose((uint64_t) a[i], (uint64_t) b[i], 4 * sizeof(T)))

INTEGER_REDUCTIONS(i8, int8_t, unsigned)
INTEGER_REDUCTIONS(i16, int16_t, unsigned)
INTEGER_REDUCTIONS(i32, int32_t, uint32_t)
INTEGER_REDUCTIONS(i64, int64_t, uint64_t)
INTEGER_REDUCTIONS(u8, uint8_t, unsigned)
INTEGER_REDUCTIONS(u16, uint16_t, unsigned)
INTEGER_REDUCTIONS(u32, uint32_t, uint32_t)
INTEGER_REDUCTIONS(u64, uint64_t, uint64_t)

/* Of truth values, the first operand: with two values there is no other composition that does not commute. */
static void compose_bool(void *acc, const void *with, size_t n)
{
    (void) acc;
    (void) with;
    (void) n;
}

static void compose_raw16(void *acc, const void *with, size_t n)
{
    compose_u64(acc, with, 2 * n);
}

static void compose_raw32(void *acc, const void *with, size_t n)
{
    compose_u64(acc, with, 4 * n);
}

#define FLOAT_REDUCTIONS(NAME, T, DIG)                                                                                 \
    REDUCE(sum, NAME, T, a[i] + b[i])                                                                                  \
    REDUCE(prod, NAME, T, a[i] * b[i])                                                                                 \
    REDUCE(min, NAME, T, b[i] < a[i] ? b[i] : a[i])                                                                    \
    REDUCE(max, NAME, T, b[i] > a[i] ? b[i] : a[i])                                                                    \
    REDUCE(compose, NAME, T, sign_extended(compose(WHOLE(a[i]), WHOLE(b[i]), HALF(DIG)), 2 * HALF(DIG)))

FLOAT_REDUCTIONS(float, float, FLT_MANT_DIG)
FLOAT_REDUCTIONS(double, double, DBL_MANT_DIG)
FLOAT_REDUCTIONS(long_double, long double, LDBL_MANT_DIG)

#define COMPLEX_REDUCTIONS(NAME, T, PART)                                                                              \
    REDUCE(sum, NAME, T, a[i] + b[i])                                                                                  \
    REDUCE(prod, NAME, T, a[i] * b[i])                                                                                 \
    static void compose_##NAME(void *acc, const void *with, size_t n)                                                  \
    {                                                                                                                  \
        compose_##PART(acc, with, 2 * n);                                                                              \
    }

COMPLEX_REDUCTIONS(complex_float, float _Complex, float)
COMPLEX_REDUCTIONS(complex_double, double _Complex, double)
COMPLEX_REDUCTIONS(complex_long_double, long double _Complex, long_double)

/* A pair (u, i) and a pair (v, j): statements that change u and i.  Packed pairs stand at any address. */
#define REDUCE_PAIR(OP, NAME, T, STATEMENTS)                                                                           \
    static void OP##_##NAME(void *acc, const void *with, size_t n)                                                     \
    {                                                                                                                  \
        const unsigned char *b = with;                                                                                 \
                                                                                                                       \
        for (unsigned char *a = acc; n > 0; n--, a += sizeof(T) + sizeof(int), b += sizeof(T) + sizeof(int)) {         \
            T u, v;                                                                                                    \
            int i, j;                                                                                                  \
            memcpy(&u, a, sizeof u);                                                                                   \
            memcpy(&v, b, sizeof v);                                                                                   \
            memcpy(&i, a + sizeof u, sizeof i);                                                                        \
            memcpy(&j, b + sizeof v, sizeof j);                                                                        \
            STATEMENTS                                                                                                 \
            memcpy(a, &u, sizeof u);                                                                                   \
            memcpy(a + sizeof u, &i, sizeof i);                                                                        \
        }                                                                                                              \
    }

/* Of integers: the values of pairs, and their indices. */
#define COMPOSE_OF(T) (sizeof(T) == 2 ? compose_i16 : sizeof(T) == 4 ? compose_i32 : compose_i64)

#define PAIR_REDUCTIONS(NAME, T, COMPOSE)                                                                              \
    REDUCE_PAIR(minloc, NAME, T, i = u < v || (u == v && i < j) ? i : j; u = v < u ? v : u;)                           \
    REDUCE_PAIR(maxloc, NAME, T, i = u > v || (u == v && i < j) ? i : j; u = v > u ? v : u;)                           \
    REDUCE_PAIR(compose, NAME, T, COMPOSE(&u, &v, 1); COMPOSE_OF(int)(&i, &j, 1);)

PAIR_REDUCTIONS(float_int, float, compose_float)
PAIR_REDUCTIONS(double_int, double, compose_double)
PAIR_REDUCTIONS(long_int, long, COMPOSE_OF(long))
PAIR_REDUCTIONS(int_int, int, COMPOSE_OF(int))
PAIR_REDUCTIONS(short_int, short, COMPOSE_OF(short))
PAIR_REDUCTIONS(long_double_int, long double, compose_long_double)

/* ---- the table ---- */

#define REDUCE_SUM(NAME) [DTPI_SUM] = sum_##NAME, [DTPI_PROD] = prod_##NAME
#define REDUCE_ORDER(NAME) [DTPI_MIN] = min_##NAME, [DTPI_MAX] = max_##NAME
#define REDUCE_BITS(NAME) [DTPI_BAND] = band_##NAME, [DTPI_BOR] = bor_##NAME, [DTPI_BXOR] = bxor_##NAME
#define REDUCE_TRUTH(NAME) [DTPI_LAND] = land_##NAME, [DTPI_LOR] = lor_##NAME, [DTPI_LXOR] = lxor_##NAME
#define REDUCE_PLACE(NAME) [DTPI_MINLOC] = minloc_##NAME, [DTPI_MAXLOC] = maxloc_##NAME
#define REDUCE_MAPS(NAME) [DTPI_COMPOSE] = compose_##NAME

#define INTEGER(NAME)                                                                                                  \
    {REDUCE_SUM(NAME), REDUCE_ORDER(NAME), REDUCE_BITS(NAME), REDUCE_TRUTH(NAME), REDUCE_MAPS(NAME)}
#define FLOATING(NAME) {REDUCE_SUM(NAME), REDUCE_ORDER(NAME), REDUCE_MAPS(NAME)}
#define COMPLEX(NAME) {REDUCE_SUM(NAME), REDUCE_MAPS(NAME)}
#define PAIR(NAME) {REDUCE_PLACE(NAME), REDUCE_MAPS(NAME)}

static dtpi_reduction *const reductions[DTPI_NUM_KINDS][DTPI_NUM_OPS] = {
    [DTPI_I8] = INTEGER(i8), [DTPI_I16] = INTEGER(i16), [DTPI_I32] = INTEGER(i32), [DTPI_I64] = INTEGER(i64),
    [DTPI_U8] = INTEGER(u8), [DTPI_U16] = INTEGER(u16), [DTPI_U32] = INTEGER(u32), [DTPI_U64] = INTEGER(u64),
    [DTPI_FLOAT] = FLOATING(float), [DTPI_DOUBLE] = FLOATING(double), [DTPI_LONG_DOUBLE] = FLOATING(long_double),
    [DTPI_COMPLEX_FLOAT] = COMPLEX(complex_float), [DTPI_COMPLEX_DOUBLE] = COMPLEX(complex_double),
    [DTPI_COMPLEX_LONG_DOUBLE] = COMPLEX(complex_long_double),
    [DTPI_PAIR_FLOAT_INT] = PAIR(float_int), [DTPI_PAIR_DOUBLE_INT] = PAIR(double_int),
    [DTPI_PAIR_LONG_INT] = PAIR(long_int), [DTPI_PAIR_2INT] = PAIR(int_int),
    [DTPI_PAIR_SHORT_INT] = PAIR(short_int), [DTPI_PAIR_LONG_DOUBLE_INT] = PAIR(long_double_int),
    [DTPI_BOOL] = {REDUCE_TRUTH(u8), REDUCE_MAPS(bool)},
    [DTPI_RAW16] = {REDUCE_MAPS(raw16)}, [DTPI_RAW32] = {REDUCE_MAPS(raw32)},
};

dtpi_reduction *dtpi_kind_reduction(const struct dtpi_kind *kind, enum dtpi_op op)
{
    return reductions[kind - dtpi_kinds][op];
}
