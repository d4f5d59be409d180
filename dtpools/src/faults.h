/* What a check of an object found: how many elements and bytes differ, and the first of each. */
#ifndef DTPI_FAULTS_H
#define DTPI_FAULTS_H

#include "typemap.h"
#include "values.h"

struct dtpi_faults {
    MPI_Aint wrong, first_wrong, last_wrong, first_wrong_disp; /* elements: how many, which, at which displacement */
    MPI_Aint past, first_past, first_past_disp;                /* elements without values that changed */
    struct dtpi_byte_faults {
        MPI_Aint count, disp;                                  /* bytes, and the displacement of one: the nearest */
        unsigned char expected, found;
    } gap, before, after, past_byte;                           /* the last: of element first_past */
    char expected[128], found[128];                            /* of the first wrong element, if there is one */
};

/* Whether there was any. */
bool dtpi_faults_any(const struct dtpi_faults *faults);

/* The way of failing in a word: "elements-wrong", "past", "gap", "before" or "after". */
const char *dtpi_faults_kind(const struct dtpi_faults *faults);

/* A byte that is outside of all elements of the map. */
void dtpi_faults_byte(struct dtpi_faults *faults, const struct dtpi_typemap *map, MPI_Aint disp,
                      unsigned char expected, unsigned char found);

/* Element k, at a displacement, which has another value.  Elements come in order. */
void dtpi_faults_wrong(struct dtpi_faults *faults, const struct dtpi_kind *kind, MPI_Aint k, MPI_Aint disp,
                       const unsigned char *expected, const unsigned char *found);

/* Element k, which has no value, and whose byte at an offset changed. */
void dtpi_faults_past(struct dtpi_faults *faults, MPI_Aint k, MPI_Aint disp, int byte, const unsigned char *expected,
                      const unsigned char *found);

/* Adds a line for each way of failing to the message that is kept. */
void dtpi_faults_report(const struct dtpi_faults *faults, const struct dtpi_typemap *map,
                        const struct dtpi_values *values);

#endif
