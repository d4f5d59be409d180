/* Messages from point to point.  A program says which calls send and which receive, by their names:
 *
 *     static const struct h_messages messages = {.sends = "MPI_Send|MPI_Isend", .receives = "*"};
 *
 *     static void run(void) { h_each_message(H_INTRA | H_INTER, &messages); }
 *
 * The harness pairs them, and does the rest: messages between neighbours, several in flight, types freed, absolute
 * addresses, tags, completions, several rounds of persistent ones, and the verification of all of it. */
#ifndef HARNESS_MESSAGE_H
#define HARNESS_MESSAGE_H

#include "harness.h"

enum {
    H_ONE_PLAIN = 1,  /* one message at a time, its arguments those of the object */
    H_EVERY_SEND = 2, /* every send for all pairs of objects, and of all totals, not only for those of twice the same
                       * layout */
    H_ANY_LENGTH = 4, /* messages of the first elements, from none to all that the receive has room for */
    H_EMPTY = 8       /* messages of types of size zero, or none of them, into buffers and into types of size zero */
};

struct h_messages {
    const char *sends, *receives;   /* names, as in conditions */
    unsigned flags;
};

void h_each_message(unsigned comms, const struct h_messages *messages);

#endif
