/* The way in and out of the wrappers: what is called next, who is counted, and the counts at the end. */
#include "calls.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Thread_local int depth; /* of wrappers within wrappers */
static _Thread_local unsigned long within;

/* With DTP_CALLS=FILE in the environment, each process adds a line `NAME NUMBER` for each procedure that it called. */
static void write_counts(void)
{
    const char *file = getenv("DTP_CALLS");
    FILE *out = file ? fopen(file, "a") : NULL;
    bool is_written = out != NULL;

    for (int k = 0; is_written && k < calls_num_procedures; k++) {
        const long calls = atomic_load(&calls_procedures[k].calls);
        if (calls > 0)
            is_written = fprintf(out, "%s %ld\n", calls_procedures[k].name, calls) >= 0;
    }
    if (out && fclose(out) != 0)
        is_written = false;
    if (file && !is_written)
        fprintf(stderr, "calls: cannot write the counts to %s: %s\n", file, strerror(errno));
}

static void count(struct calls_procedure *p)
{
    static atomic_bool is_asked;

    if (!atomic_exchange(&is_asked, true) && getenv("DTP_CALLS") && atexit(write_counts) != 0)
        fprintf(stderr, "calls: no counts are written: atexit fails\n");
    atomic_fetch_add(&p->calls, 1);
}

/* The definition after this library's: that of another one that is preloaded, or MPI's. */
static calls_function *next_of(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    calls_function *function;

    if (!found) {
        fprintf(stderr, "calls: %s: not found\n", name);
        exit(1);
    }
    memcpy(&function, &found, sizeof function); /* as POSIX has it */
    return function;
}

bool calls_enter(struct calls_procedure *p, calls_function **next)
{
    if (!*next)
        *next = next_of(p->name);
    if (depth > 0) {
        within++;
        return false;
    }
    count(p);
    depth++;
    return true;
}

void calls_leave(void)
{
    depth--;
}

unsigned long calls_within(void)
{
    return within;
}

/* Within it MPI itself may call procedures. */
int MPI_Finalize(void)
{
    depth++;
    return ((int (*)(void)) next_of("MPI_Finalize"))();
}
