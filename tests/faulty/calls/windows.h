/* Where in which window an access goes (calls/windows.c). */
#ifndef WINDOWS_H
#define WINDOWS_H

#include "calls/collective.h"

/* Of every call; of an access before it is made. */
void window_before(struct calls_call *c);
void window_after(struct calls_call *c);
struct place place_of(const struct calls_call *c);

#endif
