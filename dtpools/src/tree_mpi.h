/* From the type tree to the MPI datatype. */
#ifndef DTPI_TREE_MPI_H
#define DTPI_TREE_MPI_H

#include "tree.h"

/* Makes the type that the tree describes, not committed.  *type is the predefined handle itself for a basic type, and
 * otherwise the caller's to free (dtpi_type_free).  Returns a DTP code: DTP_ERR_OVERFLOW if a number does not fit the
 * int that MPI's constructor takes, DTP_ERR_MPI, DTP_ERR_NO_MEM; nothing is left behind then. */
int dtpi_tree_to_mpi(const struct dtpi_tree *tree, MPI_Datatype *type);

/* The same by the constructors with large counts, MPI_Type_contiguous_c and so on (MPI-4.0, 5.1), for every node that
 * such a constructor is for; by the others where the MPI is older than 4.0. */
int dtpi_tree_to_mpi_large(const struct dtpi_tree *tree, MPI_Datatype *type);

/* Frees what these made of the tree; *type becomes MPI_DATATYPE_NULL. */
int dtpi_type_free(const struct dtpi_tree *tree, MPI_Datatype *type);

/* An argument of a constructor that is an int; DTP_ERR_OVERFLOW, with what it is, if the value does not fit. */
int dtpi_to_int(MPI_Aint value, const char *what, int *result);

#endif
