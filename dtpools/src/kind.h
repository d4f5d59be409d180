/* Kinds: the few shapes of value that all basic types are made of.  Everything that depends on the C type of an element
 * is declared here: its values, its reductions, how it is printed. */
#ifndef DTPI_KIND_H
#define DTPI_KIND_H

#include <float.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dtpi_kind_id {
    DTPI_I8, DTPI_I16, DTPI_I32, DTPI_I64, DTPI_U8, DTPI_U16, DTPI_U32, DTPI_U64,
    DTPI_FLOAT, DTPI_DOUBLE, DTPI_LONG_DOUBLE,
    DTPI_COMPLEX_FLOAT, DTPI_COMPLEX_DOUBLE, DTPI_COMPLEX_LONG_DOUBLE,
    DTPI_PAIR_FLOAT_INT, DTPI_PAIR_DOUBLE_INT, DTPI_PAIR_LONG_INT, DTPI_PAIR_2INT, DTPI_PAIR_SHORT_INT,
    DTPI_PAIR_LONG_DOUBLE_INT,
    DTPI_BOOL,                  /* a byte, 0 or 1 */
    DTPI_RAW16, DTPI_RAW32,     /* bytes of which no more is known: types of other languages that C has none for */
    DTPI_NUM_KINDS,

    /* Of other languages: one of those above, by MPI_Type_size. */
    DTPI_SIZED_INTEGER, DTPI_SIZED_REAL, DTPI_SIZED_COMPLEX
};

/* The kind of a C++ or C bool. */
#define DTPI_TRUTH(T) (sizeof(T) == 1 ? DTPI_BOOL : DTPI_INTEGER(T))

/* The integer kind with the width and sign of C type T, a constant expression. */
#define DTPI_INTEGER(T)                                                                                                \
    (((T) -1 < (T) 1 ? DTPI_I8 : DTPI_U8) + (sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3))

/* The predefined operators, and the library's own: see DTP_COMPOSE in dtpools.h. */
enum dtpi_op {
    DTPI_SUM, DTPI_PROD, DTPI_MIN, DTPI_MAX, DTPI_BAND, DTPI_BOR, DTPI_BXOR, DTPI_LAND, DTPI_LOR, DTPI_LXOR,
    DTPI_MINLOC, DTPI_MAXLOC, DTPI_COMPOSE, DTPI_REPLACE, DTPI_NO_OP, DTPI_NUM_OPS
};

/* A part of an element: bytes [offset, offset + size) of it in memory, of which the first `significant` carry the
 * value (the rest of an x87 long double does not).  In the packed form, parts follow each other without padding. */
struct dtpi_field {
    unsigned char offset, size, significant;
};

struct dtpi_kind {
    const char *name;
    unsigned char size;    /* bytes in the packed form: MPI_Type_size */
    unsigned char extent;  /* bytes from one element of an array to the next */
    bool padded;           /* has bytes between or after its parts: size < extent */
    bool insignificant;    /* has bytes that carry no value */
    int64_t exact;         /* numbers from -exact, or 0 if unsigned, to exact are stored unchanged */
    int64_t times;         /* of a long double, the factor of numbers beyond DTPI_PLAIN; of a pair, that of first
                              halves beyond it; 1: none */
    int num_fields;        /* 1, or 2 for complex numbers and pairs */
    struct dtpi_field field[2];
};

extern const struct dtpi_kind dtpi_kinds[DTPI_NUM_KINDS];

/* Writes n packed elements: the values first, first + stride, first + 2 * stride ... */
typedef void dtpi_writer(void *packed, int64_t first, int64_t stride, size_t n);

/* The writer of a kind; bits: all bits of the values vary. */
dtpi_writer *dtpi_kind_writer(const struct dtpi_kind *kind, bool bits);

/* acc[i] = acc[i] op with[i] for n packed elements. */
typedef void dtpi_reduction(void *acc, const void *with, size_t n);

/* The reduction of a kind by an operator; NULL if it is not defined. */
dtpi_reduction *dtpi_kind_reduction(const struct dtpi_kind *kind, enum dtpi_op op);

/* Writes one packed element as text, snprintf style. */
int dtpi_kind_print(const struct dtpi_kind *kind, char *buf, size_t size, const void *packed);

/* The largest integer up to which a floating point type with DIG binary digits of mantissa holds every integer. */
#define DTPI_EXACT(DIG) ((DIG) >= 63 ? INT64_MAX : (int64_t) 1 << ((DIG) < 63 ? (DIG) : 62))

/* Bytes of a long double that carry its value: 10 of an x87 one, all of any other. */
enum { DTPI_LONG_DOUBLE_BYTES = LDBL_MANT_DIG == 64 ? 10 : sizeof(long double) };

/* Numbers from -DTPI_PAIR_EXACT to DTPI_PAIR_EXACT are the first half of a pair as they are, if its type holds them; of
 * others that is a remainder, modulo DTPI_PAIR_PERIOD: a multiple of 2^24 - 3, the modulus of floats. */
enum { DTPI_PAIR_PERIOD = 64 * ((1 << 24) - 3), DTPI_PAIR_EXACT = DTPI_PAIR_PERIOD + 3 };

/* Beyond DTPI_PLAIN the first half is multiplied: where a type has more bits than an int, a float or a double, these
 * vary too.  So is a long double, of the same remainder. */
enum { DTPI_PLAIN = 1 << 24 };
#define DTPI_TIMES_LONG (sizeof(long) == 8 ? (int64_t) UINT32_MAX : 1)
#define DTPI_TIMES_DOUBLE (((int64_t) 1 << 20) + 1)
#define DTPI_TIMES_ALONE (LDBL_MANT_DIG >= 64 ? ((int64_t) 1 << 30) - 1 : DTPI_TIMES_DOUBLE)
#define DTPI_TIMES_LONG_DOUBLE (LDBL_MANT_DIG >= 64 ? ((int64_t) 1 << 33) - 1 : DTPI_TIMES_DOUBLE)

/* The kind of a type of another language, by its size; NULL if there is none. */
const struct dtpi_kind *dtpi_kind_sized(int sized, int size);

/* What is true of a kind, in words: integer unsigned narrow (of so few bits that values must repeat) floating
 * long-double complex pair padded logical.  NULL past the last word. */
const char *dtpi_kind_word(int word);
bool dtpi_kind_is(const struct dtpi_kind *kind, int word);
bool dtpi_kind_is_pair(const struct dtpi_kind *kind);

struct dtpi_float_int { float value; int index; };
struct dtpi_double_int { double value; int index; };
struct dtpi_long_int { long value; int index; };
struct dtpi_int_int { int value; int index; };
struct dtpi_short_int { short value; int index; };
struct dtpi_long_double_int { long double value; int index; };

#endif
