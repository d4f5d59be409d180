/* What the objects of a case have: of either side, on all ranks, in all blocks and messages.  A side is the address of
 * the case's `send` or `recv`. */
#ifndef HARNESS_CASE_OBJECTS_H
#define HARNESS_CASE_OBJECTS_H

#include "harness.h"

#include <stdbool.h>

/* A set: bit k is the trait DTP_trait_name(k). */
typedef unsigned long long h_traits;

/* Whether one of a side's objects has a layout, or a text, that is one of the alternatives; or all of the traits. */
bool h_has_layout(const struct h_case *c, const struct h_obj *side, const char *alternatives);
bool h_has_text(const struct h_case *c, const struct h_obj *side, const char *alternatives);
bool h_has_traits(const struct h_case *c, const struct h_obj *side, h_traits set);

/* Of how many derived types all objects are made. */
long long h_constructors(const struct h_case *c);

struct h_case_objects {
    h_traits sent, received; /* what any object of the side has */
};

/* Of all objects of a case.  It stays until the next call: cases of the same objects, one after the other, share it. */
const struct h_case_objects *h_case_objects(const struct h_case *c);

/* To be called when pools are freed. */
void h_case_objects_forget(void);

#endif
