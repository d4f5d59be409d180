/* The values of every kind, its reductions and how it prints, against code written the slow and plain way. */
#include "kind.h"

#include "check.h"

#include <complex.h>
#include <float.h>
#include <math.h>

enum { MOST = 400000, ELEMENT = 64 };

static _Alignas(64) unsigned char run[(size_t) MOST * 2];
static _Alignas(64) unsigned char many[(size_t) 20000 * ELEMENT];

/* ---- number v as an element ---- */

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* README: v where the type holds it; else v + 37 q + 101 floor(q / 256), q the multiple of the range that v lies in. */
static int64_t narrow(int64_t v, int bits, bool is_signed)
{
    int64_t range = (int64_t) 1 << bits, q = floor_div(v + (is_signed ? range / 2 : 0), range);

    return v + 37 * q + 101 * floor_div(q, 256);
}

/* The first half of a pair; a large one is so many times as much, and in every other two periods 1 more or less. */
static int64_t first_half(int64_t v, int64_t times)
{
    const int64_t period = 64 * (((int64_t) 1 << 24) - 3), rest = v > period + 3 || v < -period - 3 ? v % period : v;

    if (rest <= 1 << 24 && rest >= -(1 << 24))
        return rest;
    return times == 1 ? rest : rest * times + v / period / 2 % 2;
}

/* v where T holds every integer up to it; else a remainder by a number just below. */
static int64_t exactly(int64_t v, int digits)
{
    int64_t exact = digits > 62 ? INT64_MAX : (int64_t) 1 << digits;

    return v > exact || v < -exact ? v % (exact - 3) : v;
}

#define STORE(T, VALUE)                                                                                                \
    do {                                                                                                               \
        T stored_ = (T) (VALUE);                                                                                       \
        memcpy(at, &stored_, sizeof stored_);                                                                          \
        at += sizeof stored_;                                                                                          \
    } while (0)

/* Bytes that carry no value are `beyond`. */
static unsigned char *store_long_double(unsigned char *at, int64_t v, int beyond)
{
    long double value = (long double) v;

    memset(at, beyond, sizeof value);
    memcpy(at, &value, LDBL_MANT_DIG == 64 ? 10 : sizeof value);
    return at + sizeof value;
}

static void expected_element(int id, int64_t v, unsigned char *at)
{
    const int64_t w = -v - 1;

    switch (id) {
        case DTPI_I8: STORE(int8_t, narrow(v, 8, true)); break;
        case DTPI_U8: STORE(uint8_t, narrow(v, 8, false)); break;
        case DTPI_I16: STORE(int16_t, narrow(v, 16, true)); break;
        case DTPI_U16: STORE(uint16_t, narrow(v, 16, false)); break;
        case DTPI_I32: STORE(int32_t, v); break;
        case DTPI_U32: STORE(uint32_t, v); break;
        case DTPI_I64: STORE(int64_t, v); break;
        case DTPI_U64: STORE(uint64_t, v); break;
        case DTPI_FLOAT: STORE(float, exactly(v, FLT_MANT_DIG)); break;
        case DTPI_DOUBLE: STORE(double, exactly(v, DBL_MANT_DIG)); break;
        case DTPI_LONG_DOUBLE:
            store_long_double(at, first_half(v, LDBL_MANT_DIG >= 64 ? 1073741823 : 1048577), 0);
            break;
        case DTPI_COMPLEX_FLOAT:
            STORE(float, exactly(v, FLT_MANT_DIG));
            STORE(float, exactly(w, FLT_MANT_DIG));
            break;
        case DTPI_COMPLEX_DOUBLE:
            STORE(double, exactly(v, DBL_MANT_DIG));
            STORE(double, exactly(w, DBL_MANT_DIG));
            break;
        case DTPI_COMPLEX_LONG_DOUBLE:
            at = store_long_double(at, exactly(v, LDBL_MANT_DIG), 0);
            store_long_double(at, exactly(w, LDBL_MANT_DIG), 0);
            break;
        case DTPI_PAIR_FLOAT_INT:
            STORE(float, exactly(v, FLT_MANT_DIG));
            STORE(int, w);
            break;
        case DTPI_PAIR_DOUBLE_INT:
            STORE(double, first_half(v, 1048577));
            STORE(int, w);
            break;
        case DTPI_PAIR_LONG_INT:
            STORE(long, first_half(v, sizeof(long) == 8 ? 4294967295 : 1));
            STORE(int, w);
            break;
        case DTPI_PAIR_2INT:
            STORE(int, first_half(v, 1));
            STORE(int, w);
            break;
        case DTPI_PAIR_SHORT_INT:
            STORE(short, first_half(v, 1));
            STORE(int, w);
            break;
        case DTPI_PAIR_LONG_DOUBLE_INT:
            at = store_long_double(at, first_half(v, LDBL_MANT_DIG >= 64 ? 8589934591 : 1048577),
                                   (int) (v / 16777216 & 0xff));
            STORE(int, w);
            break;
        case DTPI_BOOL: {
            int ones = 0;
            for (uint64_t left = (uint64_t) v; left > 0; left /= 2)
                ones += left % 2 == 1;
            STORE(uint8_t, ones % 2);
            break;
        }
        case DTPI_RAW16:
        case DTPI_RAW32:
            for (int i = 0; i < dtpi_kinds[id].size / 16; i++) {
                STORE(int64_t, v);
                STORE(int64_t, w);
            }
            break;
        default: CHECK(!"a kind that this test knows");
    }
}

