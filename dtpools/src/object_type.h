/* The MPI type of an object. */
#ifndef DTPI_OBJECT_TYPE_H
#define DTPI_OBJECT_TYPE_H

#include "tree.h"

/* Makes the type of a tree, committed; large: by the calls for large counts.  Returns a DTP code; after an error, *type
 * is MPI_DATATYPE_NULL or to be freed. */
int dtpi_type_build(const struct dtpi_tree *tree, bool large, MPI_Datatype *type);

/* Frees it, but not a basic type.  Returns a DTP code. */
int dtpi_type_release(const struct dtpi_tree *tree, MPI_Datatype *type);

#endif
