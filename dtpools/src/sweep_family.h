/* What the families of sweeps have in common: what a family is, and the elements that its rows are made of. */
#ifndef DTPI_SWEEP_FAMILY_H
#define DTPI_SWEEP_FAMILY_H

#include "layout.h"

/* What a row is made of: n elements of T. */
struct dtpi_arguments {
    MPI_Aint n;
    struct dtpi_tree *type;
};

struct dtpi_family {
    const char *name;
    int rows;
    void (*name_row)(int row, char *name, size_t size);
    MPI_Aint (*least)(int row); /* elements; NULL: 1 */

    /* The tree of the object, and its count where that is not 1; no tree, and a message kept, after an error. */
    void (*make)(const struct dtpi_arguments *a, int row, struct dtpi_object *object);
};

/* sweep_over.c */
extern const struct dtpi_family dtpi_family_over, dtpi_family_spaced;
/* sweep_blocks.c */
extern const struct dtpi_family dtpi_family_blklen, dtpi_family_unequal, dtpi_family_stride, dtpi_family_disp;
/* sweep_members.c */
extern const struct dtpi_family dtpi_family_members;
/* sweep_arrays.c */
extern const struct dtpi_family dtpi_family_subarray, dtpi_family_darray;
/* sweep_depth.c */
extern const struct dtpi_family dtpi_family_depth;
/* sweep_like.c: rows 2 k and 2 k + 1 are a pair */
extern const struct dtpi_family dtpi_family_like;

/* A tree of n of the elements. */
struct dtpi_tree *dtpi_elements(const struct dtpi_arguments *a, MPI_Aint n);

/* The tree, which has some of the elements and is taken over, and the others after it, if there are any. */
struct dtpi_tree *dtpi_with_rest(const struct dtpi_arguments *a, struct dtpi_tree *tree);

/* How many of `left` elements one of several dimensions or levels has: one of two numbers, or another that divides
 * them, or with a rest. */
MPI_Aint dtpi_small_part(MPI_Aint left, int which);

#endif
