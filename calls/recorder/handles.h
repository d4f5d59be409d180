/* Handles that the application has made, by their values. */
#ifndef CALLS_RECORDER_HANDLES_H
#define CALLS_RECORDER_HANDLES_H

#include "calls.h"

/* A handle that a call has returned, under a name of its own in the record: a letter and a number. */
struct made {
    char letter;
    int number;
    unsigned char value[sizeof(void *) > sizeof(long long) ? sizeof(void *) : sizeof(long long)];
    bool is_live, is_committed;
    struct made *next;      /* of the same hash */
    struct made *later;     /* in the order in which they were made */

    /* How it was made (makes.h). */
    char *line;             /* or NULL, while that is not known */
    char *more;             /* calls that changed it since, or NULL */
    struct made **of;       /* what it was made of */
    int num_of;
    bool is_written;
};

/* A handle that a call has set.  An MPI may return one object several times, as the group of a communicator or a
 * request that is complete: each time is a handle with a name of its own, and is to be freed, or completed.  Which of
 * them is meant is not to be seen by the value, and does not matter. */
struct made *handle_made(enum calls_kind kind, const void *value);

/* A handle of this value that is live, the last one that was made; NULL if there is none. */
struct made *handle_find(enum calls_kind kind, const void *value);

/* The same for entry k of n handles.  Requests are not given twice: where entries have one value, they are the last
 * ones that were made, in their order. */
struct made *handle_find_entry(enum calls_kind kind, const void *handles, size_t n, size_t k);

/* One of this value, the one that is found, is freed; all are committed, for they are one type. */
void handle_freed(enum calls_kind kind, const void *value);
void handle_committed(const void *value);

/* The first handle that was made; the others follow by `later`. */
struct made *handles_first(void);

/* The size of a handle of this kind, or 0 if it is none; kinds of arrays are those of their entries. */
size_t handle_size(enum calls_kind kind);

#endif
