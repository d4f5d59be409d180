/* A message at one end: the ways to describe an object to a call. */
#ifndef HARNESS_MESSAGE_END_H
#define HARNESS_MESSAGE_END_H

#include "messages/copies.h"
#include "messages/message_forms.h"
#include "messages/packing.h"

#include <stdbool.h>

struct h_guise;

/* A message at one end. */
struct h_message_end {
    struct h_message m;
    struct h_obj described;   /* the object that the arguments describe */
    struct h_obj held;        /* the one that has the buffer */
    const struct h_guise *guise;
    bool sends;
    MPI_Aint moved;           /* elements that the message has */
    MPI_Datatype made;        /* a type of this message's own, or MPI_DATATYPE_NULL */
    struct h_copies copy;     /* the object in memory of its own */
    struct h_room room;       /* for packed data */
};

/* The ways, from 0; NULL past the last one.  The first is the object's own arguments. */
const char *h_guise_name(int k);

/* Describes object k of those in flight in way `guise`; the plain one where that one does not apply. */
void h_message_end_make(struct h_case *c, struct h_message_end *end, int guise, bool sends, int k);

/* Describes the first k elements of the signature, plainly; instances of a type of size zero, of which there are
 * several. */
void h_message_end_make_first(struct h_case *c, struct h_message_end *end, MPI_Aint k);
void h_message_end_make_empty(struct h_case *c, struct h_message_end *end, bool sends, int k, int which);

/* After the call that starts the communication, once; before each round; after what has come is there; at the end. */
void h_message_end_started(struct h_message_end *end);
void h_message_end_fill(struct h_message_end *end, struct h_values v);
bool h_message_end_is_direct(const struct h_message_end *end); /* what comes is in place at once, not to be unpacked */
void h_message_end_arrived(struct h_case *c, struct h_message_end *end, const MPI_Status *status, int source, int tag);
void h_message_end_free(struct h_message_end *end);

#endif
