/* From the type tree to the MPI datatype, by the constructors with large counts (MPI-4.0, 5.1). */
#ifndef DTPI_TREE_LARGE_H
#define DTPI_TREE_LARGE_H

#include "tree.h"

/* As dtpi_tree_to_mpi, by MPI_Type_contiguous_c and so on for every node that such a constructor is for; as that one
 * where the MPI is older than 4.0. */
int dtpi_tree_to_mpi_large(const struct dtpi_tree *tree, MPI_Datatype *type);

#endif