/* ---- sequences ---- */

/* A long run equals what is stored one by one, and what the kernel makes when asked for one or a few at a time. */
static void sequence(int id, int64_t first, int64_t stride, size_t n)
{
    const struct dtpi_kind *kind = &dtpi_kinds[id];
    unsigned char expected[ELEMENT];
    size_t size = kind->size, wrong = 0, first_wrong = 0, guard = n * size;

    check_about("%s: %zu values from %" PRId64 " by %" PRId64, kind->name, n, first, stride);
    memset(many + guard, 0x5a, ELEMENT);
    dtpi_kind_writer(kind, false)(many, first, stride, n);
    for (size_t i = 0; i < n; i++) {
        expected_element(id, first + (int64_t) i * stride, expected);
        if (memcmp(many + i * size, expected, size) != 0 && wrong++ == 0)
            first_wrong = i;
    }
    CHECK_INT(wrong, 0);
    if (wrong > 0) {
        expected_element(id, first + (int64_t) first_wrong * stride, expected);
        CHECK_MEM(many + first_wrong * size, expected, size);
    }
    wrong = 0;
    for (size_t i = 0; i < ELEMENT; i++)
        wrong += many[guard + i] != 0x5a;
    CHECK_INT(wrong, 0);
    for (size_t i = 0, part = 1; i < n; i += part, part = part % 7 + 1) {
        _Alignas(64) unsigned char few[8 * ELEMENT];
        part = part < n - i ? part : n - i;
        dtpi_kind_writer(kind, false)(few, first + (int64_t) i * stride, stride, part);
        wrong += memcmp(few, many + i * size, part * size) != 0;
    }
    CHECK_INT(wrong, 0);
}

static void sequences(int id)
{
    static const int64_t firsts[] = {0, 1, -1, 5, 100, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, -32769,
                                     16777210, 16777216, -16777210, 2147483640, -2147483648, 9007199254740980,
                                     -9007199254740992, 70368744177664, 4611686018427000000};
    static const int64_t strides[] = {0, 1, -1, 2, 3, -5, 17, 64, 255, 256, -257, 4099, 65536, -1048577, 2147483647,
                                      -2147483648};
    static const size_t counts[] = {1, 2, 31, 32, 33, 500};

    for (size_t i = 0; i < sizeof firsts / sizeof firsts[0]; i++)
        for (size_t j = 0; j < sizeof strides / sizeof strides[0]; j++)
            for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++)
                if (llabs(firsts[i]) < 4000000000000000000 || llabs(strides[j]) < 1000)
                    sequence(id, firsts[i], strides[j], counts[k]);
    sequence(id, 3, 1, 15000);
    sequence(id, -40000, 7, 15000);
    sequence(id, 16000000, -3000, 15000);
}

/* A number that the type holds is itself: whatever else a kernel does. */
static void exact(int id, const char *text, int64_t v)
{
    _Alignas(64) unsigned char packed[ELEMENT];
    char seen[200];

    check_about("%s: number %" PRId64, dtpi_kinds[id].name, v);
    dtpi_kind_writer(&dtpi_kinds[id], false)(packed, v, 1, 1);
    CHECK_INT(dtpi_kind_print(&dtpi_kinds[id], seen, sizeof seen, packed), strlen(text));
    CHECK_STR(seen, text);
    CHECK_INT(dtpi_kind_print(&dtpi_kinds[id], seen, 3, packed), strlen(text));
    CHECK_INT(strlen(seen), strlen(text) < 2 ? strlen(text) : 2);
}

