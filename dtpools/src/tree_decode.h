/* From an MPI datatype back to a type tree, by what MPI_Type_get_envelope and MPI_Type_get_contents say (MPI-3.1,
 * 4.1.13). */
#ifndef DTPI_TREE_DECODE_H
#define DTPI_TREE_DECODE_H

#include "tree.h"

/* *tree is the caller's.  DTP_ERR_TYPE for a type that has something in it that the library does not know: a basic
 * type, or a constructor of MPI_Type_create_f90_real and the like.  Returns a DTP code. */
int dtpi_tree_decode(MPI_Datatype type, struct dtpi_tree **tree);

#endif
