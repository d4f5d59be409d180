#include "values_c.h"

#include "kind_steps.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

/* ---- the kinds ---- */

/* The C types of the parts of an element, and what a function for them is called. */
static const struct {
    const char *name, *part[2];
} kinds[DTPI_NUM_KINDS] = {
    [DTPI_I8] = {"int8", {"signed char"}},
    [DTPI_I16] = {"int16", {"short"}},
    [DTPI_I32] = {"int32", {"int"}},
    [DTPI_I64] = {"int64", {"long long"}},
    [DTPI_U8] = {"uint8", {"unsigned char"}},
    [DTPI_U16] = {"uint16", {"unsigned short"}},
    [DTPI_U32] = {"uint32", {"unsigned int"}},
    [DTPI_U64] = {"uint64", {"unsigned long long"}},
    [DTPI_FLOAT] = {"float", {"float"}},
    [DTPI_DOUBLE] = {"double", {"double"}},
    [DTPI_LONG_DOUBLE] = {"long_double", {"long double"}},
    [DTPI_COMPLEX_FLOAT] = {"complex_float", {"float", "float"}},
    [DTPI_COMPLEX_DOUBLE] = {"complex_double", {"double", "double"}},
    [DTPI_COMPLEX_LONG_DOUBLE] = {"complex_long_double", {"long double", "long double"}},
    [DTPI_PAIR_FLOAT_INT] = {"float_int", {"float", "int"}},
    [DTPI_PAIR_DOUBLE_INT] = {"double_int", {"double", "int"}},
    [DTPI_PAIR_LONG_INT] = {"long_int", {"long", "int"}},
    [DTPI_PAIR_2INT] = {"2int", {"int", "int"}},
    [DTPI_PAIR_SHORT_INT] = {"short_int", {"short", "int"}},
    [DTPI_PAIR_LONG_DOUBLE_INT] = {"long_double_int", {"long double", "int"}},
    [DTPI_BOOL] = {"bool", {"_Bool"}},
    [DTPI_RAW16] = {"raw16", {"long long"}},
    [DTPI_RAW32] = {"raw32", {"long long"}},
};

static enum dtpi_kind_id id_of(const struct dtpi_kind *kind)
{
    return (enum dtpi_kind_id) (kind - dtpi_kinds);
}

const char *dtpi_values_c_name(const struct dtpi_kind *kind)
{
    return kinds[id_of(kind)].name;
}

/* Marks the kinds of the nodes. */
static void find_kinds(const struct dtpi_node *node, bool used[DTPI_NUM_KINDS])
{
    for (; node; node = node->next) {
        if (node->strip.basic)
            used[id_of(node->strip.basic->kind)] = true;
        find_kinds(node->body, used);
    }
}

bool dtpi_values_c_padded(const struct dtpi_typemap *map)
{
    bool used[DTPI_NUM_KINDS] = {false}, padded = false;

    find_kinds(map->root, used);
    for (int id = 0; id < DTPI_NUM_KINDS; id++)
        padded = padded || (used[id] && dtpi_kinds[id].insignificant);
    return padded;
}

/* ---- the parts of an element ---- */

struct part {
    struct dtpi_field field;
    const char *type;
    enum { SIGNED, UNSIGNED, FLOATING, TRUTH } is;
    int half; /* of the bits of a number that is combined */
    int plus; /* to the bits of its number, which another part of the element has too */
};

static int half_of(const char *type)
{
    const int digits = *type == 'f' ? FLT_MANT_DIG : *type == 'd' ? DBL_MANT_DIG : LDBL_MANT_DIG;

    return digits >= 62 ? 31 : digits / 2;
}

static struct part part_of(const struct dtpi_kind *kind, int k)
{
    const enum dtpi_kind_id id = id_of(kind);
    const int own = k < kind->num_fields ? k : 0;
    struct part p = {.field = kind->field[own], .type = kinds[id].part[own]};

    if (id == DTPI_RAW16 || id == DTPI_RAW32) {
        p.field = (struct dtpi_field) {(unsigned char) (8 * k), 8, 8};
        p.plus = k / 2;
    }
    p.is = strstr(p.type, "float") || strstr(p.type, "double") ? FLOATING : *p.type == 'u' ? UNSIGNED : SIGNED;
    p.is = id == DTPI_BOOL ? TRUTH : p.is;
    p.half = p.is == FLOATING ? half_of(p.type) : 4 * p.field.size;
    return p;
}

static int num_parts(const struct dtpi_kind *kind)
{
    return id_of(kind) == DTPI_RAW16 ? 2 : id_of(kind) == DTPI_RAW32 ? 4 : kind->num_fields;
}

