/* What the blocks of an operation hold, before it and afterwards. */
#include "blocks/side.h"
#include "case/pools.h"
#include "case/values.h"
#include "run/report.h"

#include <stdbool.h>
#include <stdlib.h>

struct parts {
    DTP_part_s *parts;
    int *numbers;            /* starts and strides */
};

static int operands_of(const struct h_side *s)
{
    int n = 0;

    for (int k = 0; k < s->n; k++)
        n += s->blocks[k].operands > 1 ? s->blocks[k].operands : 1;
    return n;
}

static void add_operands(const struct h_case *c, int group, int from, int to, int n, int *starts, int *strides)
{
    for (int k = 0; k < n; k++) {
        const struct h_values v = h_message_values(c, group, from + k, to);
        starts[k] = v.start;
        strides[k] = v.stride;
    }
}

/* What each block holds before the operation, or afterwards. */
static struct parts parts_of(const struct h_case *c, const struct h_side *s, bool afterwards)
{
    const MPI_Aint total = operands_of(s);
    const int group = s == c->from ? c->comm->group : c->comm->remote;
    struct parts p = {.parts = h_alloc((s->n + 1) * (MPI_Aint) sizeof *p.parts),
                      .numbers = h_alloc(2 * (total + 1) * (MPI_Aint) sizeof *p.numbers)};
    int *starts = p.numbers, *strides = p.numbers + total;

    for (int k = 0; k < s->n; k++) {
        const struct h_block *b = &s->blocks[k];
        const MPI_Aint elements = b->copies * DTP_pool_elements(b->pool);
        const bool holds = (afterwards ? b->from : b->holds_from) != H_NONE;
        const int n = afterwards ? b->operands : 1;
        p.parts[k] = (DTP_part_s) {.elements = elements, .val_count = holds ? elements : 0, .operands = n,
                                   .starts = starts, .strides = strides, .op = c->meaning};
        add_operands(c, group, afterwards ? b->from : b->holds_from, afterwards ? b->to : b->holds_to, holds ? n : 0,
                     starts, strides);
        starts += n;
        strides += n;
    }
    return p;
}

static void free_parts(struct parts *p)
{
    free(p->parts);
    free(p->numbers);
}

void h_sides_fill(struct h_case *c)
{
    struct h_side *const sides[] = {c->from, c->to};

    for (int k = 0; k < 2; k++) {
        struct parts p;
        if (sides[k]->is_beside)
            h_clear(c->recv);
        if (sides[k]->n == 0)
            continue;
        p = parts_of(c, sides[k], false);
        h_fill_parts(sides[k]->whole, 0, sides[k]->n, p.parts);
        if (sides[k]->before)
            H_DTP(DTP_obj_parts_fill(sides[k]->before, 0, sides[k]->n, p.parts));
        free_parts(&p);
    }
}

/* Gives blocks back what they held before; nothing between their elements, which must be as it was. */
static void restore(struct h_side *s)
{
    for (int k = 0; k < s->n; k++) {
        const struct h_block *b = &s->blocks[k];
        const DTP_obj_s *o = &b->pool->DTP_obj_array[b->index];
        if (b->is_lost)
            H_DTP(DTP_combine(b->pool, b->index, MPI_NO_OP, (MPI_Aint) b->copies * o->DTP_obj_count,
                              (char *) s->before->DTP_obj_array[0].DTP_obj_buf + b->disp,
                              (char *) s->whole->DTP_obj_array[0].DTP_obj_buf + b->disp));
    }
}

void h_sides_check(struct h_case *c)
{
    struct h_side *const sides[] = {c->from, c->to};

    for (int k = 0; k < 2; k++) {
        struct parts p;
        if (sides[k]->is_beside)
            h_check_untouched(c, c->recv);
        if (sides[k]->n == 0)
            continue;
        if (sides[k]->before)
            restore(sides[k]);
        p = parts_of(c, sides[k], true);
        h_check_parts(c, sides[k]->whole, sides[k]->n, p.parts, k == 0);
        free_parts(&p);
    }
}
