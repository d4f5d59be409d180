/* The order in which an image is made: a piece of the type map after the other, or, where that is ascending, the whole
 * zone in small steps. */
#ifndef DTPI_IMAGE_WALK_H
#define DTPI_IMAGE_WALK_H

#include "element.h"
#include "image.h"

enum {
    DTPI_WINDOW = 8192,   /* bytes of the image made at a time; it and the packed elements stay in the first cache */
    DTPI_WIDE_GAP = 2048, /* a gap from this size on is handled apart from the elements on both sides */
    DTPI_MAX_PIECES = 64, /* pieces in a window */

    /* A window is at most so large: just below DTPI_WINDOW, and then a gap and a strip; a strip has at most so many
     * bytes. */
    DTPI_MAX_STRIP = DTPI_WINDOW + DTPI_MAX_ELEMENT,
    DTPI_MAX_WINDOW = DTPI_WINDOW + DTPI_WIDE_GAP + DTPI_MAX_STRIP
};

/* A strip whose elements all hold values, or all hold none. */
struct dtpi_piece {
    struct dtpi_strip strip;
    MPI_Aint first;                          /* element number of the first one */
    const struct dtpi_stretch *stretch;      /* that they are in; NULL if they hold no values */
};

/* The pieces, in type map order. */
struct dtpi_pieces {
    struct dtpi_cursor cursor;
    MPI_Aint element;                        /* so many were taken */
    const struct dtpi_stretch *stretch;      /* that the next one is in, or an empty one before it */
};

void dtpi_pieces_start(struct dtpi_pieces *p, const struct dtpi_place *place, const struct dtpi_values *values);
bool dtpi_pieces_next(struct dtpi_pieces *p, struct dtpi_piece *piece); /* false after the last one */

/* A window of elements, or a wide gap between them. */
struct dtpi_step {
    MPI_Aint lo, hi;                         /* displacements */
    int num_pieces;                          /* 0: a gap */
    bool apart;                              /* one piece, with wide gaps between its blocks */
    struct dtpi_piece piece[DTPI_MAX_PIECES];
};

/* The zone of an ascending type map, in steps that follow each other. */
struct dtpi_walk {
    const struct dtpi_place *place;
    struct dtpi_pieces pieces;
    MPI_Aint end;                            /* how far the steps have come */
    bool waiting;                            /* `next` was taken but is in no step yet */
    struct dtpi_piece next;
};

void dtpi_walk_start(struct dtpi_walk *w, const struct dtpi_place *place, const struct dtpi_values *values);
bool dtpi_walk_next(struct dtpi_walk *w, struct dtpi_step *step); /* false at the end of the zone */

#endif
