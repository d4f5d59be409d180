/* Values of elements that share bytes: of what is sent, or read. */
#ifndef HARNESS_SHARED_H
#define HARNESS_SHARED_H

#include "harness.h"

#include <stdbool.h>

/* The values of an object's elements in a case of which an object has elements that share bytes (c->shares): those that
 * have the same bytes there have one value, the others differ.  Returns the number of parts in *parts, an array that is
 * the caller's; or 0: elements have the values v. */
int h_shared_parts(const struct h_case *c, struct h_obj o, struct h_values v, DTP_part_s **parts);

/* Whether elements of an object share bytes. */
bool h_shares_bytes(DTP_t pool, int index);

/* Forgets what it knows of the pools. */
void h_shared_forget(void);

#endif