static void exact_numbers(void)
{
    exact(DTPI_I8, "127", 127);
    exact(DTPI_I8, "-128", -128);
    exact(DTPI_U8, "0", 0);
    exact(DTPI_U8, "255", 255);
    exact(DTPI_I16, "-32768", -32768);
    exact(DTPI_I16, "32767", 32767);
    exact(DTPI_U16, "65535", 65535);
    exact(DTPI_I32, "-2147483648", INT32_MIN);
    exact(DTPI_U32, "4294967295", UINT32_MAX);
    exact(DTPI_I64, "-4611686018427387904", -4611686018427387904);
    exact(DTPI_U64, "4611686018427387904", 4611686018427387904);
    exact(DTPI_FLOAT, "16777216", 16777216);
    exact(DTPI_FLOAT, "-16777215", -16777215);
    exact(DTPI_DOUBLE, "9007199254740991", 9007199254740991);
    exact(DTPI_LONG_DOUBLE, "-5", -5);
    exact(DTPI_COMPLEX_FLOAT, "(7, -8)", 7);
    exact(DTPI_COMPLEX_DOUBLE, "(-7, 6)", -7);
    exact(DTPI_COMPLEX_LONG_DOUBLE, "(0, -1)", 0);
    exact(DTPI_PAIR_FLOAT_INT, "(12, -13)", 12);
    exact(DTPI_PAIR_DOUBLE_INT, "(12, -13)", 12);
    exact(DTPI_PAIR_LONG_INT, "(-12, 11)", -12);
    exact(DTPI_PAIR_2INT, "(1, -2)", 1);
    exact(DTPI_PAIR_SHORT_INT, "(32767, -32768)", 32767);
    exact(DTPI_PAIR_LONG_DOUBLE_INT, "(3, -4)", 3);
}

/* Pairs of any kind, some of which have one first half and unlike second ones. */
static void ties(void)
{
    _Alignas(64) unsigned char a[ELEMENT], b[ELEMENT];

    for (int id = DTPI_PAIR_FLOAT_INT; id <= DTPI_PAIR_LONG_DOUBLE_INT; id++) {
        const struct dtpi_kind *kind = &dtpi_kinds[id];
        check_about("%s", kind->name);
        dtpi_kind_writer(kind, false)(a, 1000, 1, 1);
        dtpi_kind_writer(kind, false)(b, 1000 + DTPI_PAIR_PERIOD, 1, 1);
        CHECK_INT(memcmp(a, b, kind->field[0].significant), 0);
        CHECK(!kind->insignificant || memcmp(a, b, kind->field[0].size) != 0);
        CHECK(memcmp(a + kind->field[0].size, b + kind->field[0].size, kind->field[1].size) != 0);
    }
}

/* ---- what a mistake could hide behind ---- */

/* No element equals the one that is the same number modulo 2^8 or 2^16. */
static void no_period(int id, int64_t stride, int bits)
{
    const struct dtpi_kind *kind = &dtpi_kinds[id];
    size_t period = (size_t) 1 << bits, same = 0;

    check_about("%s by %" PRId64 ": period %zu", kind->name, stride, period);
    dtpi_kind_writer(kind, false)(run, -77, stride, MOST);
    for (size_t k = 0; k + period < MOST; k++)
        same += memcmp(run + k * kind->size, run + (k + period) * kind->size, kind->size) == 0;
    CHECK_INT(same, 0);
}

static void distinct_halves(int id)
{
    const struct dtpi_kind *kind = &dtpi_kinds[id];
    size_t same = 0;

    check_about("%s", kind->name);
    if (kind->num_fields < 2 || kind->field[0].size != kind->field[1].size)
        return;
    dtpi_kind_writer(kind, false)(many, -5000, 1, 10000);
    for (size_t k = 0; k < 10000; k++)
        same += memcmp(many + k * kind->size, many + k * kind->size + kind->field[0].size, kind->field[1].size) == 0;
    CHECK_INT(same, 0);
}

/* The bytes of a field that carry no value are zero, whatever was there. */
static void zero_padding(int id, void (*values)(void *, int64_t, int64_t, size_t))
{
    const struct dtpi_kind *kind = &dtpi_kinds[id];
    size_t nonzero = 0;

    check_about("%s", kind->name);
    memset(many, 0xff, 1000 * ELEMENT);
    values(many, 1000, -3, 1000);
    for (size_t k = 0; k < 1000; k++)
        for (size_t f = 0, at = 0; f < (size_t) kind->num_fields; at += kind->field[f++].size)
            for (size_t i = kind->field[f].significant; i < kind->field[f].size; i++)
                nonzero += many[k * kind->size + at + i] != 0;
    CHECK_INT(nonzero, 0);
}

/* ---- values of which all bits vary ---- */

/* README: x = (u + a) m, x ^ (x >> half), for the integer u of number v. */
static uint64_t spread_out(int64_t u, int bits)
{
    const uint64_t mask = bits == 64 ? UINT64_MAX : ((uint64_t) 1 << bits) - 1;
    const uint64_t x = (((uint64_t) u + 7146057691288625177u) * 1790742272122550903u) & mask;

    return x ^ x >> bits / 2;
}

