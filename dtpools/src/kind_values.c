/* The value of number v, by kind.  Numbers that the type can hold are themselves.  Others:
 *   integers of 8 and 16 bits  v + 37 q + 101 (q >> 8), q the multiple of the type's range that v lies in, so that a
 *                              long sequence does not repeat with the range as its period
 *   wider integers             v modulo the range
 *   floating point             the remainder of v by a number just below the largest exact integer
 *   long double                beyond 2^24 so many times as much that a double does not hold it
 * The second part of a complex number or pair holds -v - 1, which differs from v for every v. */
#include "kind_steps.h"

#include <float.h>
#include <string.h>

/* ---- integers ---- */

#define NARROW_VALUES(NAME, U, BITS, SIGNED)                                                                           \
    DTPI_NARROW_NUMBERS(values_##NAME, U, BITS, SIGNED, number, stride, x)

#define WIDE_VALUES(NAME, U) DTPI_WIDE_NUMBERS(values_##NAME, U, first, stride, x)

NARROW_VALUES(i8, uint8_t, 8, true)
NARROW_VALUES(u8, uint8_t, 8, false)
NARROW_VALUES(i16, uint16_t, 16, true)
NARROW_VALUES(u16, uint16_t, 16, false)
WIDE_VALUES(32, uint32_t)
WIDE_VALUES(64, uint64_t)

/* ---- floating point ---- */

static int64_t fold(int64_t v, int64_t exact)
{
    return v > exact || v < -exact ? v % (exact - 3) : v;
}

/* Whether first + i * stride for all i < n lies within -exact .. exact. */
static bool within(int64_t first, int64_t stride, size_t n, int64_t exact)
{
    const int64_t far = exact / 2;
    int64_t reach = stride < 0 ? -stride : stride;

    return first <= far && first >= -far && (reach == 0 || n <= (uint64_t) (far / reach));
}

/* The exact range is at least 2^24, and no call asks for 2^31 elements where it is met: see within. */
#define FLOAT_VALUES(NAME, T, DIG)                                                                                     \
    static void values_##NAME(void *packed, int64_t first, int64_t stride, size_t n)                                   \
    {                                                                                                                  \
        T *restrict out = packed;                                                                                      \
        const T v = (T) first, s = (T) stride;                                                                         \
                                                                                                                       \
        if (n <= INT32_MAX && within(first, stride, n, DTPI_EXACT(DIG)))                                               \
            for (int32_t i = 0; i < (int32_t) n; i++)                                                                  \
                out[i] = v + (T) i * s;                                                                                \
        else                                                                                                           \
            for (size_t i = 0; i < n; i++, first += stride)                                                            \
                out[i] = (T) fold(first, DTPI_EXACT(DIG));                                                             \
    }

FLOAT_VALUES(float, float, FLT_MANT_DIG)
FLOAT_VALUES(double, double, DBL_MANT_DIG)

/* Stores a value, and zeros where it has no bytes. */
static void put_long_double(long double *at, long double value)
{
    *at = value;
    memset((unsigned char *) at + DTPI_LONG_DOUBLE_BYTES, 0, sizeof *at - DTPI_LONG_DOUBLE_BYTES);
}

static bool is_large(int64_t v)
{
    return v > DTPI_PLAIN || v < -DTPI_PLAIN;
}

/* A long double, or the first half of a pair: of numbers beyond DTPI_PAIR_EXACT a remainder that floats have too, so
 * that pairs of any kind can have one first half and unlike second ones.  Where that is large, so many times as much,
 * and one more or less for every other two periods, so that some nearly agree. */
static int64_t enlarged(int64_t v, int64_t times)
{
    const int64_t rest = fold(v, DTPI_PAIR_EXACT), near = times > 1 ? v / (2 * (int64_t) DTPI_PAIR_PERIOD) % 2 : 0;

    return is_large(rest) ? rest * times + near : rest;
}

static void values_long_double(void *packed, int64_t first, int64_t stride, size_t n)
{
    long double *out = packed, v = (long double) first;

    if (within(first, stride, n, dtpi_kinds[DTPI_LONG_DOUBLE].exact))
        for (size_t i = 0; i < n; i++, v += (long double) stride)
            put_long_double(&out[i], v);
    else
        for (size_t i = 0; i < n; i++, first += stride)
            put_long_double(&out[i], (long double) enlarged(first, DTPI_TIMES_ALONE));
}

/* ---- two parts ---- */

#define COMPLEX_VALUES(NAME, T, DIG)                                                                                   \
    static void values_##NAME(void *packed, int64_t first, int64_t stride, size_t n)                                   \
    {                                                                                                                  \
        T *restrict out = packed;                                                                                      \
        const T v = (T) first, s = (T) stride;                                                                         \
                                                                                                                       \
        if (n <= INT32_MAX && within(first, stride, n, DTPI_EXACT(DIG) / 2)) {                                         \
            for (int32_t i = 0; i < (int32_t) n; i++) {                                                                \
                const T re = v + (T) i * s;                                                                            \
                out[2 * i] = re;                                                                                       \
                out[2 * i + 1] = -re - 1;                                                                              \
            }                                                                                                          \
            return;                                                                                                    \
        }                                                                                                              \
        for (size_t i = 0; i < n; i++, first += stride) {                                                              \
            out[2 * i] = (T) fold(first, DTPI_EXACT(DIG));                                                             \
            out[2 * i + 1] = (T) fold(-first - 1, DTPI_EXACT(DIG));                                                    \
        }                                                                                                              \
    }

COMPLEX_VALUES(complex_float, float, FLT_MANT_DIG)
COMPLEX_VALUES(complex_double, double, DBL_MANT_DIG)

static void values_complex_long_double(void *packed, int64_t first, int64_t stride, size_t n)
{
    long double *out = packed, v = (long double) first;

    if (within(first, stride, n, DTPI_EXACT(LDBL_MANT_DIG) / 2)) {
        for (size_t i = 0; i < n; i++, v += (long double) stride) {
            put_long_double(&out[2 * i], v);
            put_long_double(&out[2 * i + 1], -v - 1);
        }
        return;
    }
    for (size_t i = 0; i < n; i++, first += stride) {
        put_long_double(&out[2 * i], (long double) fold(first, DTPI_EXACT(LDBL_MANT_DIG)));
        put_long_double(&out[2 * i + 1], (long double) fold(-first - 1, DTPI_EXACT(LDBL_MANT_DIG)));
    }
}

#define PAIR_VALUES(NAME, T, VALUE)                                                                                    \
    static void values_##NAME(void *packed, int64_t first, int64_t stride, size_t n)                                   \
    {                                                                                                                  \
        unsigned char *out = packed;                                                                                   \
                                                                                                                       \
        for (size_t i = 0; i < n; i++, first += stride, out += sizeof(T) + sizeof(int)) {                              \
            const T value = (T) (VALUE);                                                                               \
            const int index = (int) (-first - 1);                                                                      \
            memcpy(out, &value, sizeof value);                                                                         \
            memcpy(out + sizeof value, &index, sizeof index);                                                          \
        }                                                                                                              \
    }

PAIR_VALUES(float_int, float, fold(first, DTPI_EXACT(FLT_MANT_DIG)))
PAIR_VALUES(double_int, double, enlarged(first, DTPI_TIMES_DOUBLE))
PAIR_VALUES(long_int, long, enlarged(first, DTPI_TIMES_LONG))
PAIR_VALUES(int_int, int, enlarged(first, 1))
PAIR_VALUES(short_int, short, enlarged(first, 1))

/* Pairs whose first halves are equal have unlike bytes beyond them: an MPI must not compare these. */
static void values_long_double_int(void *packed, int64_t first, int64_t stride, size_t n)
{
    unsigned char *out = packed;

    for (size_t i = 0; i < n; i++, first += stride, out += sizeof(long double) + sizeof(int)) {
        const int index = (int) (-first - 1);
        const long double value = (long double) enlarged(first, DTPI_TIMES_LONG_DOUBLE);
        memcpy(out, &value, DTPI_LONG_DOUBLE_BYTES);
        memset(out + DTPI_LONG_DOUBLE_BYTES, (int) (first / DTPI_PLAIN & 0xff), sizeof value - DTPI_LONG_DOUBLE_BYTES);
        memcpy(out + sizeof value, &index, sizeof index);
    }
}

/* ---- truth values, and bytes of which no more is known ---- */

/* The parity of the ones among the digits of v: a sequence without a period. */
static void values_bool(void *packed, int64_t first, int64_t stride, size_t n)
{
    unsigned char *out = packed;

    for (size_t i = 0; i < n; i++, first += stride) {
        uint64_t parity = (uint64_t) first;
        for (int half = 32; half > 0; half /= 2)
            parity ^= parity >> half;
        out[i] = parity & 1;
    }
}

/* v in the first eight bytes, and so on: v, -v - 1, v, -v - 1. */
#define RAW_VALUES(SIZE)                                                                                               \
    static void values_raw##SIZE(void *packed, int64_t first, int64_t stride, size_t n)                                \
    {                                                                                                                  \
        int64_t *out = packed;                                                                                         \
                                                                                                                       \
        for (size_t i = 0; i < n; i++, first += stride)                                                                \
            for (int part = 0; part < (SIZE) / 8; part++)                                                              \
                *out++ = part % 2 ? -first - 1 : first;                                                                \
    }

RAW_VALUES(16)
RAW_VALUES(32)

/* ---- the table ---- */

static dtpi_writer *const writers[DTPI_NUM_KINDS] = {
    [DTPI_I8] = values_i8, [DTPI_I16] = values_i16, [DTPI_I32] = values_32, [DTPI_I64] = values_64,
    [DTPI_U8] = values_u8, [DTPI_U16] = values_u16, [DTPI_U32] = values_32, [DTPI_U64] = values_64,
    [DTPI_FLOAT] = values_float, [DTPI_DOUBLE] = values_double, [DTPI_LONG_DOUBLE] = values_long_double,
    [DTPI_COMPLEX_FLOAT] = values_complex_float, [DTPI_COMPLEX_DOUBLE] = values_complex_double,
    [DTPI_COMPLEX_LONG_DOUBLE] = values_complex_long_double,
    [DTPI_PAIR_FLOAT_INT] = values_float_int, [DTPI_PAIR_DOUBLE_INT] = values_double_int,
    [DTPI_PAIR_LONG_INT] = values_long_int, [DTPI_PAIR_2INT] = values_int_int,
    [DTPI_PAIR_SHORT_INT] = values_short_int, [DTPI_PAIR_LONG_DOUBLE_INT] = values_long_double_int,
    [DTPI_BOOL] = values_bool,
    [DTPI_RAW16] = values_raw16, [DTPI_RAW32] = values_raw32,
};

dtpi_writer *dtpi_kind_writer(const struct dtpi_kind *kind, bool bits)
{
    const ptrdiff_t id = kind - dtpi_kinds;

    return bits && dtpi_kind_bits[id] ? dtpi_kind_bits[id] : writers[id];
}
