/* How large a case is that is to become smaller. */
#ifndef DTPI_SHRINK_MEASURE_H
#define DTPI_SHRINK_MEASURE_H

#include "tree.h"

/* Constructors, those with a list of displacements twice, entries of lists and basic types other than MPI_INT; then all
 * numbers, summed. */
struct dtpi_measure {
    MPI_Aint parts, numbers;
};

/* Adds an object: so many instances of a tree. */
void dtpi_measure_add(struct dtpi_measure *m, MPI_Aint count, const struct dtpi_tree *tree);

/* Whether a is smaller than b: in its parts, or else in its numbers. */
bool dtpi_measure_is_smaller(const struct dtpi_measure *a, const struct dtpi_measure *b);

#endif