/* The bits of floating point number v of this many bits, exponent_bits of them for the exponent. */
static uint64_t float_bits(int64_t v, int bits, int exponent_bits)
{
    const uint64_t x = spread_out(v, bits);
    const uint64_t sign = (uint64_t) 1 << (bits - 1), top = sign >> 1, exponent = sign - (sign >> exponent_bits);

    switch ((v % 509 + 609) % 509) {
        case 0: return x & sign;
        case 1: return (x & sign) | exponent;
        case 2: return x & ~exponent;
        default: return (x & exponent) == exponent ? x & ~top : x;
    }
}

static unsigned char *store_bits(int id, int64_t v, unsigned char *at)
{
    const int size = dtpi_kinds[id].size;
    uint64_t x;

    if (id == DTPI_I8 || id == DTPI_U8 || id == DTPI_I16 || id == DTPI_U16)
        x = spread_out(narrow(v, 8 * size, id == DTPI_I8 || id == DTPI_I16), 8 * size);
    else if (id == DTPI_FLOAT)
        x = float_bits(v, 32, 8);
    else if (id == DTPI_DOUBLE)
        x = float_bits(v, 64, 11);
    else
        x = spread_out(v, 8 * size);
    switch (size) {
        case 1: STORE(uint8_t, x); break;
        case 2: STORE(uint16_t, x); break;
        case 4: STORE(uint32_t, x); break;
        default: STORE(uint64_t, x);
    }
    return at;
}

/* The kinds of the two parts; the second one -1 if there is one part. */
static const int parts_of[DTPI_NUM_KINDS][2] = {
    [DTPI_I8] = {DTPI_I8, -1}, [DTPI_I16] = {DTPI_I16, -1}, [DTPI_I32] = {DTPI_I32, -1}, [DTPI_I64] = {DTPI_I64, -1},
    [DTPI_U8] = {DTPI_U8, -1}, [DTPI_U16] = {DTPI_U16, -1}, [DTPI_U32] = {DTPI_U32, -1}, [DTPI_U64] = {DTPI_U64, -1},
    [DTPI_FLOAT] = {DTPI_FLOAT, -1}, [DTPI_DOUBLE] = {DTPI_DOUBLE, -1}, [DTPI_LONG_DOUBLE] = {DTPI_LONG_DOUBLE, -1},
    [DTPI_COMPLEX_FLOAT] = {DTPI_FLOAT, DTPI_FLOAT}, [DTPI_COMPLEX_DOUBLE] = {DTPI_DOUBLE, DTPI_DOUBLE},
    [DTPI_COMPLEX_LONG_DOUBLE] = {DTPI_LONG_DOUBLE, DTPI_LONG_DOUBLE}, [DTPI_PAIR_FLOAT_INT] = {DTPI_FLOAT, DTPI_I32},
    [DTPI_PAIR_DOUBLE_INT] = {DTPI_DOUBLE, DTPI_I32}, [DTPI_PAIR_LONG_INT] = {DTPI_INTEGER(long), DTPI_I32},
    [DTPI_PAIR_2INT] = {DTPI_I32, DTPI_I32}, [DTPI_PAIR_SHORT_INT] = {DTPI_I16, DTPI_I32},
    [DTPI_PAIR_LONG_DOUBLE_INT] = {DTPI_LONG_DOUBLE, DTPI_I32}, [DTPI_BOOL] = {-1, -1}, [DTPI_RAW16] = {-1, -1},
    [DTPI_RAW32] = {-1, -1},
};

/* Sequences are what the README says, element by element; long doubles, and the kinds that have no parts, are
 * only compared with themselves. */
static void bits_sequence(int id, int64_t first, int64_t stride, size_t n)
{
    const struct dtpi_kind *kind = &dtpi_kinds[id];
    size_t wrong = 0, size = kind->size;

    check_about("%s: bits of %zu values from %" PRId64 " by %" PRId64, kind->name, n, first, stride);
    memset(many + n * size, 0x5a, ELEMENT);
    dtpi_kind_writer(kind, true)(many, first, stride, n);
    for (size_t i = 0; i < n; i++) {
        _Alignas(64) unsigned char expected[ELEMENT];
        const int64_t v = first + (int64_t) i * stride;
        unsigned char *at = expected;
        dtpi_kind_writer(kind, true)(expected, v, 77, 1);
        wrong += memcmp(many + i * size, expected, size) != 0;
        for (int part = 0; part < 2; part++) {
            const int of = parts_of[id][part];
            if (of == DTPI_LONG_DOUBLE)
                at += sizeof(long double);
            else if (of >= 0)
                at = store_bits(of, part == 0 ? v : -v - 1, at);
        }
        wrong += memcmp(many + i * size, expected, size) != 0;
    }
    CHECK_INT(wrong, 0);
    for (size_t i = 0; i < ELEMENT; i++)
        wrong += many[n * size + i] != 0x5a;
    CHECK_INT(wrong, 0);
}

/* What there is among many values of a floating point type. */
struct sorts {
    size_t nans, negative[5], positive[5];
};