/* ---- values as kind_values.c has them: truth values, and those of which all bits vary ---- */

static void put_truth(struct dtpi_c_out *out)
{
    dtpi_c_line(out, "/* Whether the ones among the digits of k are an odd number. */");
    dtpi_c_line(out, "static int truth(long long k)");
    dtpi_c_line(out, "{");
    dtpi_c_line(out, "    int is_odd = 0;\n");
    dtpi_c_line(out, "    for (unsigned long long x = (unsigned long long) k; x; x &= x - 1)");
    dtpi_c_line(out, "        is_odd = !is_odd;");
    dtpi_c_line(out, "    return is_odd;");
    dtpi_c_line(out, "}\n");
}

static void put_bits(struct dtpi_c_out *out)
{
    dtpi_c_line(out, "/* The bits of number k in an integer of so many bytes: all of them vary with k. */");
    dtpi_c_line(out, "static unsigned long long bits(long long k, int size, int is_signed)");
    dtpi_c_line(out, "{");
    dtpi_c_line(out, "    const long long from = is_signed && size < 4 ? 1 << (8 * size - 1) : 0;");
    dtpi_c_line(out, "    const long long turn = size < 4 ? (k + from) >> 8 * size : 0;");
    dtpi_c_line(out, "    unsigned long long x = (unsigned long long) (k + 37 * turn + 101 * (turn >> 8));\n");
    dtpi_c_line(out, "    x = (x + 0x%llxu) * 0x%llxu;", (unsigned long long) DTPI_OFFSET,
                (unsigned long long) DTPI_MULTIPLIER);
    dtpi_c_line(out, "    x = size < 8 ? x & ((1ull << 8 * size) - 1) : x;");
    dtpi_c_line(out, "    return x ^ x >> 4 * size;");
    dtpi_c_line(out, "}\n");
}

static void put_place(struct dtpi_c_out *out)
{
    dtpi_c_line(out, "/* One number in 509 each is a zero (0), an infinity (1), a denormal number (2). */");
    dtpi_c_line(out, "static int place(long long k)");
    dtpi_c_line(out, "{");
    dtpi_c_line(out, "    return (int) ((k %% 509 + 609) %% 509);");
    dtpi_c_line(out, "}\n");
}

static void put_number(struct dtpi_c_out *out)
{
    dtpi_c_line(out, "/* Number k, no NaN, of these bits. */");
    dtpi_c_line(out, "static unsigned long long");
    dtpi_c_line(out, "number(long long k, unsigned long long x, unsigned long long sign, unsigned long long exponent)");
    dtpi_c_line(out, "{");
    dtpi_c_line(out, "    x ^= (x & exponent) == exponent ? sign >> 1 : 0;");
    dtpi_c_line(out, "    x &= place(k) == 2 ? ~exponent : place(k) < 2 ? sign : ~0ull;");
    dtpi_c_line(out, "    return place(k) == 1 ? x | exponent : x;");
    dtpi_c_line(out, "}\n");
}

/* Of the format of 80 bits; others are numbers as they are. */
#if LDBL_MANT_DIG == 64 && (defined __x86_64__ || defined __i386__)
enum { HAS_LONG_DOUBLE_BITS = 1 };
#else
enum { HAS_LONG_DOUBLE_BITS = 0 };
#endif

static void put_long_double_bits(struct dtpi_c_out *out)
{
    dtpi_c_line(out, "/* A long double of the format of 80 bits, likewise. */");
    dtpi_c_line(out, "static void long_double(unsigned char *at, long long k)");
    dtpi_c_line(out, "{");
    dtpi_c_line(out, "    const unsigned long long x = bits(k, 8, 1), one = 1ull << 63;");
    dtpi_c_line(out, "    unsigned short exponent = (unsigned short) (x * 0x%llxu >> 48);",
                (unsigned long long) DTPI_MULTIPLIER);
    dtpi_c_line(out, "    unsigned long long mantissa = place(k) < 2 ? 0 : x | one;\n");
    dtpi_c_line(out, "    exponent ^= (exponent & 0x7fff) == 0x7fff ? 0x4000 : 0;");
    dtpi_c_line(out, "    exponent |= place(k) == 1 ? 0x7fff : 0;");
    dtpi_c_line(out, "    exponent &= place(k) == 0 || place(k) == 2 ? 0x8000 : 0xffff;");
    dtpi_c_line(out, "    mantissa = exponent & 0x7fff ? mantissa : mantissa & ~one;");
    dtpi_c_line(out, "    mantissa = (exponent & 0x7fff) == 0x7fff ? one : mantissa;");
    dtpi_c_line(out, "    memcpy(at, &mantissa, 8);");
    dtpi_c_line(out, "    memcpy(at + 8, &exponent, 2);");
    dtpi_c_line(out, "}\n");
}

