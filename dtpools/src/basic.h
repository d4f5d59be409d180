/* The basic types that the library was configured with. */
#ifndef DTPI_BASIC_H
#define DTPI_BASIC_H

#include "kind.h"

#include <mpi.h>

/* The groups of types of MPI-3.1, 5.9.2 and 5.9.4; MULTI: of several languages, without logical operators. */
enum dtpi_reductions {
    DTPI_OPS_NONE, DTPI_OPS_BYTE, DTPI_OPS_INTEGER, DTPI_OPS_MULTI, DTPI_OPS_FLOATING, DTPI_OPS_COMPLEX, DTPI_OPS_PAIR,
    DTPI_OPS_LOGICAL
};

struct dtpi_basic {
    MPI_Datatype type;
    const char *name;             /* "MPI_INT" */
    const struct dtpi_kind *kind;
    int row;                      /* of basic_types.def */
    int alignment;                /* of the C type in a struct, bytes */
    enum dtpi_reductions ops;     /* what the standard defines, MPI-3.1, 5.9.2 */
};

/* By handle and by name (size characters); NULL if the library was not configured with it.  Of several names for one
 * handle the first in the list stands for all. */
const struct dtpi_basic *dtpi_basic_of(MPI_Datatype type);
const struct dtpi_basic *dtpi_basic_named(const char *name, size_t size);

/* DTP_ERR_TYPE with a message that shows the valid names. */
int dtpi_basic_unknown(const char *seen);

/* Whether op may be used in reductions of this type. */
bool dtpi_basic_allows(const struct dtpi_basic *basic, enum dtpi_op op);

#endif