#define SORT(T)                                                                                                        \
    static void sort_##T(const unsigned char *at, size_t step, struct sorts *s)                                        \
    {                                                                                                                  \
        for (size_t i = 0; i < 15000; i++, at += step) {                                                               \
            number_##T v;                                                                                              \
            memcpy(&v, at, sizeof v);                                                                                  \
            const int sort = fpclassify(v);                                                                            \
            s->nans += sort == FP_NAN;                                                                                 \
            (signbit(v) ? s->negative : s->positive)[sort == FP_ZERO ? 0 : sort == FP_INFINITE ? 1 :                   \
                                                     sort == FP_SUBNORMAL ? 2 : sort == FP_NORMAL ? 3 : 4]++;          \
        }                                                                                                              \
    }

typedef float number_float;
typedef double number_double;
typedef long double number_long_double;
SORT(float)
SORT(double)
SORT(long_double)

/* No NaN, and all the rest, with both signs. */
static void sorts_of_floats(int id)
{
    const struct dtpi_kind *kind = &dtpi_kinds[id];
    struct sorts s = {.nans = 0};

    if (parts_of[id][0] != DTPI_FLOAT && parts_of[id][0] != DTPI_DOUBLE && parts_of[id][0] != DTPI_LONG_DOUBLE)
        return;
    check_about("%s: sorts of numbers", kind->name);
    dtpi_kind_writer(kind, true)(many, -3000, 1, 15000);
    if (parts_of[id][0] == DTPI_FLOAT)
        sort_float(many, kind->size, &s);
    else if (parts_of[id][0] == DTPI_DOUBLE)
        sort_double(many, kind->size, &s);
    else
        sort_long_double(many, kind->size, &s);
    CHECK_INT(s.nans, 0);
    CHECK_INT(s.negative[4] + s.positive[4], 0);
    for (int sort = 0; sort < 4; sort++) {
        CHECK(s.negative[sort] > 0);
        CHECK(s.positive[sort] > 0);
    }
}

static int compare_keys(const void *a, const void *b)
{
    return memcmp(a, b, 16);
}

/* Of 15000 neighbours, few are equal: zeros and infinities, and what a narrow type must repeat. */
static void bits_differ(int id, int64_t stride)
{
    enum { N = 15000 };
    const struct dtpi_kind *kind = &dtpi_kinds[id];
    const size_t size = kind->size, compared = size < 16 ? size : 16;
    unsigned char *keys = check_alloc((size_t) N * 16), together[2][ELEMENT];
    size_t same = 0;

    check_about("%s: bits by %" PRId64, kind->name, stride);
    memset(keys, 0, (size_t) N * 16);
    memset(together, 0, sizeof together);
    dtpi_kind_writer(kind, true)(many, 1, stride, N);
    for (size_t i = 0; i < N; i++) {
        memcpy(keys + 16 * i, many + i * size, compared);
        for (size_t b = 0; b < size; b++) {
            together[0][b] |= many[i * size + b];
            together[1][b] |= (unsigned char) ~many[i * size + b];
        }
    }
    qsort(keys, N, 16, compare_keys);
    for (size_t i = 1; i < N; i++)
        same += compare_keys(keys + 16 * i, keys + 16 * (i - 1)) == 0;
    free(keys);
    if (size > 1)
        CHECK(same <= (parts_of[id][0] == DTPI_I16 || parts_of[id][0] == DTPI_U16 ? 0 : 150));
    for (int f = 0, at = 0; f < kind->num_fields; at += kind->field[f++].size)
        for (int b = 0; b < kind->field[f].significant; b++) {
            CHECK_INT(together[0][at + b], 0xff);
            CHECK_INT(together[1][at + b], 0xff);
        }
}

/* Integers of 32 or 64 bits, of which a float or a double makes one number: README. */
static uint64_t bits_of(int id, int64_t v)
{
    const struct dtpi_kind *kind = &dtpi_kinds[id];
    uint32_t half;
    uint64_t whole;

    dtpi_kind_writer(kind, true)(kind->size == sizeof half ? (void *) &half : &whole, v, 1, 1);
    return kind->size == sizeof half ? half : whole;
}

static void bits_nearly_agree(void)
{
    static const int ids[] = {DTPI_I32, DTPI_I64, DTPI_U32, DTPI_U64};

    for (size_t k = 0; k < sizeof ids / sizeof ids[0]; k++)
        for (int v = -77; v < 77; v++) {
            const uint64_t unlike = bits_of(ids[k], v) ^ bits_of(ids[k], v + 1073741639);
            check_about("%s: bits of %d", dtpi_kinds[ids[k]].name, v);
            CHECK(unlike > 0 && unlike < 256);
        }
}