static void put_bits_functions(struct dtpi_c_out *out, const bool used[DTPI_NUM_KINDS])
{
    bool is_floating = false, is_long = false, has_bits = false;

    for (int id = 0; id < DTPI_NUM_KINDS; id++)
        for (int k = 0; used[id] && k < num_parts(&dtpi_kinds[id]); k++) {
            const struct part p = part_of(&dtpi_kinds[id], k);
            has_bits = has_bits || p.is != TRUTH;
            is_floating = is_floating || (p.is == FLOATING && p.field.size <= 8);
            is_long = is_long || (p.is == FLOATING && p.field.size > 8);
        }
    if (has_bits)
        put_bits(out);
    if (is_floating || (is_long && HAS_LONG_DOUBLE_BITS))
        put_place(out);
    if (is_floating)
        put_number(out);
    if (is_long && HAS_LONG_DOUBLE_BITS)
        put_long_double_bits(out);
}

/* ---- numbers that are multiplied ---- */

static bool is_enlarged(const struct dtpi_kind *kind)
{
    return dtpi_kind_is_pair(kind) || id_of(kind) == DTPI_LONG_DOUBLE;
}

static void put_enlarged(struct dtpi_c_out *out)
{
    dtpi_c_line(out, "/* Number k; a large one is so many times as much, and at times one more. */");
    dtpi_c_line(out, "static long long enlarged(long long k, long long times)");
    dtpi_c_line(out, "{");
    dtpi_c_line(out, "    const long long near = times > 1 ? k / %lld %% 2 : 0;\n", 2LL * DTPI_PAIR_PERIOD);
    dtpi_c_line(out, "    k = k > %d || k < -%d ? k %% %d : k;", DTPI_PAIR_EXACT, DTPI_PAIR_EXACT, DTPI_PAIR_PERIOD);
    dtpi_c_line(out, "    return k > %d || k < -%d ? k * times + near : k;", DTPI_PLAIN, DTPI_PLAIN);
    dtpi_c_line(out, "}\n");
}

/* ---- combining ---- */

/* An element as the number of two's complement that it is. */
static void put_combine(struct dtpi_c_out *out, const struct part *p)
{
    const int n = p->field.significant;

    dtpi_c_line(out, "static void combine_%d_%d(unsigned char *at, const struct values *v)", (int) p->is,
                p->field.size);
    dtpi_c_line(out, "{");
    dtpi_c_line(out, "    %s left, right;\n", p->type);
    dtpi_c_line(out, "    memcpy(&left, v->in + (at - v->inout), %d);", n);
    dtpi_c_line(out, "    memcpy(&right, at, %d);", n);
    dtpi_c_line(out, "    right = (%s) combine((long long) left, (long long) right, %d);", p->type, p->half);
    dtpi_c_line(out, "    memcpy(at, &right, %d);", n);
    dtpi_c_line(out, "}\n");
}

static void put_combine_functions(struct dtpi_c_out *out, const bool used[DTPI_NUM_KINDS])
{
    bool is_there[TRUTH + 1][17] = {{false}};

    for (int id = 0; id < DTPI_NUM_KINDS; id++)
        for (int k = 0; used[id] && k < num_parts(&dtpi_kinds[id]); k++) {
            const struct part p = part_of(&dtpi_kinds[id], k);
            if (!is_there[p.is][p.field.size])
                put_combine(out, &p);
            is_there[p.is][p.field.size] = true;
        }
}

/* ---- a function for an element ---- */

enum { NUMBER = 48 };

/* The number that part k of an element is made of. */
static const char *number_of(const struct dtpi_kind *kind, int k, bool bits, char text[NUMBER])
{
    if (k % 2 == 1)
        return "-v->next - 1";
    if (bits || !is_enlarged(kind))
        return "v->next";
    (void) snprintf(text, NUMBER, "enlarged(v->next, %lld)", (long long) kind->times);
    return text;
}

