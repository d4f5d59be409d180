/* What a type tree means, worked out one element at a time and straight from MPI-3.1, 4.1: slow, and independent of how
 * the library does it. */
#ifndef NAIVE_H
#define NAIVE_H

#include "tree.h"

#include <stdint.h>

struct naive_element {
    const struct dtpi_basic *basic;
    MPI_Aint disp;
};

struct naive {
    MPI_Aint n, room;
    struct naive_element *elements;         /* in type map order */
    MPI_Aint lb, ub, true_lb, true_ub;      /* of one instance; the true ones 0 without elements */
    /* of all instances: the first byte, and past the last; 0 without elements */
    MPI_Aint lo, hi;
    MPI_Aint bytes;                         /* of data */
    bool ascending;                         /* in the order of memory, none twice */
};

/* The type map of count instances; the elements are the caller's (naive_free). */
struct naive naive_walk(const struct dtpi_tree *tree, MPI_Aint count);
void naive_free(struct naive *map);

/* The object that a text describes, or a failed test. */
struct dtpi_tree *naive_parse(const char *text, MPI_Aint *count);

/* The packed form of the elements of an object at base, into packed. */
void naive_pack(const struct naive *map, const unsigned char *base, unsigned char *packed);

/* Traits of the constructors' arguments (naive_traits.c): those that the list in extended.c names. */
uint64_t naive_traits(const struct dtpi_tree *tree);

#endif