/* Steps in memory that a mistake could take: no element repeats the one before it, or 256 or 65536 before it. */
static void bits_without_period(int id)
{
    const struct dtpi_kind *kind = &dtpi_kinds[id];

    for (size_t period = 256; period <= 65536; period *= 256) {
        size_t same = 0;
        check_about("%s: bits, period %zu", kind->name, period);
        dtpi_kind_writer(kind, true)(run, -77, 1, MOST);
        for (size_t k = 0; k + period < MOST; k++)
            same += memcmp(run + k * kind->size, run + (k + period) * kind->size, kind->size) == 0;
        CHECK_INT(same, 0);
    }
}

static void all_bits(int id)
{
    static const int64_t strides[] = {1, 0, -1, 2, 3, 64, -100, 512, 65536, 2147483647};
    const struct dtpi_kind *kind = &dtpi_kinds[id];

    for (size_t i = 0; i < sizeof strides / sizeof strides[0]; i++) {
        bits_sequence(id, -40, strides[i], 100);
        bits_sequence(id, 2147483600, strides[i], 33);
        bits_sequence(id, 5, strides[i], 2000);
        if (strides[i] != 0 && llabs(strides[i]) < 100 && id != DTPI_BOOL)
            bits_differ(id, strides[i]);
    }
    sorts_of_floats(id);
    if (kind->num_fields == 1 && kind->size <= 2 && id != DTPI_BOOL)
        bits_without_period(id);
}

/* ---- reductions ---- */

/* The number that stands for the map b and then the map a, as dtpools.h has it. */
static int64_t composed(int64_t a, int64_t b, int h)
{
    const uint64_t m = (uint64_t) 1 << h, sign = m << (h - 1);
    const uint64_t as = (uint64_t) a % m, bs = (uint64_t) b % m;
    const uint64_t at = ((uint64_t) a >> h) + as + 1, bt = ((uint64_t) b >> h) + bs + 1;
    const uint64_t slope = (2 * as + 1) * (2 * bs + 1), s = (slope - 1) / 2 % m, t = ((2 * as + 1) * bt + at) % m;
    const uint64_t number = s + ((t - s - 1) % m << h);

    return number < sign ? (int64_t) number : (int64_t) (number - sign) - (int64_t) (sign - 1) - 1;
}

#define REDUCTION(NAME, T, CALCULATE)                                                                                  \
    static bool NAME(enum dtpi_op op, const unsigned char *x, const unsigned char *y, unsigned char *result)           \
    {                                                                                                                  \
        T a, b, c;                                                                                                     \
                                                                                                                       \
        memcpy(&a, x, sizeof a);                                                                                       \
        memcpy(&b, y, sizeof b);                                                                                       \
        switch (op) {                                                                                                  \
            CALCULATE                                                                                                  \
            default: return false;                                                                                     \
        }                                                                                                              \
        memcpy(result, &c, sizeof c);                                                                                  \
        return true;                                                                                                   \
    }
#define SUM_AND_PROD(T)                                                                                                \
    case DTPI_SUM: c = (T) (a + b); break;                                                                             \
    case DTPI_PROD: c = (T) (a * b); break;
#define WRAPPED(T)                                                                                                     \
    case DTPI_SUM: c = (T) ((uint64_t) a + (uint64_t) b); break;                                                       \
    case DTPI_PROD: c = (T) ((uint64_t) a * (uint64_t) b); break;
#define ORDER                                                                                                          \
    case DTPI_MIN: c = a < b ? a : b; break;                                                                           \
    case DTPI_MAX: c = a > b ? a : b; break;
#define BITS(T)                                                                                                        \
    case DTPI_BAND: c = (T) (a & b); break;                                                                            \
    case DTPI_BOR: c = (T) (a | b); break;                                                                             \
    case DTPI_BXOR: c = (T) (a ^ b); break;
#define TRUTH(T)                                                                                                       \
    case DTPI_LAND: c = (T) (a != 0 && b != 0); break;                                                                 \
    case DTPI_LOR: c = (T) (a != 0 || b != 0); break;                                                                  \
    case DTPI_LXOR: c = (T) ((a != 0) + (b != 0) == 1); break;
#define MAPS(T, H) case DTPI_COMPOSE: c = (T) composed((int64_t) a, (int64_t) b, H); break;
#define INTEGER_REDUCTION(NAME, T) REDUCTION(NAME, T, WRAPPED(T) ORDER BITS(T) TRUTH(T) MAPS(T, 4 * sizeof(T)))