/* The statement that puts a part. */
static void put_part(struct dtpi_c_out *out, const struct part *p, bool bits, const char *number, const char *indent)
{
    const int n = p->field.significant;
    char to[32] = "at";

    if (p->field.offset > 0)
        (void) snprintf(to, sizeof to, "at + %d", p->field.offset);
    if (p->is == TRUTH)
        dtpi_c_line(out, "%smemcpy(%s, &(_Bool) {truth(v->next)}, 1);", indent, to);
    else if (!bits || (p->is == FLOATING && n > 8 && !HAS_LONG_DOUBLE_BITS))
        dtpi_c_line(out, "%smemcpy(%s, &(%s) {(%s) (%s)}, %d);", indent, to, p->type, p->type, number, n);
    else if (p->is != FLOATING)
        dtpi_c_line(out, "%smemcpy(%s, &(unsigned %s) {bits(%s, %d, %d)%s}, %d);", indent, to,
                    n == 1 ? "char" : n == 2 ? "short" : n == 4 ? "int" : "long long", number, n, p->is == SIGNED,
                    p->plus ? " + 1" : "", n);
    else if (n == 4)
        dtpi_c_line(out, "%smemcpy(%s, &(unsigned int) {number(%s, bits(%s, 4, 1), 1ull << 31, %s)}, 4);", indent, to,
                    number, number, "0xffull << 23");
    else if (n == 8)
        dtpi_c_line(out, "%smemcpy(%s, &(unsigned long long) {number(%s, bits(%s, 8, 1), 1ull << 63, %s)}, 8);", indent,
                    to, number, number, "0x7ffull << 52");
    else
        dtpi_c_line(out, "%slong_double(%s, %s);", indent, to, number);
}

static void put_padding(struct dtpi_c_out *out, const struct part *p, const char *byte)
{
    const struct dtpi_field *f = &p->field;

    if (f->size > f->significant)
        dtpi_c_line(out, "        memset(at + %d, %s, %d); /* no value */", f->offset + f->significant, byte,
                    f->size - f->significant);
}

static void put_parts(struct dtpi_c_out *out, const struct dtpi_kind *kind, bool bits)
{
    char beyond[NUMBER] = "0";

    if (dtpi_kind_is_pair(kind) && !bits)
        (void) snprintf(beyond, sizeof beyond, "(int) (v->next / %d & 0xff)", DTPI_PLAIN);
    if (kind->insignificant)
        dtpi_c_line(out, "        if (!v->only_padding) {");
    for (int k = 0; k < num_parts(kind); k++) {
        const struct part p = part_of(kind, k);
        char number[NUMBER];
        put_part(out, &p, bits, number_of(kind, k, bits, number), kind->insignificant ? "            " : "        ");
    }
    if (kind->insignificant)
        dtpi_c_line(out, "        }");
    for (int k = 0; k < num_parts(kind); k++) {
        const struct part p = part_of(kind, k);
        put_padding(out, &p, beyond);
    }
}

/* With elements that have no padding, none of an object that has some is written where only padding is. */
static void put_function(struct dtpi_c_out *out, int id, bool any_padded, struct dtpi_values_c how)
{
    const struct dtpi_kind *kind = &dtpi_kinds[id];
    const bool is_block = num_parts(kind) > 1 || kind->insignificant || how.combine;

    dtpi_c_line(out, "static void put_%s(unsigned char *at, struct values *v)", kinds[id].name);
    dtpi_c_line(out, "{");
    dtpi_c_line(out, "    if (v->left-- > 0%s%s)%s", any_padded && !kind->insignificant ? " && !v->only_padding" : "",
                how.combine ? " && !v->in" : "", is_block ? " {" : "");
    put_parts(out, kind, how.bits);
    if (how.combine)
        dtpi_c_line(out, "    } else if (v->left >= 0 && v->in) {");
    for (int k = 0; how.combine && k < num_parts(kind); k++) {
        const struct part p = part_of(kind, k);
        dtpi_c_line(out, "        combine_%d_%d(at + %d, v);", (int) p.is, p.field.size, p.field.offset);
    }
    dtpi_c_line(out, "%s    v->next += v->step;\n}\n", is_block ? "    }\n" : "");
}

void dtpi_values_c(struct dtpi_c_out *out, int n, const struct dtpi_typemap *maps, struct dtpi_values_c how)
{
    bool used[DTPI_NUM_KINDS] = {false}, padded = false, has_enlarged = false;

    for (int i = 0; i < n; i++) {
        find_kinds(maps[i].root, used);
        padded = padded || dtpi_values_c_padded(&maps[i]);
    }
    for (int id = 0; id < DTPI_NUM_KINDS; id++)
        has_enlarged = has_enlarged || (used[id] && is_enlarged(&dtpi_kinds[id]));
    if (used[DTPI_BOOL])
        put_truth(out);
    if (how.bits)
        put_bits_functions(out, used);
    if (!how.bits && has_enlarged)
        put_enlarged(out);
    dtpi_c_line(out, "struct values { long long next, step, left;%s%s };\n", padded ? " int only_padding;" : "",
                how.combine ? " const unsigned char *in, *inout;" : "");
    if (how.combine)
        put_combine_functions(out, used);
    for (int id = 0; id < DTPI_NUM_KINDS; id++)
        if (used[id])
            put_function(out, id, padded, how);
}
