/* The operators of reductions, by their MPI handles. */
#ifndef DTPI_OP_H
#define DTPI_OP_H

#include "signature.h"

/* The operator of a handle; false if it is none that the library knows. */
bool dtpi_op_of(MPI_Op op, enum dtpi_op *found);

/* Whether the operator is defined for all basic types of a signature. */
bool dtpi_op_defined(const struct dtpi_signature *signature, enum dtpi_op op);

#endif
