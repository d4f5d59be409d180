/* Trees of several copies of another, one way for each constructor: what sweeps over the constructors are made of. */
#ifndef DTPI_COPIES_H
#define DTPI_COPIES_H

#include "tree.h"

/* q >= 1 copies of child by this constructor, not DTPI_BASIC_TYPE: with gaps, displacements or bounds of its own, no
 * byte used twice if copies of the child at its extent use none twice, aligned if the child is.  Takes over the
 * reference to the child; NULL with a message kept. */
struct dtpi_tree *dtpi_copies(enum dtpi_ctor ctor, MPI_Aint q, struct dtpi_tree *child);

/* How a dimension of an array is dealt out; sized: other than the default argument. */
struct dtpi_deal {
    const char *name;
    enum dtpi_distribution distribution;
    bool sized;
};
enum { DTPI_NUM_DEALS = 5 };
extern const struct dtpi_deal dtpi_deals[DTPI_NUM_DEALS];

/* A dimension of which the process with this coordinate gets `part` >= 1 elements.  even: the others get as many, or,
 * of blocks with an argument, those after it nothing; else some of the others get fewer or nothing. */
struct dtpi_dim dtpi_deal_out(const struct dtpi_deal *deal, MPI_Aint part, MPI_Aint processes, MPI_Aint coordinate,
                              bool even);

#endif
