/* The table of kinds, and what is true of them. */
#include "kind.h"

#include <float.h>

#define SIGNED_MAX(T) ((int64_t) (((uint64_t) 1 << (8 * sizeof(T) - 1)) - 1))
#define INTEGER_EXACT(T) ((T) -1 < (T) 1 || sizeof(T) == 8 ? SIGNED_MAX(T) : (int64_t) (T) -1)

#define INTEGER(NAME, T)                                                                                               \
    {                                                                                                                  \
        .name = #NAME, .size = sizeof(T), .extent = sizeof(T), .num_fields = 1, .exact = INTEGER_EXACT(T),             \
        .field = {{0, sizeof(T), sizeof(T)}}                                                                           \
    }
#define FLOATING(NAME, T, BYTES, DIG, TIMES)                                                                           \
    {                                                                                                                  \
        .name = #NAME, .size = sizeof(T), .extent = sizeof(T), .num_fields = 1, .insignificant = (BYTES) < sizeof(T),  \
        .exact = (TIMES) > 1 ? DTPI_PLAIN : DTPI_EXACT(DIG), .times = (TIMES), .field = {{0, sizeof(T), (BYTES)}}      \
    }
/* The second part of a complex number is one larger than the first. */
#define COMPLEX(NAME, T, BYTES, DIG)                                                                                   \
    {                                                                                                                  \
        .name = #NAME, .size = 2 * sizeof(T), .extent = 2 * sizeof(T), .num_fields = 2, .exact = DTPI_EXACT(DIG) / 2,  \
        .insignificant = (BYTES) < sizeof(T), .field = {{0, sizeof(T), (BYTES)}, {sizeof(T), sizeof(T), (BYTES)}}      \
    }
