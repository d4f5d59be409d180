/* The value of number v, by kind, where all bits are to vary: the integer u that kind_values.c makes of v for an
 * integer as wide as the type becomes x = (u + A) * M, x ^ x >> half its bits: a bijection, as M is odd.  Floating
 * point has these bits, with exceptions: see EXCEPTIONS.  The second part of a complex number or pair is that of
 * -v - 1. */
#include "kind_steps.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- integers ---- */

/* What number v becomes in the unsigned type U, (u + A) * M, before its upper half is taken into the lower one. */
#define SPREAD(U, V) ((U) (((uint64_t) (V) + DTPI_OFFSET) * DTPI_MULTIPLIER))

#define NARROW_BITS(NAME, U, BITS, SIGNED)                                                                             \
    DTPI_NARROW_NUMBERS(bits_##NAME, U, BITS, SIGNED, SPREAD(U, number), (uint64_t) stride * DTPI_MULTIPLIER,          \
                        x ^ (x >> BITS / 2))

#define WIDE_BITS(NAME, U)                                                                                             \
    DTPI_WIDE_NUMBERS(bits_##NAME, U, SPREAD(U, first), (uint64_t) stride * DTPI_MULTIPLIER, x ^ (x >> 4 * sizeof(U)))

NARROW_BITS(i8, uint8_t, 8, true)
NARROW_BITS(u8, uint8_t, 8, false)
NARROW_BITS(i16, uint16_t, 16, true)
NARROW_BITS(u16, uint16_t, 16, false)
WIDE_BITS(32, uint32_t)
WIDE_BITS(64, uint64_t)

/* ---- floating point ---- */

/* EXCEPTIONS, by the number's place, v + 100 modulo PLACES: one in 509 each is a zero, an infinity, and a denormal
 * number, with the sign that the bits have.  Where they are is known beforehand, so that the bits are made without a
 * look at them; as 509 is prime, almost every stride comes to all of them.  Where the exponent would be that of an
 * infinity or of no number, its highest bit is taken away. */
enum { ZERO, INFINITE, DENORMAL, EXCEPTIONS, PLACES = 509 };

static int modulo_places(int64_t v)
{
    const int rest = (int) (v % PLACES);

    return rest < 0 ? rest + PLACES : rest;
}

/* The number modulo PLACES that makes 1 of this one, which is not 0, by Euclid's algorithm. */
static int inverse_of(int number)
{
    int larger = PLACES, for_larger = 0, inverse = 1;

    while (number > 1) {
        const int quotient = larger / number, rest = larger % number, next = for_larger - quotient * inverse;
        larger = number;
        number = rest;
        for_larger = inverse;
        inverse = next;
    }
    return inverse < 0 ? inverse + PLACES : inverse;
}

/* Where first + i * stride for all i comes by. */
struct places {
    int first, inverse;      /* 0: all are at the first */
};

static struct places places_of(int64_t first, int64_t stride)
{
    const int step = modulo_places(stride);

    return (struct places) {(modulo_places(first) + 100) % PLACES, step == 0 ? 0 : inverse_of(step)};
}

/* The first i at this place, and how many i later the next one is; SIZE_MAX if there is none. */
static size_t find_place(const struct places *p, int place, size_t *period)
{
    *period = p->inverse == 0 ? 1 : PLACES;
    if (p->inverse == 0)
        return p->first == place ? 0 : SIZE_MAX;
    return (size_t) ((place + PLACES - p->first) * p->inverse % PLACES);
}

#define FLOAT_PATTERN(NAME, U, SIGN, EXPONENT)                                                                         \
    /* Adding one to a full exponent gives the sign. */                                                                \
    static inline U pattern_##NAME(U x)                                                                                \
    {                                                                                                                  \
        x ^= x >> 4 * sizeof(U);                                                                                       \
        return x ^ ((((x & (EXPONENT)) + ((EXPONENT) & (~(EXPONENT) + 1))) & (SIGN)) >> 1);                            \
    }                                                                                                                  \
                                                                                                                       \
    /* The exceptions among n numbers, which are `parts` apart. */                                                     \
    static void except_##NAME(U *out, int parts, int64_t first, int64_t stride, size_t n)                              \
    {                                                                                                                  \
        static const U kept[EXCEPTIONS] = {SIGN, SIGN, (U) ~(EXPONENT)}, set[EXCEPTIONS] = {0, EXPONENT, 0};           \
        const struct places places = places_of(first, stride);                                                         \
        size_t period;                                                                                                 \
                                                                                                                       \
        for (int e = 0; e < EXCEPTIONS; e++)                                                                           \
            for (size_t i = find_place(&places, e, &period); i < n; i += period) {                                     \
                U *at = out + i * (size_t) parts;                                                                      \
                *at = (*at & kept[e]) | set[e];                                                                        \
            }                                                                                                          \
    }

FLOAT_PATTERN(float, uint32_t, (uint32_t) 1 << 31, (uint32_t) 0xff << 23)
FLOAT_PATTERN(double, uint64_t, (uint64_t) 1 << 63, (uint64_t) 0x7ff << 52)

#define FLOAT_BITS(NAME, U)                                                                                            \
    DTPI_STEPS(steps_##NAME, U, pattern_##NAME(x))                                                                     \
                                                                                                                       \
    static void bits_##NAME(void *packed, int64_t first, int64_t stride, size_t n)                                     \
    {                                                                                                                  \
        steps_##NAME(packed, SPREAD(U, first), (U) ((uint64_t) stride * DTPI_MULTIPLIER), n);                          \
        except_##NAME(packed, 1, first, stride, n);                                                                    \
    }

FLOAT_BITS(float, uint32_t)
FLOAT_BITS(double, uint64_t)

/* The 64 bits of number v, of which a long double is made. */
static uint64_t spread(int64_t v)
{
    const uint64_t x = SPREAD(uint64_t, v);

    return x ^ (x >> 32);
}

#if LDBL_MANT_DIG == 64 && (defined __x86_64__ || defined __i386__)
/* Mantissa, then sign and exponent, and zeros after them. */
static inline void put_extended(void *at, uint64_t mantissa, uint64_t exponent)
{
    memcpy(at, &mantissa, sizeof mantissa);
    memcpy((unsigned char *) at + sizeof mantissa, &exponent, sizeof(long double) - sizeof mantissa);
}

/* The bits of x are the mantissa, whose highest bit is 1 unless the number is denormal; a product of x has the sign
 * and the exponent. */
static inline void pattern_long_double(void *at, uint64_t x)
{
    const uint64_t highest = (uint64_t) 1 << 63;
    uint64_t mantissa = x | highest, exponent = x * DTPI_MULTIPLIER >> 48;

    if (((exponent + 1) & 0x7ffe) == 0) { /* seldom: the exponent of infinities, or of denormal numbers */
        if (exponent & 0x7fff)
            exponent ^= 0x4000;
        else
            mantissa ^= highest;
    }
    put_extended(at, mantissa, exponent);
}

static void except_long_double(void *at, uint64_t x, int exception)
{
    const uint64_t sign = x * DTPI_MULTIPLIER >> 48 & 0x8000;

    if (exception == INFINITE)
        put_extended(at, (uint64_t) 1 << 63, sign | 0x7fff);
    else
        put_extended(at, exception == ZERO ? 0 : x & INT64_MAX, sign);
}
#else
/* By arithmetic: a number of 128 bits times a power of two, rounded. */
static void put_rounded(void *at, long double value, uint64_t more)
{
    value = more & 1 ? -value : value;
    memset(at, 0, sizeof value);
    memcpy(at, &value, DTPI_LONG_DOUBLE_BYTES);
}

static void pattern_long_double(void *at, uint64_t x)
{
    const uint64_t more = x * DTPI_MULTIPLIER;
    const int range = LDBL_MAX_EXP - LDBL_MIN_EXP, power = LDBL_MIN_EXP + (int) (more >> 33) % range - 128;

    put_rounded(at, ldexpl((long double) x * 0x1p64L + (long double) more, power), more);
}

static void except_long_double(void *at, uint64_t x, int exception)
{
    const long double denormal = ldexpl((long double) (x >> 16), LDBL_MIN_EXP - LDBL_MANT_DIG - 40 + 24);

    put_rounded(at, exception == ZERO ? 0 : exception == INFINITE ? (long double) INFINITY : denormal,
                x * DTPI_MULTIPLIER);
}
#endif

/* The exceptions among n numbers, which are `apart` bytes from each other. */
static void except_long_doubles(unsigned char *out, size_t apart, int64_t first, int64_t stride, size_t n)
{
    const struct places places = places_of(first, stride);
    size_t period;

    for (int e = 0; e < EXCEPTIONS; e++)
        for (size_t i = find_place(&places, e, &period); i < n; i += period)
            except_long_double(out + i * apart, spread(first + (int64_t) i * stride), e);
}

static void bits_long_double(void *packed, int64_t first, int64_t stride, size_t n)
{
    const uint64_t step = (uint64_t) stride * DTPI_MULTIPLIER;
    unsigned char *out = packed;
    uint64_t x = SPREAD(uint64_t, first);

    for (size_t i = 0; i < n; i++, x += step)
        pattern_long_double(out + i * sizeof(long double), x ^ (x >> 32));
    except_long_doubles(out, sizeof(long double), first, stride, n);
}

static void bits_complex_long_double(void *packed, int64_t first, int64_t stride, size_t n)
{
    const uint64_t step = (uint64_t) stride * DTPI_MULTIPLIER;
    unsigned char *out = packed, *second = out + sizeof(long double);
    uint64_t x = SPREAD(uint64_t, first), y = SPREAD(uint64_t, -first - 1);

    for (size_t i = 0; i < n; i++, x += step, y -= step) {
        pattern_long_double(out + 2 * i * sizeof(long double), x ^ (x >> 32));
        pattern_long_double(second + 2 * i * sizeof(long double), y ^ (y >> 32));
    }
    except_long_doubles(out, 2 * sizeof(long double), first, stride, n);
    except_long_doubles(second, 2 * sizeof(long double), -first - 1, -stride, n);
}

/* ---- two parts ---- */

/* Parts a and b of n elements in turn.  Those of one size are numbers, of which vectors are joined. */
#define JOIN_ALIKE(U)                                                                                                  \
    static void join_##U(U *restrict out, const U *restrict a, const U *restrict b, size_t n)                          \
    {                                                                                                                  \
        for (size_t i = 0; i < n; i++) {                                                                               \
            out[2 * i] = a[i];                                                                                         \
            out[2 * i + 1] = b[i];                                                                                     \
        }                                                                                                              \
    }

JOIN_ALIKE(uint32_t)
JOIN_ALIKE(uint64_t)

/* The sizes are constants where this is inlined. */
static inline void join(void *packed, const void *a, size_t size_a, const void *b, size_t size_b, size_t n)
{
    unsigned char *restrict out = packed;

    if (size_a == size_b && size_a == sizeof(uint32_t))
        join_uint32_t(packed, a, b, n);
    else if (size_a == size_b && size_a == sizeof(uint64_t))
        join_uint64_t(packed, a, b, n);
    else
        for (size_t i = 0; i < n; i++, out += size_a + size_b) {
            memcpy(out, (const unsigned char *) a + i * size_a, size_a);
            memcpy(out + size_a, (const unsigned char *) b + i * size_b, size_b);
        }
}

/* A and B are the C types of the parts, and the others make them, some at a time. */
#define PARTS_BITS(NAME, A, BITS_A, B, BITS_B)                                                                         \
    static void bits_##NAME(void *packed, int64_t first, int64_t stride, size_t n)                                     \
    {                                                                                                                  \
        enum { MOST = 256 };                                                                                           \
        _Alignas(max_align_t) unsigned char a[MOST * sizeof(A)], b[MOST * sizeof(B)];                                  \
        unsigned char *out = packed;                                                                                   \
                                                                                                                       \
        for (size_t some; n > 0; n -= some, first += (int64_t) some * stride, out += some * (sizeof(A) + sizeof(B))) { \
            some = n < MOST ? n : MOST;                                                                                \
            BITS_A(a, first, stride, some);                                                                            \
            BITS_B(b, -first - 1, -stride, some);                                                                      \
            join(out, a, sizeof(A), b, sizeof(B), some);                                                               \
        }                                                                                                              \
    }

/* Of the parts that are integers. */
#define BITS_OF(T) (sizeof(T) == 2 ? bits_i16 : sizeof(T) == 4 ? bits_32 : bits_64)

PARTS_BITS(complex_float, float, bits_float, float, bits_float)
PARTS_BITS(complex_double, double, bits_double, double, bits_double)
PARTS_BITS(float_int, float, bits_float, int, BITS_OF(int))
PARTS_BITS(double_int, double, bits_double, int, BITS_OF(int))
PARTS_BITS(long_int, long, BITS_OF(long), int, BITS_OF(int))
PARTS_BITS(int_int, int, BITS_OF(int), int, BITS_OF(int))
PARTS_BITS(short_int, short, BITS_OF(short), int, BITS_OF(int))
PARTS_BITS(long_double_int, long double, bits_long_double, int, BITS_OF(int))

/* ---- bytes of which no more is known ---- */

/* Eight bytes of v, of -v - 1, and of both again with one added. */
#define RAW_BITS(SIZE)                                                                                                 \
    static void bits_raw##SIZE(void *packed, int64_t first, int64_t stride, size_t n)                                  \
    {                                                                                                                  \
        uint64_t *out = packed;                                                                                        \
                                                                                                                       \
        for (size_t i = 0; i < n; i++, first += stride)                                                                \
            for (int part = 0; part < (SIZE) / 8; part++)                                                              \
                *out++ = spread(part % 2 ? -first - 1 : first) + (uint64_t) part / 2;                                  \
    }

RAW_BITS(16)
RAW_BITS(32)

/* ---- the table ---- */

dtpi_writer *const dtpi_kind_bits[DTPI_NUM_KINDS] = {
    [DTPI_I8] = bits_i8, [DTPI_I16] = bits_i16, [DTPI_I32] = bits_32, [DTPI_I64] = bits_64,
    [DTPI_U8] = bits_u8, [DTPI_U16] = bits_u16, [DTPI_U32] = bits_32, [DTPI_U64] = bits_64,
    [DTPI_FLOAT] = bits_float, [DTPI_DOUBLE] = bits_double, [DTPI_LONG_DOUBLE] = bits_long_double,
    [DTPI_COMPLEX_FLOAT] = bits_complex_float, [DTPI_COMPLEX_DOUBLE] = bits_complex_double,
    [DTPI_COMPLEX_LONG_DOUBLE] = bits_complex_long_double,
    [DTPI_PAIR_FLOAT_INT] = bits_float_int, [DTPI_PAIR_DOUBLE_INT] = bits_double_int,
    [DTPI_PAIR_LONG_INT] = bits_long_int, [DTPI_PAIR_2INT] = bits_int_int,
    [DTPI_PAIR_SHORT_INT] = bits_short_int, [DTPI_PAIR_LONG_DOUBLE_INT] = bits_long_double_int,
    [DTPI_RAW16] = bits_raw16, [DTPI_RAW32] = bits_raw32,
};
