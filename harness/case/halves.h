/* Every other element of an object, as data of its own: the two halves of an object lie between each other. */
#ifndef HARNESS_HALVES_H
#define HARNESS_HALVES_H

#include "harness.h"

#include <stdbool.h>

/* One instance of a type. */
struct h_half {
    void *buf;
    MPI_Datatype type;
};

#define H_HALF(h) (h).buf, 1, (h).type

/* Whether the objects of the send and the receive side have two elements or more, all of one basic type, and as many on
 * either side, and no elements of the receive side share bytes. */
bool h_has_halves(const struct h_case *c);

/* The elements 0, 2, 4... of an object, and 1, 3, 5..., in the order of its type map; frees their types. */
void h_halves(struct h_obj o, struct h_half halves[2]);
void h_halves_free(struct h_half halves[2]);

#endif
