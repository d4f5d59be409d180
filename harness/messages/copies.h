/* Copies of an object, one after the other by the extent of its type, in memory of their own. */
#ifndef HARNESS_COPIES_H
#define HARNESS_COPIES_H

#include "messages/message_forms.h"

#include <stdbool.h>

/* Copies of an object. */
struct h_copies {
    struct h_obj one;   /* what they are copies of */
    struct h_obj all;   /* they, as one object */
    void *memory;
};

enum { H_COPIES_ALIGNMENT = 64 };

/* n copies of an object, one after the other by the extent of its type, in memory of their own, at a multiple of
 * H_COPIES_ALIGNMENT: of the plain elements of its signature, if there are no copies of the object itself. */
struct h_copies h_copies_of(struct h_obj o, int n);
void h_copies_free(struct h_copies *copies);

/* The message of copy k. */
struct h_message h_copy_message(const struct h_copies *copies, int k, int peer, int tag, MPI_Comm comm);

/* Whether there are: not if they would share bytes, the standard does not settle where they are, or DTP_MAX_BUFSIZE is
 * less. */
bool h_has_copies(struct h_obj o, int n);

/* The object in memory of its own, `offset` bytes past such a multiple; without a pool, if its elements share bytes. */
struct h_copies h_copy_at(struct h_obj o, int offset);

#endif
