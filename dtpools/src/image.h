/* The expected image of an object: every byte that it and its surroundings must have.  Filling writes the image to the
 * buffer; checking makes it again, piece by piece in a small scratch area, and compares. */
#ifndef DTPI_IMAGE_H
#define DTPI_IMAGE_H

#include "faults.h"

#include <stdint.h>

/* Where an object is: its type map at an address, and the bytes around it that must not change. */
struct dtpi_place {
    const struct dtpi_typemap *map;
    unsigned char *base;         /* the buffer argument: displacement 0 */
    MPI_Aint zone_lo, zone_hi;   /* displacements: zone_lo <= map->lo, map->hi <= zone_hi */
    uint64_t seed;               /* of the pattern between the values */
    const unsigned char *touched; /* not NULL: pages far from any element are left alone, as zeros; a byte for each page
                                     of the zone, 0 for those that nobody has written to since they were */
};

void dtpi_image_fill(const struct dtpi_place *place, const struct dtpi_values *values);

/* Whether n bytes at a displacement are as they were before anything was written to them. */
bool dtpi_image_is_pattern(const struct dtpi_place *place, MPI_Aint disp, size_t n);

/* Compares, and reports all that differs.  Returns a DTP code: DTP_ERR_NO_MEM can happen. */
int dtpi_image_check(const struct dtpi_place *place, const struct dtpi_values *values, struct dtpi_faults *faults);

#endif
