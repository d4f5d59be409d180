/* Requests and messages that a call completes: their handles are no more, though no call frees them. */
#ifndef CALLS_RECORDER_REQUESTS_H
#define CALLS_RECORDER_REQUESTS_H

#include "calls.h"

/* Before a call, and after it: what it was given is over where the call has set it to a null handle. */
void requests_before(const struct calls_call *c);
void requests_after(const struct calls_call *c);

#endif
