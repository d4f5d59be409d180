/* The sides of an operation on blocks, for who runs it. */
#ifndef HARNESS_SIDE_H
#define HARNESS_SIDE_H

#include "blocks/blocks.h"

#include <stdbool.h>

/* Makes both sides of a case; frees them. */
void h_sides_build(struct h_case *c);
void h_sides_free(struct h_case *c);

/* Fills both sides for the case's round; verifies both. */
void h_sides_fill(struct h_case *c);
void h_sides_check(struct h_case *c);

/* What the `places` of a case say of its blocks, a digit each: its weight, the product of the bases before it. */
enum {
    H_WHICH_COUNTS = 1, /* base 4 */
    H_HOW_ALIKE = 4,    /* base 2 */
    H_BACKWARDS = 8,    /* base 2 */
    H_GAP_BEFORE = 16,  /* base 2 */
    H_HOW_MANY = 32,    /* base 7 */
    H_WHICH_TYPES = 224, /* base 2 */
    H_BETWEEN = 448      /* base 2 */
};
unsigned h_places_digit(const struct h_case *c, unsigned weight, unsigned base);

/* The `places` of a case whose blocks lie in the opposite order, where displacements say. */
unsigned h_places_turned(const struct h_case *c);

/* Whether blocks are as alike as they can be. */
bool h_are_alike(const struct h_case *c);

/* Which object the block number k of a side has, counted from its first one. */
int h_object_of_block(const struct h_case *c, int k);

/* How often the object is in the block of a message from one rank to another, of those that a group sends. */
int h_copies_in_block(const struct h_case *c, int group, int from, int to);

/* Gives each block of a side its displacement: one after the other by the extent of the type, as the standard says of
 * blocks without displacements, or apart; or in bytes.  `between`: as close as without displacements, or, in bytes, in
 * each other's gaps.  False if there are no such displacements. */
bool h_side_place_by_extent(const struct h_case *c, struct h_side *s, bool between);
bool h_side_place_by_bytes(const struct h_case *c, struct h_side *s, bool between);

/* Whether the blocks of a side are to lie between each other where they find room there. */
bool h_side_is_between(const struct h_case *c, const struct h_side *s);

/* The arguments of calls: their arrays; what is in them, once the blocks have their places; their end. */
void h_arguments_make(const struct h_case *c, struct h_side *s);
void h_arguments_set(const struct h_case *c, struct h_side *s);
void h_arguments_free(struct h_side *s);

/* Frees what a call leaves: the duplicates of its types, right after it; at the end, what all cases share. */
void h_arguments_release(struct h_case *c);
void h_arguments_finish(void);

/* Whether the blocks of a side have displacements in extents. */
bool h_side_has_displs(const struct h_case *c, const struct h_side *s);

/* Whether the argument of a side is MPI_IN_PLACE on this rank. */
bool h_side_is_in_place(const struct h_case *c, bool sends);

#endif
