/* Parts of an object, each data of its own, which lie between each other. */
#ifndef HARNESS_PARTS_H
#define HARNESS_PARTS_H

#include "harness.h"

#include <stdbool.h>

/* One instance of a type. */
struct h_part {
    void *buf;
    MPI_Datatype type;
};

#define H_PART(p) (p).buf, 1, (p).type

/* Frees the types. */
void h_parts_free(struct h_part *parts, int n);

/* Whether the objects of the send and the receive side have two elements or more, all of one basic type, and as many on
 * either side, and no elements of the receive side share bytes. */
bool h_has_halves(const struct h_case *c);

/* n elements of an object in the order of its type map: the first one, that which is `step` after it, and so on. */
struct h_part h_every(struct h_obj o, int first, int step, int n);

/* The elements k, k + 2, k + 4... of an object, in the order of its type map; k is 0 or 1. */
struct h_part h_half(struct h_obj o, int k);
void h_halves(struct h_obj o, struct h_part halves[2]);

/* Tiles: the elements are a matrix of four columns, whose four quarters are two columns wide; what is below them, if
 * anything, is a tile too. The quarters of an object whose elements are equally far apart, from displacement 0 on, are
 * subarrays that differ in their starts only; others are lists of blocks of one element. */
enum { H_MAX_TILES = 5 };

/* Whether there are halves, and each tile has elements. */
bool h_has_tiles(const struct h_case *c);

int h_num_tiles(struct h_obj o);
struct h_part h_tile(struct h_obj o, int k);

#endif
