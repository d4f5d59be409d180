#include "typemap.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"

/* All arithmetic here is on displacements between the true bounds of the tree, or of count instances of it, which
 * tree.c and dtpi_typemap_create have seen to fit. */

static void free_nodes(struct dtpi_node *node)
{
    while (node) {
        struct dtpi_node *next = node->next;
        free_nodes(node->body);
        dtpi_free(node);
        node = next;
    }
}

static void measure_strip(struct dtpi_node *node)
{
    const struct dtpi_strip *s = &node->strip;
    MPI_Aint block = s->blklen * s->basic->kind->extent;

    node->lo = dtpi_strip_lo(s);
    node->hi = dtpi_strip_hi(s);
    node->ascending = s->count == 1 || s->stride >= block;
}

static void measure_loop(struct dtpi_node *node)
{
    struct dtpi_strip *s = &node->strip;
    MPI_Aint lo = node->body->lo, hi = node->body->hi, reach = (s->count - 1) * s->stride;
    bool ascending = node->body->ascending;

    for (const struct dtpi_node *n = node->body->next; n; n = n->next) {
        ascending = ascending && n->ascending && n->lo >= hi;
        lo = dtpi_min(lo, n->lo);
        hi = dtpi_max(hi, n->hi);
    }
    node->ascending = ascending && (s->count == 1 || s->stride >= hi - lo);
    node->lo = s->disp + lo + dtpi_min(reach, 0);
    node->hi = s->disp + hi + dtpi_max(reach, 0);
}

static struct dtpi_node *new_node(const struct dtpi_basic *basic, struct dtpi_node *body)
{
    struct dtpi_node *node = dtpi_alloc(1, sizeof *node);

    if (!node) {
        free_nodes(body);
        return NULL;
    }
    *node = (struct dtpi_node) {.strip = {.basic = basic, .count = 1, .blklen = 1}, .body = body};
    if (basic)
        measure_strip(node);
    else
        measure_loop(node);
    return node;
}

/* node, count times, stride bytes apart; takes over the node and gives back what stands for all of it. */
static struct dtpi_node *repeat(struct dtpi_node *node, MPI_Aint count, MPI_Aint stride)
{
    struct dtpi_strip *s = &node->strip;
    MPI_Aint next; /* where another instance of the strip would begin: of the last one it may be beyond any address */

    if (count == 1)
        return node;
    if (s->basic && s->count == 1 && stride == s->blklen * s->basic->kind->extent) {
        s->blklen *= count;
    } else if (s->count == 1) {
        s->count = count;
        s->stride = stride;
    } else if (dtpi_mul(s->count, s->stride, &next) && stride == next) {
        s->count *= count;
    } else {
        node = new_node(NULL, node);
        if (!node)
            return NULL;
        node->strip.count = count;
        node->strip.stride = stride;
    }
    if (node->strip.basic)
        measure_strip(node);
    else
        measure_loop(node);
    return node;
}

static void shift(struct dtpi_node *node, MPI_Aint disp)
{
    node->strip.disp += disp;
    node->lo += disp;
    node->hi += disp;
}

static struct dtpi_node *nodes_of(const struct dtpi_tree *tree);

static struct dtpi_node *node_of_run(enum dtpi_ctor ctor, const struct dtpi_run *run)
{
    MPI_Aint unit = dtpi_run_unit(ctor, run);
    struct dtpi_node *node = nodes_of(run->child);

    node = node ? repeat(node, run->blklen, dtpi_tree_extent(run->child)) : NULL;
    node = node && run->count > 1 ? repeat(node, run->count, run->step * unit) : node;
    if (node)
        shift(node, run->disp * unit);
    return node;
}

static struct dtpi_node *node_of_runs(const struct dtpi_tree *tree)
{
    struct dtpi_node *first = NULL, **end = &first;

    for (int i = 0; i < tree->num_runs; i++) {
        const struct dtpi_run *run = &tree->runs[i];
        if (run->count == 0 || run->blklen == 0 || run->child->elements == 0)
            continue;
        *end = node_of_run(tree->ctor, run);
        if (!*end) {
            free_nodes(first);
            return NULL;
        }
        end = &(*end)->next;
    }
    return first && first->next ? new_node(NULL, first) : first;
}

static struct dtpi_node *node_of_subarray(const struct dtpi_tree *tree)
{
    struct dtpi_node *node = nodes_of(tree->runs[0].child);
    MPI_Aint start = 0;

    for (int i = 0; node && i < tree->num_dims; i++) {
        int d = tree->order == MPI_ORDER_C ? tree->num_dims - 1 - i : i;
        MPI_Aint stride = dtpi_dim_stride(tree, d);
        start += tree->dims[d].start * stride;
        node = repeat(node, tree->dims[d].subsize, stride);
    }
    if (node)
        shift(node, start);
    return node;
}

