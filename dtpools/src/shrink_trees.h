/* Trees that are a step smaller than another, for shrink.c.  A NULL tree is one that could not be made: whoever visits
 * it passes it over. */
#ifndef DTPI_SHRINK_TREES_H
#define DTPI_SHRINK_TREES_H

#include "tree.h"

/* Takes over a tree. */
typedef void dtpi_visit_tree_f(struct dtpi_tree *tree, void *with);

/* Visits all trees that are one step smaller: the largest steps first. */
void dtpi_smaller_trees(const struct dtpi_tree *tree, dtpi_visit_tree_f *visit, void *with);

/* Numbers that are nearer than n to what it is best to be: that, half way there, one less.  Returns how many. */
enum { DTPI_SMALLER_NUMBERS = 3 };
int dtpi_smaller_numbers(MPI_Aint n, MPI_Aint best, MPI_Aint smaller[DTPI_SMALLER_NUMBERS]);

/* The tree with another basic type throughout; NULL with a message kept. */
struct dtpi_tree *dtpi_tree_of_type(const struct dtpi_tree *tree, const struct dtpi_basic *basic);

#endif
