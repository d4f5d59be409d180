/* What the elements of an object hold: number sequences, and reductions of several. */
#ifndef DTPI_VALUES_H
#define DTPI_VALUES_H

#include "kind.h"

/* Elements that follow each other in type map order.  The first `count` of them hold values, the others none: element
 * first + k holds v[0] op v[1] op ..., v[i] = starts[i] + k * strides[i]. */
struct dtpi_stretch {
    MPI_Aint first, elements, count; /* first: how many elements are in the stretches before */
    int operands;                    /* 1 or more, if count > 0 */
    enum dtpi_op op;
    bool bits;                       /* all bits of the values vary; op is one that takes them then: see op.c */
    const int *starts, *strides;
};

/* The stretches of an object, in order; together they are all its elements. */
struct dtpi_values {
    int n;                           /* 1 or more */
    const struct dtpi_stretch *stretches;
};

/* One stretch of all elements, one operand. */
static inline struct dtpi_stretch dtpi_stretch_of(bool bits, MPI_Aint elements, MPI_Aint count, const int *start,
                                                  const int *stride)
{
    return (struct dtpi_stretch) {.elements = elements, .count = count, .operands = 1, .op = DTPI_REPLACE, .bits = bits,
                                  .starts = start, .strides = stride};
}

/* The stretch that element k is in, k from 0 to elements - 1. */
const struct dtpi_stretch *dtpi_values_at(const struct dtpi_values *values, MPI_Aint k);

/* Whether element k holds a value. */
bool dtpi_values_live(const struct dtpi_values *values, MPI_Aint k);

/* How many elements do. */
MPI_Aint dtpi_values_count(const struct dtpi_values *values);

/* The n packed elements from element k on, all of them with values and in this stretch.  scratch: as large as packed,
 * for the operands. */
void dtpi_values_packed(const struct dtpi_stretch *stretch, const struct dtpi_kind *kind, MPI_Aint k, MPI_Aint n,
                        void *packed, void *scratch);

#endif
