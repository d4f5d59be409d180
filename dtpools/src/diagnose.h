/* What a failed check reports beyond the first difference. */
#ifndef DTPI_DIAGNOSE_H
#define DTPI_DIAGNOSE_H

#include "image.h"
#include "layout.h"

/* Adds lines to the message that is kept: where in the tree the first wrong element is, which ranges of elements are
 * right and wrong, and where what was found may come from. */
void dtpi_diagnose(const struct dtpi_object *object, const struct dtpi_place *place, const struct dtpi_values *values,
                   const struct dtpi_faults *faults);

#endif