INTEGER_REDUCTION(reduce_i8, int8_t)
INTEGER_REDUCTION(reduce_i16, int16_t)
INTEGER_REDUCTION(reduce_i32, int32_t)
INTEGER_REDUCTION(reduce_i64, int64_t)
INTEGER_REDUCTION(reduce_u8, uint8_t)
INTEGER_REDUCTION(reduce_u16, uint16_t)
INTEGER_REDUCTION(reduce_u32, uint32_t)
INTEGER_REDUCTION(reduce_u64, uint64_t)
REDUCTION(reduce_float, float, SUM_AND_PROD(float) ORDER MAPS(float, 12))
REDUCTION(reduce_double, double, SUM_AND_PROD(double) ORDER MAPS(double, 26))
REDUCTION(reduce_long_double, long double, SUM_AND_PROD(long double) ORDER
                                           MAPS(long double, LDBL_MANT_DIG < 62 ? LDBL_MANT_DIG / 2 : 31))
REDUCTION(reduce_complex_float, float _Complex, SUM_AND_PROD(float _Complex))
REDUCTION(reduce_complex_double, double _Complex, SUM_AND_PROD(double _Complex))
REDUCTION(reduce_complex_long_double, long double _Complex, SUM_AND_PROD(long double _Complex))

#define PLACE(NAME, T)                                                                                                 \
    static bool NAME(enum dtpi_op op, const unsigned char *x, const unsigned char *y, unsigned char *result)           \
    {                                                                                                                  \
        T u, v;                                                                                                        \
        int i, j;                                                                                                      \
        bool first;                                                                                                    \
                                                                                                                       \
        memcpy(&u, x, sizeof u);                                                                                       \
        memcpy(&v, y, sizeof v);                                                                                       \
        memcpy(&i, x + sizeof u, sizeof i);                                                                            \
        memcpy(&j, y + sizeof v, sizeof j);                                                                            \
        first = u == v ? i < j : op == DTPI_MINLOC ? u < v : u > v;                                                    \
        memcpy(result, first ? x : y, sizeof(T) + sizeof(int));                                                        \
        return op == DTPI_MINLOC || op == DTPI_MAXLOC;                                                                 \
    }

REDUCTION(reduce_bool, uint8_t, TRUTH(uint8_t) case DTPI_COMPOSE: c = a; break;)

static bool reduce_raw(enum dtpi_op op, const unsigned char *x, const unsigned char *y, unsigned char *result,
                       size_t bytes)
{
    bool defined = op == DTPI_COMPOSE;

    for (size_t at = 0; defined && at < bytes; at += 8)
        defined = reduce_u64(op, x + at, y + at, result + at);
    return defined;
}

static bool reduce_raw16(enum dtpi_op op, const unsigned char *x, const unsigned char *y, unsigned char *result)
{
    return reduce_raw(op, x, y, result, 16);
}

static bool reduce_raw32(enum dtpi_op op, const unsigned char *x, const unsigned char *y, unsigned char *result)
{
    return reduce_raw(op, x, y, result, 32);
}

PLACE(place_float_int, float)
PLACE(place_double_int, double)
PLACE(place_long_int, long)
PLACE(place_int_int, int)
PLACE(place_short_int, short)
PLACE(place_long_double_int, long double)

static bool (*const reductions[DTPI_NUM_KINDS])(enum dtpi_op, const unsigned char *, const unsigned char *,
                                                unsigned char *) = {
    [DTPI_I8] = reduce_i8, [DTPI_I16] = reduce_i16, [DTPI_I32] = reduce_i32, [DTPI_I64] = reduce_i64,
    [DTPI_U8] = reduce_u8, [DTPI_U16] = reduce_u16, [DTPI_U32] = reduce_u32, [DTPI_U64] = reduce_u64,
    [DTPI_FLOAT] = reduce_float, [DTPI_DOUBLE] = reduce_double, [DTPI_LONG_DOUBLE] = reduce_long_double,
    [DTPI_COMPLEX_FLOAT] = reduce_complex_float, [DTPI_COMPLEX_DOUBLE] = reduce_complex_double,
    [DTPI_COMPLEX_LONG_DOUBLE] = reduce_complex_long_double, [DTPI_PAIR_FLOAT_INT] = place_float_int,
    [DTPI_PAIR_DOUBLE_INT] = place_double_int, [DTPI_PAIR_LONG_INT] = place_long_int, [DTPI_PAIR_2INT] = place_int_int,
    [DTPI_PAIR_SHORT_INT] = place_short_int, [DTPI_PAIR_LONG_DOUBLE_INT] = place_long_double_int,
    [DTPI_BOOL] = reduce_bool, [DTPI_RAW16] = reduce_raw16, [DTPI_RAW32] = reduce_raw32,
};

/* Part by part, of a complex number or a pair. */
static bool compose_parts(int id, const unsigned char *x, const unsigned char *y, unsigned char *result)
{
    size_t first = dtpi_kinds[id].field[0].size;

    return reductions[parts_of[id][0]](DTPI_COMPOSE, x, y, result) &&
           reductions[parts_of[id][1]](DTPI_COMPOSE, x + first, y + first, result + first);
}

