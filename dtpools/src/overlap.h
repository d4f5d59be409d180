/* Whether elements of an object share bytes: it may be sent then, and not received into (MPI-3.1, 4.1.11). */
#ifndef DTPI_OVERLAP_H
#define DTPI_OVERLAP_H

#include "typemap.h"

enum dtpi_overlap {
    DTPI_DISJOINT,
    DTPI_SHARED,   /* elements that share a byte share all their bytes, and are of one basic type */
    DTPI_CLASHING  /* others share bytes */
};

/* Returns a DTP code: DTP_ERR_NO_MEM can happen, and DTP_ERR_TOO_LARGE for what is too large to be looked at. */
int dtpi_typemap_overlap(const struct dtpi_typemap *map, enum dtpi_overlap *overlap);

/* numbers[k]: the last element that has the bytes of element k, of a type map that is DTPI_DISJOINT or DTPI_SHARED.
 * Returns as above. */
int dtpi_typemap_shared(const struct dtpi_typemap *map, MPI_Aint *numbers);

#endif
