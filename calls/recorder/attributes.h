/* Callbacks of attributes of types: the application's are called by the recorder's, which write that they were. */
#ifndef CALLS_RECORDER_ATTRIBUTES_H
#define CALLS_RECORDER_ATTRIBUTES_H

#include "calls.h"

/* Before a call of the recorded thread, and after it: a key that it creates has the recorder's callbacks. */
void attributes_before(struct calls_call *c);
void attributes_after(const struct calls_call *c);

/* The name of a function that is an argument: one that MPI defines; or NULL. */
const char *attribute_function_name(const struct calls_call *c, int param);

/* The number of a key in the record, the last one of that value, also when it is freed; -1 if it is not known. */
int attribute_key_number(int keyval);

#endif
