/* One packed element as text, by kind. */
#include "kind.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PRINT(NAME, T, FORMAT, CAST)                                                                                   \
    static int print_##NAME(char *buf, size_t size, const void *packed)                                                \
    {                                                                                                                  \
        T v;                                                                                                           \
                                                                                                                       \
        memcpy(&v, packed, sizeof v);                                                                                  \
        return snprintf(buf, size, FORMAT, (CAST) v);                                                                  \
    }

PRINT(i8, int8_t, "%" PRId64, int64_t)
PRINT(i16, int16_t, "%" PRId64, int64_t)
PRINT(i32, int32_t, "%" PRId64, int64_t)
PRINT(i64, int64_t, "%" PRId64, int64_t)
PRINT(u8, uint8_t, "%" PRIu64, uint64_t)
PRINT(u16, uint16_t, "%" PRIu64, uint64_t)
PRINT(u32, uint32_t, "%" PRIu64, uint64_t)
PRINT(u64, uint64_t, "%" PRIu64, uint64_t)
PRINT(float, float, "%.9g", double)
PRINT(double, double, "%.17g", double)
PRINT(long_double, long double, "%.21Lg", long double)
PRINT(int, int, "%d", int)
PRINT(bool, uint8_t, "%d", int)
PRINT(short, short, "%d", int)
PRINT(long, long, "%ld", long)

#define PRINT_TWO(NAME, FIRST, FIRST_SIZE, SECOND)                                                                     \
    static int print_##NAME(char *buf, size_t size, const void *packed)                                                \
    {                                                                                                                  \
        char a[64], b[64];                                                                                             \
                                                                                                                       \
        (void) print_##FIRST(a, sizeof a, packed);                                                                     \
        (void) print_##SECOND(b, sizeof b, (const unsigned char *) packed + (FIRST_SIZE));                             \
        return snprintf(buf, size, "(%s, %s)", a, b);                                                                  \
    }

PRINT_TWO(complex_float, float, sizeof(float), float)
PRINT_TWO(complex_double, double, sizeof(double), double)
PRINT_TWO(complex_long_double, long_double, sizeof(long double), long_double)
PRINT_TWO(float_int, float, sizeof(float), int)
PRINT_TWO(double_int, double, sizeof(double), int)
PRINT_TWO(long_int, long, sizeof(long), int)
PRINT_TWO(int_int, int, sizeof(int), int)
PRINT_TWO(short_int, short, sizeof(short), int)
PRINT_TWO(long_double_int, long_double, sizeof(long double), int)

static int print_raw(char *buf, size_t size, const unsigned char *packed, int bytes)
{
    char digits[2 * 32 + 1];

    for (int i = 0; i < bytes; i++)
        (void) snprintf(digits + 2 * i, 3, "%02x", packed[i]);
    return snprintf(buf, size, "0x%s", digits);
}

static int print_raw16(char *buf, size_t size, const void *packed)
{
    return print_raw(buf, size, packed, 16);
}

static int print_raw32(char *buf, size_t size, const void *packed)
{
    return print_raw(buf, size, packed, 32);
}

/* ---- the table ---- */

typedef int printer(char *buf, size_t size, const void *packed);

static printer *const printers[DTPI_NUM_KINDS] = {
    [DTPI_I8] = print_i8, [DTPI_I16] = print_i16, [DTPI_I32] = print_i32, [DTPI_I64] = print_i64,
    [DTPI_U8] = print_u8, [DTPI_U16] = print_u16, [DTPI_U32] = print_u32, [DTPI_U64] = print_u64,
    [DTPI_FLOAT] = print_float, [DTPI_DOUBLE] = print_double, [DTPI_LONG_DOUBLE] = print_long_double,
    [DTPI_COMPLEX_FLOAT] = print_complex_float, [DTPI_COMPLEX_DOUBLE] = print_complex_double,
    [DTPI_COMPLEX_LONG_DOUBLE] = print_complex_long_double,
    [DTPI_PAIR_FLOAT_INT] = print_float_int, [DTPI_PAIR_DOUBLE_INT] = print_double_int,
    [DTPI_PAIR_LONG_INT] = print_long_int, [DTPI_PAIR_2INT] = print_int_int,
    [DTPI_PAIR_SHORT_INT] = print_short_int, [DTPI_PAIR_LONG_DOUBLE_INT] = print_long_double_int,
    [DTPI_BOOL] = print_bool,
    [DTPI_RAW16] = print_raw16, [DTPI_RAW32] = print_raw32,
};

int dtpi_kind_print(const struct dtpi_kind *kind, char *buf, size_t size, const void *packed)
{
    return printers[kind - dtpi_kinds](buf, size, packed);
}
