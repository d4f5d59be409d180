/* The buffer of buffered sends. */
#ifndef HARNESS_BSEND_H
#define HARNESS_BSEND_H

#include "messages/message_end.h"

/* Attaches a buffer for one buffered send of each of n messages, and no more; detaches it, which waits for them. */
void h_bsend_begin(struct h_case *c, int n, const struct h_message_end *ends);
void h_bsend_end(struct h_case *c);

#endif
