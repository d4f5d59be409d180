/* The type map of an object, as nested strided runs of basic elements, and the cursor that walks it. */
#ifndef DTPI_TYPEMAP_H
#define DTPI_TYPEMAP_H

#include "tree.h"

/* A strip: `count` blocks, `stride` bytes apart, of `blklen` basic elements that follow each other by their extent. */
struct dtpi_strip {
    const struct dtpi_basic *basic;
    MPI_Aint disp, count, stride, blklen;
};

/* A node of the nest: a strip, or `count` times, `stride` bytes apart, the nodes from `body` on in order. */
struct dtpi_node {
    struct dtpi_strip strip;   /* disp, count and stride also of a loop; basic is NULL there */
    struct dtpi_node *body;    /* of a loop */
    struct dtpi_node *next;    /* after this one in the same body */
    MPI_Aint lo, hi;           /* bytes that it touches, relative to what its disp is relative to */
    bool ascending;            /* type map order is the order in memory, and no byte comes twice */
};

struct dtpi_typemap {
    struct dtpi_node *root;    /* NULL if there are no elements */
    MPI_Aint elements, lo, hi; /* hi > lo if there are elements; relative to the buffer argument */
    bool ascending;
};

/* The type map of count instances of tree; nothing is left allocated after an error.  Returns a DTP code. */
int dtpi_typemap_create(const struct dtpi_tree *tree, MPI_Aint count, struct dtpi_typemap *map);
void dtpi_typemap_free(struct dtpi_typemap *map);

/* Where a walk through a type map, in its order, stands. */
struct dtpi_cursor {
    int depth;                 /* of the frame in use, -1 at the end */
    MPI_Aint block, in_block;  /* progress within the strip */
    struct {
        const struct dtpi_node *node;
        MPI_Aint turn, base;   /* of the loop that the node is in: how often done, and where its body is based */
    } frame[3 * DTPI_MAX_DEPTH];
};

void dtpi_cursor_start(struct dtpi_cursor *cursor, const struct dtpi_typemap *map);

/* Takes the next strip, at most about `bytes` of memory from its first to its last byte, but at least one element.
 * False at the end. */
bool dtpi_cursor_next(struct dtpi_cursor *cursor, MPI_Aint bytes, struct dtpi_strip *strip);

/* The same, and at most `most` elements, 1 or more; gaps of at least `wide` bytes between its blocks do not count. */
bool dtpi_cursor_take(struct dtpi_cursor *cursor, MPI_Aint bytes, MPI_Aint most, MPI_Aint wide,
                      struct dtpi_strip *strip);

/* Bytes from the first to past the last of one block of a strip. */
static inline MPI_Aint dtpi_strip_block(const struct dtpi_strip *s)
{
    const struct dtpi_kind *kind = s->basic->kind;
    const struct dtpi_field *last = &kind->field[kind->num_fields - 1];

    return (s->blklen - 1) * kind->extent + last->offset + last->size;
}

/* The first byte of a strip, and the one past its last, relative to what its disp is relative to. */
static inline MPI_Aint dtpi_strip_lo(const struct dtpi_strip *s)
{
    return s->disp + (s->stride < 0 ? (s->count - 1) * s->stride : 0);
}

static inline MPI_Aint dtpi_strip_hi(const struct dtpi_strip *s)
{
    return s->disp + (s->stride > 0 ? (s->count - 1) * s->stride : 0) + dtpi_strip_block(s);
}

#endif
