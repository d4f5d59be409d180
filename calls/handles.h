/* Handles of the application: their names in the record, and how they were made. */
#ifndef CALLS_HANDLES_H
#define CALLS_HANDLES_H

#include "calls.h"

/* How a handle was made: a line of the record, and those that it was made of. */
struct made {
    char letter;
    int number;
    unsigned char value[sizeof(void *) > sizeof(long long) ? sizeof(void *) : sizeof(long long)];
    char *line;
    char *more;             /* calls that changed it since */
    struct made **of;
    int num_of;
    bool is_live, is_written, is_committed;
    struct made *next;      /* of the same hash */
    struct made *later;     /* in the order in which they were made */
};

/* A handle that a call has set; ends the process without memory.  One that is valid no more.  How a handle was made;
 * NULL if no call has made it that was seen. */
struct made *handle_made(enum calls_kind kind, const void *value);
void handle_freed(enum calls_kind kind, const void *value);
struct made *handle_find(enum calls_kind kind, const void *value);

/* The first handle that was made; the others follow by `later`. */
struct made *handles_first(void);

/* The size of a handle of this kind, or 0 if it is none; entry kinds for arrays are those of one. */
size_t handle_size(enum calls_kind kind);

/* The name of a predefined handle, or NULL. */
const char *handle_predefined(enum calls_kind kind, const void *value);

/* The name of a constant that a number of a parameter stands for, or NULL. */
const char *constant_name(const struct calls_param *p, MPI_Count value);

#endif