/* The nest of a tree with elements; NULL only if there was no memory. */
static struct dtpi_node *nodes_of(const struct dtpi_tree *tree)
{
    switch (tree->ctor) {
        case DTPI_BASIC_TYPE:
            return new_node(tree->basic, NULL);
        case DTPI_RESIZED:
        case DTPI_DUP:
            return nodes_of(tree->runs[0].child);
        case DTPI_SUBARRAY:
            return node_of_subarray(tree);
        case DTPI_DARRAY:
            return nodes_of(tree->meaning);
        default:
            return node_of_runs(tree);
    }
}

int dtpi_typemap_create(const struct dtpi_tree *tree, MPI_Aint count, struct dtpi_typemap *map)
{
    MPI_Aint elements, bytes, reach, true_lb, true_ub, unused;

    *map = (struct dtpi_typemap) {.ascending = true};
    if (count < 0 || !dtpi_mul(tree->elements, count, &elements) || !dtpi_mul(tree->size, count, &bytes) ||
        !dtpi_mul(dtpi_tree_extent(tree), count, &reach) || !dtpi_add(tree->true_ub, reach, &true_ub) ||
        !dtpi_add(tree->true_lb, reach, &true_lb) ||
        !dtpi_sub(dtpi_max(true_ub, tree->true_ub), dtpi_min(true_lb, tree->true_lb), &unused))
        return dtpi_error(DTP_ERR_OVERFLOW, "%lld instances of the type span more than an MPI_Aint can express",
                          (long long) count);
    if (elements == 0)
        return DTP_SUCCESS;
    map->root = nodes_of(tree);
    map->root = map->root ? repeat(map->root, count, dtpi_tree_extent(tree)) : NULL;
    if (!map->root)
        return DTP_ERR_NO_MEM;
    map->elements = elements;
    map->lo = map->root->lo;
    map->hi = map->root->hi;
    map->ascending = map->root->ascending;
    return DTP_SUCCESS;
}

void dtpi_typemap_free(struct dtpi_typemap *map)
{
    free_nodes(map->root);
    map->root = NULL;
}

/* ---- the cursor ---- */

/* Enters the loops that node begins with, down to a strip. */
static void descend(struct dtpi_cursor *c, const struct dtpi_node *node, MPI_Aint base)
{
    for (;;) {
        c->depth++;
        c->frame[c->depth].node = node;
        c->frame[c->depth].base = base;
        c->frame[c->depth].turn = 0;
        if (node->strip.basic)
            break;
        base += node->strip.disp;
        node = node->body;
    }
    c->block = c->in_block = 0;
}

/* Leaves a strip that is done for the next: its neighbour, or the next turn of the loop around it. */
static void advance(struct dtpi_cursor *c)
{
    for (;;) {
        const struct dtpi_node *done = c->frame[c->depth].node;
        MPI_Aint base = c->frame[c->depth].base;

        c->depth--;
        if (c->depth < 0)
            return;
        if (done->next) {
            descend(c, done->next, base);
            return;
        }
        const struct dtpi_node *loop = c->frame[c->depth].node;
        if (++c->frame[c->depth].turn < loop->strip.count) {
            descend(c, loop->body, c->frame[c->depth].base + loop->strip.disp +
                                       c->frame[c->depth].turn * loop->strip.stride);
            return;
        }
    }
}

void dtpi_cursor_start(struct dtpi_cursor *cursor, const struct dtpi_typemap *map)
{
    cursor->depth = -1;
    if (map->root)
        descend(cursor, map->root, 0);
}

bool dtpi_cursor_take(struct dtpi_cursor *c, MPI_Aint bytes, MPI_Aint most, MPI_Aint wide, struct dtpi_strip *strip)
{
    const struct dtpi_strip *s;
    MPI_Aint extent, block, left;

    if (c->depth < 0)
        return false;
    s = &c->frame[c->depth].node->strip;
    extent = s->basic->kind->extent;
    block = s->blklen * extent;
    *strip = *s;
    strip->disp += c->frame[c->depth].base + c->block * s->stride + c->in_block * extent;
    if (c->in_block > 0 || block > bytes || s->blklen > most) { /* a part of a block */
        strip->count = 1;
        left = dtpi_min(s->blklen - c->in_block, most);
        strip->blklen = dtpi_min(left, dtpi_max(bytes / extent, 1));
        c->in_block += strip->blklen;
    } else { /* whole blocks */
        MPI_Aint step = dtpi_max(block, s->stride < 0 ? -s->stride : s->stride);
        step = step - block < wide ? step : block;
        strip->count = s->count - c->block;
        if (strip->count * s->blklen > most)
            strip->count = most / s->blklen;
        if (strip->count > 1 && strip->count > bytes / step)
            strip->count = dtpi_max(bytes / step, 1);
        c->block += strip->count;
    }
    if (c->in_block == s->blklen) {
        c->in_block = 0;
        c->block++;
    }
    if (c->block == s->count)
        advance(c);
    return true;
}

bool dtpi_cursor_next(struct dtpi_cursor *cursor, MPI_Aint bytes, struct dtpi_strip *strip)
{
    return dtpi_cursor_take(cursor, bytes, DTPI_AINT_MAX, DTPI_AINT_MAX, strip);
}
