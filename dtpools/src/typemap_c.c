#include "typemap_c.h"

#include <string.h>

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
};

static enum dtpi_kind_id id_of(const struct dtpi_kind *kind)
{
    return (enum dtpi_kind_id) (kind - dtpi_kinds);
}

/* ---- the elements ---- */

/* Marks the kinds of the nodes. */
static void find_kinds(const struct dtpi_node *node, bool used[DTPI_NUM_KINDS])
{
    for (; node; node = node->next) {
        if (node->strip.basic)
            used[id_of(node->strip.basic->kind)] = true;
        find_kinds(node->body, used);
    }
}

bool dtpi_typemap_c_padded(const struct dtpi_typemap *map)
{
    bool used[DTPI_NUM_KINDS] = {false}, padded = false;

    find_kinds(map->root, used);
    for (int id = 0; id < DTPI_NUM_KINDS; id++)
        padded = padded || (used[id] && dtpi_kinds[id].insignificant);
    return padded;
}

static void put_copy(struct dtpi_c_out *out, const struct dtpi_field *field, bool second)
{
    const char v = second ? 'b' : 'a';

    if (field->size == field->significant) {
        dtpi_c_line(out, "    memcpy(at + %d, &%c, sizeof %c);", field->offset, v, v);
        return;
    }
    dtpi_c_line(out, "    if (!v->only_padding)");
    dtpi_c_line(out, "        memcpy(at + %d, &%c, %d);", field->offset, v, field->significant);
    dtpi_c_line(out, "    memset(at + %d, 0, %d); /* no value */", field->offset + field->significant,
                field->size - field->significant);
}

/* With elements that have no padding, none of an object that has some is written where only padding is. */
static void put_function(struct dtpi_c_out *out, int id, bool any_padded)
{
    const struct dtpi_kind *kind = &dtpi_kinds[id];
    const char *ctype = kinds[id].part[0];

    dtpi_c_line(out, "static void put_%s(unsigned char *at, struct values *v)", kinds[id].name);
    dtpi_c_line(out, "{");
    if (kind->num_fields == 1 && !kind->insignificant) {
        dtpi_c_line(out, "    if (v->left-- > 0%s)", any_padded ? " && !v->only_padding" : "");
        dtpi_c_line(out, "        memcpy(at, &(%s) {(%s) v->next}, %d);", ctype, ctype, kind->size);
        dtpi_c_line(out, "    v->next += v->step;\n}\n");
        return;
    }
    for (int f = 0; f < kind->num_fields; f++)
        dtpi_c_line(out, "    const %s %c = (%s) %sv->next;", kinds[id].part[f], f > 0 ? 'b' : 'a', kinds[id].part[f],
                    f > 0 ? "-" : "");
    dtpi_c_line(out, "");
    dtpi_c_line(out, "    if (v->left-- <= 0)\n        return;");
    if (any_padded && !kind->insignificant)
        dtpi_c_line(out, "    if (v->only_padding)\n        return;");
    for (int f = 0; f < kind->num_fields; f++)
        put_copy(out, &kind->field[f], f > 0);
    dtpi_c_line(out, "    v->next += v->step;");
    dtpi_c_line(out, "}\n");
}

void dtpi_typemap_c_put(struct dtpi_c_out *out, int n, const struct dtpi_typemap *maps)
{
    bool used[DTPI_NUM_KINDS] = {false}, padded = false;

    for (int i = 0; i < n; i++) {
        find_kinds(maps[i].root, used);
        padded = padded || dtpi_typemap_c_padded(&maps[i]);
    }
    dtpi_c_line(out, "struct values { long long next, step, left;%s };\n", padded ? " int only_padding;" : "");
    for (int id = 0; id < DTPI_NUM_KINDS; id++)
        if (used[id])
            put_function(out, id, padded);
}

/* ---- the loops ---- */

/* Where the statements stand: how many loops around them, and the displacement as a sum. */
enum { MOST_TERMS = 3 * DTPI_MAX_DEPTH, LONGEST_TERM = 56 };

struct place {
    int loops, indent;
    char disp[MOST_TERMS * LONGEST_TERM];
};

static void add_term(struct place *p, MPI_Aint constant, MPI_Aint factor)
{
    size_t n = strlen(p->disp);

    if (constant != 0) {
        (void) snprintf(p->disp + n, sizeof p->disp - n, " + %lld", (long long) constant);
        n = strlen(p->disp);
    }
    if (factor != 0)
        (void) snprintf(p->disp + n, sizeof p->disp - n, " + %lld * i%d", (long long) factor, p->loops);
}