static bool reduce_one(int id, enum dtpi_op op, const unsigned char *x, const unsigned char *y, unsigned char *result)
{
    if (op == DTPI_COMPOSE && dtpi_kinds[id].num_fields == 2)
        return compose_parts(id, x, y, result);
    return reductions[id](op, x, y, result);
}

static bool same_value(const struct dtpi_kind *kind, const unsigned char *a, const unsigned char *b)
{
    for (size_t f = 0, at = 0; f < (size_t) kind->num_fields; at += kind->field[f++].size)
        if (memcmp(a + at, b + at, kind->field[f].significant) != 0)
            return false;
    return true;
}

static void reduction(int id, enum dtpi_op op)
{
    enum { N = 1000 };
    const struct dtpi_kind *kind = &dtpi_kinds[id];
    unsigned char expected[ELEMENT], *a = many, *b = many + N * ELEMENT, *before = many + 2 * N * ELEMENT;
    bool defined;
    size_t wrong = 0;

    check_about("%s, operation %d", kind->name, (int) op);
    dtpi_kind_writer(kind, false)(a, -300, 1, N);
    dtpi_kind_writer(kind, false)(b, 2000, -3, N);
    defined = reduce_one(id, op, a, b, expected);
    CHECK_INT(dtpi_kind_reduction(kind, op) != NULL, defined);
    if (!defined || !dtpi_kind_reduction(kind, op))
        return;
    memcpy(before, a, N * (size_t) kind->size);
    dtpi_kind_reduction(kind, op)(a, b, N);
    for (size_t k = 0; k < N; k++) {
        memset(expected, 0, sizeof expected);
        (void) reduce_one(id, op, before + k * kind->size, b + k * kind->size, expected);
        wrong += !same_value(kind, a + k * kind->size, expected);
    }
    CHECK_INT(wrong, 0);
}

/* ---- what is true of the types ---- */

static void words_of_types(void)
{
    static const struct {
        MPI_Datatype type;
        const char *words;
    } known[] = {
        {MPI_INT, "integer"}, {MPI_UNSIGNED_SHORT, "integer unsigned narrow"}, {MPI_BYTE, "integer unsigned narrow"},
        {MPI_DOUBLE, "floating"}, {MPI_LONG_DOUBLE, "floating long-double"}, {MPI_C_DOUBLE_COMPLEX, "complex"},
        {MPI_C_LONG_DOUBLE_COMPLEX, "complex long-double"}, {MPI_2INT, "pair"}, {MPI_SHORT_INT, "pair padded"},
    };
    MPI_Datatype mixed[] = {MPI_SHORT_INT, MPI_FLOAT, MPI_CHAR};
    int counts[] = {1, 2, 3};
    DTP_t pool;

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        check_about("%s", DTP_type_name(known[i].type));
        CHECK_OK(DTP_pool_create(known[i].type, 2, &pool));
        CHECK_STR(DTP_pool_kinds(pool), known[i].words);
        for (int w = 0; dtpi_kind_word(w); w++)
            CHECK_INT(DTP_type_has(known[i].type, dtpi_kind_word(w)),
                      strstr(known[i].words, dtpi_kind_word(w)) != NULL);
        CHECK_OK(DTP_pool_free(pool));
    }
    check_about("words");
    CHECK_INT(DTP_type_has(MPI_DATATYPE_NULL, "integer"), 0);
    CHECK_INT(DTP_type_has(MPI_INT, "signed"), 0);
    CHECK_INT(DTP_type_has(MPI_INT, NULL), 0);
    CHECK(DTP_pool_kinds(NULL) == NULL);
    CHECK_OK(DTP_pool_create_struct(3, mixed, counts, &pool));
    CHECK_STR(DTP_pool_kinds(pool), (char) -1 < 0 ? "integer narrow floating pair padded"
                                                  : "integer unsigned narrow floating pair padded");
    CHECK_OK(DTP_pool_free(pool));
}

int main(void)
{
    check_start();
    for (int id = 0; id < DTPI_NUM_KINDS; id++) {
        sequences(id);
        distinct_halves(id);
        zero_padding(id, dtpi_kind_writer(&dtpi_kinds[id], false));
        zero_padding(id, dtpi_kind_writer(&dtpi_kinds[id], true));
        all_bits(id);
        for (int op = 0; op < DTPI_NUM_OPS; op++)
            reduction(id, (enum dtpi_op) op);
    }
    exact_numbers();
    ties();
    bits_nearly_agree();
    words_of_types();
    for (int64_t stride = -7; stride <= 7; stride += 2) {
        no_period(DTPI_I8, stride, 8);
        no_period(DTPI_U8, stride, 8);
        no_period(DTPI_I8, stride, 16);
        no_period(DTPI_U8, stride, 16);
        no_period(DTPI_I16, stride, 16);
        no_period(DTPI_U16, stride, 16);
    }
    return check_end();
}