#define PAIR_EXACT(TIMES) ((TIMES) > 1 ? DTPI_PLAIN : DTPI_PAIR_EXACT)
#define PAIR(NAME, T, BYTES, LARGEST, TIMES)                                                                           \
    {                                                                                                                  \
        .name = #NAME, .size = sizeof(T) + sizeof(int), .extent = sizeof(struct dtpi_##NAME), .num_fields = 2,         \
        .padded = sizeof(T) + sizeof(int) < sizeof(struct dtpi_##NAME), .insignificant = (BYTES) < sizeof(T),          \
        .exact = (LARGEST) < PAIR_EXACT(TIMES) ? (LARGEST) : PAIR_EXACT(TIMES), .times = (TIMES),                      \
        .field = {{0, sizeof(T), (BYTES)}, {offsetof(struct dtpi_##NAME, index), sizeof(int), sizeof(int)}}            \
    }
#define RAW(NAME, SIZE)                                                                                                \
    {                                                                                                                  \
        .name = #NAME, .size = SIZE, .extent = SIZE, .num_fields = 1, .exact = INT64_MAX, .field = {{0, SIZE, SIZE}}   \
    }

const struct dtpi_kind dtpi_kinds[DTPI_NUM_KINDS] = {
    [DTPI_I8] = INTEGER(i8, int8_t),
    [DTPI_I16] = INTEGER(i16, int16_t),
    [DTPI_I32] = INTEGER(i32, int32_t),
    [DTPI_I64] = INTEGER(i64, int64_t),
    [DTPI_U8] = INTEGER(u8, uint8_t),
    [DTPI_U16] = INTEGER(u16, uint16_t),
    [DTPI_U32] = INTEGER(u32, uint32_t),
    [DTPI_U64] = INTEGER(u64, uint64_t),
    [DTPI_FLOAT] = FLOATING(float, float, sizeof(float), FLT_MANT_DIG, 1),
    [DTPI_DOUBLE] = FLOATING(double, double, sizeof(double), DBL_MANT_DIG, 1),
    [DTPI_LONG_DOUBLE] =
        FLOATING(long_double, long double, DTPI_LONG_DOUBLE_BYTES, LDBL_MANT_DIG, DTPI_TIMES_ALONE),
    [DTPI_COMPLEX_FLOAT] = COMPLEX(complex_float, float, sizeof(float), FLT_MANT_DIG),
    [DTPI_COMPLEX_DOUBLE] = COMPLEX(complex_double, double, sizeof(double), DBL_MANT_DIG),
    [DTPI_COMPLEX_LONG_DOUBLE] = COMPLEX(complex_long_double, long double, DTPI_LONG_DOUBLE_BYTES, LDBL_MANT_DIG),
    [DTPI_PAIR_FLOAT_INT] = PAIR(float_int, float, sizeof(float), DTPI_EXACT(FLT_MANT_DIG), 1),
    [DTPI_PAIR_DOUBLE_INT] =
        PAIR(double_int, double, sizeof(double), DTPI_EXACT(DBL_MANT_DIG), DTPI_TIMES_DOUBLE),
    [DTPI_PAIR_LONG_INT] = PAIR(long_int, long, sizeof(long), SIGNED_MAX(long), DTPI_TIMES_LONG),
    [DTPI_PAIR_2INT] = PAIR(int_int, int, sizeof(int), SIGNED_MAX(int), 1),
    [DTPI_PAIR_SHORT_INT] = PAIR(short_int, short, sizeof(short), SIGNED_MAX(short), 1),
    [DTPI_PAIR_LONG_DOUBLE_INT] = PAIR(long_double_int, long double, DTPI_LONG_DOUBLE_BYTES, DTPI_EXACT(LDBL_MANT_DIG),
                                       DTPI_TIMES_LONG_DOUBLE),
    [DTPI_BOOL] = {.name = "bool", .size = 1, .extent = 1, .num_fields = 1, .exact = 1, .field = {{0, 1, 1}}},
    [DTPI_RAW16] = RAW(raw16, 16),
    [DTPI_RAW32] = RAW(raw32, 32),
};

const struct dtpi_kind *dtpi_kind_sized(int sized, int size)
{
    static const struct {
        int sized, size, kind;
    } rows[] = {
        {DTPI_SIZED_INTEGER, 1, DTPI_I8}, {DTPI_SIZED_INTEGER, 2, DTPI_I16}, {DTPI_SIZED_INTEGER, 4, DTPI_I32},
        {DTPI_SIZED_INTEGER, 8, DTPI_I64}, {DTPI_SIZED_INTEGER, 16, DTPI_RAW16}, {DTPI_SIZED_REAL, 2, DTPI_U16},
        {DTPI_SIZED_REAL, sizeof(float), DTPI_FLOAT}, {DTPI_SIZED_REAL, sizeof(double), DTPI_DOUBLE},
        {DTPI_SIZED_REAL, 16, DTPI_RAW16}, {DTPI_SIZED_COMPLEX, 4, DTPI_U32},
        {DTPI_SIZED_COMPLEX, 2 * sizeof(float), DTPI_COMPLEX_FLOAT},
        {DTPI_SIZED_COMPLEX, 2 * sizeof(double), DTPI_COMPLEX_DOUBLE}, {DTPI_SIZED_COMPLEX, 32, DTPI_RAW32},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].sized == sized && rows[i].size == size)
            return &dtpi_kinds[rows[i].kind];
    return NULL;
}

/* ---- what is true of a kind ---- */

enum {
    IS_INTEGER, IS_UNSIGNED, IS_NARROW, IS_FLOATING, IS_COMPLEX, IS_PAIR, IS_LONG_DOUBLE, IS_PADDED, IS_LOGICAL,
    NUM_WORDS
};

/* Kinds from the first to the last of a row are what the word says; those with -1 are for dtpi_kind_is to decide. */
static const struct {
    const char *word;
    int first, last;
} words[NUM_WORDS] = {
    [IS_INTEGER] = {"integer", DTPI_I8, DTPI_U64},
    [IS_UNSIGNED] = {"unsigned", DTPI_U8, DTPI_U64},
    [IS_NARROW] = {"narrow", -1, -1},
    [IS_FLOATING] = {"floating", DTPI_FLOAT, DTPI_LONG_DOUBLE},
    [IS_COMPLEX] = {"complex", DTPI_COMPLEX_FLOAT, DTPI_COMPLEX_LONG_DOUBLE},
    [IS_PAIR] = {"pair", DTPI_PAIR_FLOAT_INT, DTPI_PAIR_LONG_DOUBLE_INT},
    [IS_LONG_DOUBLE] = {"long-double", -1, -1},
    [IS_PADDED] = {"padded", -1, -1},
    [IS_LOGICAL] = {"logical", DTPI_BOOL, DTPI_BOOL},
};

const char *dtpi_kind_word(int word)
{
    return word < NUM_WORDS ? words[word].word : NULL;
}

bool dtpi_kind_is(const struct dtpi_kind *kind, int word)
{
    const int id = (int) (kind - dtpi_kinds);

    switch (word) {
        case IS_NARROW:
            return id == DTPI_BOOL || (id <= DTPI_U64 && kind->size <= 2);
        case IS_LONG_DOUBLE:
            return id == DTPI_LONG_DOUBLE || id == DTPI_COMPLEX_LONG_DOUBLE || id == DTPI_PAIR_LONG_DOUBLE_INT;
        case IS_PADDED:
            return kind->padded;
        default:
            return id >= words[word].first && id <= words[word].last;
    }
}

bool dtpi_kind_is_pair(const struct dtpi_kind *kind)
{
    return dtpi_kind_is(kind, IS_PAIR);
}
