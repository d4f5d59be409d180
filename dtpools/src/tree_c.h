/* A type tree as C statements of plain MPI calls. */
#ifndef DTPI_TREE_C_H
#define DTPI_TREE_C_H

#include "c_out.h"
#include "tree.h"

/* How many derived types the statements make: one a constructor call. */
int dtpi_tree_c_types(const struct dtpi_tree *tree);

/* Writes statements that make types t[*next], t[*next + 1]..., and leaves in name (the C expression, such as "t[3]" or
 * "MPI_INT") which of them is the tree.  Returns a DTP code: DTP_ERR_NO_MEM can happen. */
int dtpi_tree_c(struct dtpi_c_out *out, const struct dtpi_tree *tree, int *next, char name[64]);

#endif