/* A loop, unless it is for one turn only. */
static void put_for(struct dtpi_c_out *out, struct place *p, MPI_Aint count, MPI_Aint stride, bool braces)
{
    if (count == 1)
        return;
    dtpi_c_line(out, "%*sfor (long i%d = 0; i%d < %lld; i%d++)%s", p->indent, "", p->loops, p->loops, (long long) count,
                p->loops, braces ? " {" : "");
    add_term(p, 0, stride);
    p->loops++;
    p->indent += 4;
}

/* An element; `more` is added to the displacement. */
static void put_element(struct dtpi_c_out *out, const struct place *p, const struct dtpi_kind *kind, const char *more)
{
    const char *sum = p->disp[0] && strcmp(p->disp, " + 0") != 0 ? p->disp : "";

    dtpi_c_line(out, "%*sput_%s(at%s%s, &v);", p->indent, "", kinds[id_of(kind)].name, sum, more);
}

static void put_strip(struct dtpi_c_out *out, const struct dtpi_strip *s, struct place p)
{
    add_term(&p, s->disp, 0);
    put_for(out, &p, s->count, s->stride, false);
    put_for(out, &p, s->blklen, s->basic->kind->extent, false);
    put_element(out, &p, s->basic->kind, "");
}

/* How many nodes from this one on are single blocks of one kind. */
static int alike(const struct dtpi_node *node)
{
    const struct dtpi_node *n = node;
    int count = 0;

    for (; n && n->strip.basic && n->strip.count == 1 && n->strip.basic->kind == node->strip.basic->kind; n = n->next)
        count++;
    return count;
}

/* n single blocks as a table of displacements and lengths, and a loop. */
static const struct dtpi_node *put_table(struct dtpi_c_out *out, const struct dtpi_node *node, int n, struct place p)
{
    const struct dtpi_kind *kind = node->strip.basic->kind;
    char more[64];

    (void) snprintf(more, sizeof more, " + block[b][0] + %d * i", kind->extent);
    dtpi_c_word(out, "%*sstatic const long block[][2] = {", p.indent, "");
    for (int i = 0; i < n; i++, node = node->next)
        dtpi_c_word(out, "%s{%lld, %lld}", i > 0 ? ", " : "", (long long) node->strip.disp,
                    (long long) node->strip.blklen);
    dtpi_c_line(out, "};");
    dtpi_c_line(out, "%*sfor (int b = 0; b < %d; b++)", p.indent, "", n);
    dtpi_c_line(out, "%*s    for (long i = 0; i < block[b][1]; i++)", p.indent, "");
    p.indent += 8;
    put_element(out, &p, kind, more);
    return node;
}

static void put_nodes(struct dtpi_c_out *out, const struct dtpi_node *node, struct place p);

static void put_loop(struct dtpi_c_out *out, const struct dtpi_node *node, struct place p)
{
    const bool braces = node->body->next && node->strip.count > 1;
    const int indent = p.indent;

    add_term(&p, node->strip.disp, 0);
    put_for(out, &p, node->strip.count, node->strip.stride, braces);
    put_nodes(out, node->body, p);
    if (braces)
        dtpi_c_line(out, "%*s}", indent, "");
}

static void put_nodes(struct dtpi_c_out *out, const struct dtpi_node *node, struct place p)
{
    enum { MANY = 5 };

    while (node) {
        int n = alike(node);
        if (n >= MANY) {
            struct place inner = p;
            inner.indent += 4;
            dtpi_c_line(out, "%*s{", p.indent, "");
            node = put_table(out, node, n, inner);
            dtpi_c_line(out, "%*s}", p.indent, "");
            continue;
        }
        if (node->strip.basic)
            put_strip(out, &node->strip, p);
        else
            put_loop(out, node, p);
        node = node->next;
    }
}

void dtpi_typemap_c(struct dtpi_c_out *out, const struct dtpi_typemap *map, const char *name)
{
    const struct place p = {.indent = 4};

    dtpi_c_line(out, "static void %s(unsigned char *at, struct values v)", name);
    dtpi_c_line(out, "{");
    if (map->root)
        put_nodes(out, map->root, p);
    else
        dtpi_c_line(out, "    (void) at, (void) v;");
    dtpi_c_line(out, "}\n");
}
