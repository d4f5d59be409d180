/* The operators of reductions, by their MPI handles. */
#ifndef DTPI_OP_H
#define DTPI_OP_H

#include "pool.h"

/* Whether results of the operator can be expected of a pool: it is defined for all its types, and, where the values are
 * not numbers, gives one of the operands, or an integer that any bits make. */
bool dtpi_op_usable(const struct dtpi_pool *pool, MPI_Op op, enum dtpi_op *found);

/* The pool, for a message that an operator is not usable. */
const char *dtpi_op_about(const struct dtpi_pool *pool);

#endif
