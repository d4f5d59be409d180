#include "typemap_c.h"

#include "values_c.h"

#include <stdio.h>
#include <string.h>

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

    dtpi_c_line(out, "%*sput_%s(at%s%s, &v);", p->indent, "", dtpi_values_c_name(kind), sum, more);
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
