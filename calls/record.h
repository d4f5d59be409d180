/* What a program says to the recorder (calls/recorder), if one is preloaded: what it holds in memory and what it
 * expects.  It says so by MPI_Pcontrol, which MPI leaves to profiling libraries (MPI-3.1, 14.2.4): a program that is
 * not recorded pays a call that does nothing, and only where it has asked whether it is.
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CALLS_RECORD_H
#define CALLS_RECORD_H

#include <dtpools.h>
#include <mpi.h>

enum {
    CALLS_RECORD_ASK = 0x445450,
    CALLS_RECORD_CASE,
    CALLS_RECORD_FAILED,
    CALLS_RECORD_FILL,
    CALLS_RECORD_EXPECT,
    CALLS_RECORD_NUMBER,
    CALLS_RECORD_ROUND,
    CALLS_RECORD_BESIDE,
    CALLS_RECORD_FILE,
    CALLS_RECORD_BYTES,
    CALLS_RECORD_CALLBACKS,
    CALLS_RECORD_STATUS
};

/* An object of a text that dtpools reads, displacement 0 at `zero`. */
struct calls_record_object {
    const void *zero;
    const char *text;
    int n;
    const DTP_part_s *parts;
};

/* Whether this process is recorded. */
static inline int calls_record_is_on(void)
{
    int is_on = 0;

    (void) MPI_Pcontrol(CALLS_RECORD_ASK, &is_on);
    return is_on;
}

/* A case begins, and the one before ends. */
static inline void calls_record_case(int number, const char *facts)
{
    (void) MPI_Pcontrol(CALLS_RECORD_CASE, number, facts);
}

/* A round of the case begins, from 0, whose calls the case's other rounds do not need; or, with -1, what ends all of
 * them. */
static inline void calls_record_round(int round)
{
    (void) MPI_Pcontrol(CALLS_RECORD_ROUND, round);
}

/* The calls from here on, up to the next such line, are beside the operation that is tested (1), or its own (0). */
static inline void calls_record_beside(int beside)
{
    (void) MPI_Pcontrol(CALLS_RECORD_BESIDE, beside);
}

/* The case has failed. */
static inline void calls_record_failed(const char *kind, const char *what)
{
    (void) MPI_Pcontrol(CALLS_RECORD_FAILED, kind, what);
}

/* The object was given these values; must have them now. */
static inline void calls_record_fill(const struct calls_record_object *object)
{
    (void) MPI_Pcontrol(CALLS_RECORD_FILL, object);
}

static inline void calls_record_expect(const struct calls_record_object *object)
{
    (void) MPI_Pcontrol(CALLS_RECORD_EXPECT, object);
}

/* A file was written with these bytes of memory, without MPI, or read into them. */
static inline void calls_record_file(int written, const char *name, const void *memory, MPI_Aint n)
{
    (void) MPI_Pcontrol(CALLS_RECORD_FILE, written, name, memory, n);
}

/* Memory that holds no object has these bytes; must have them, in place of what is expected next. */
static inline void calls_record_bytes(int expected, const void *memory, const void *bytes, MPI_Aint n)
{
    (void) MPI_Pcontrol(CALLS_RECORD_BYTES, expected, memory, bytes, n);
}

/* A number that a call returned, and the one that it must, or the other one (the same, where only one is right): `what`
 * is the name of the call, or of a field of the status. */
static inline void calls_record_number(const char *what, long long expected, long long other, long long found)
{
    (void) MPI_Pcontrol(CALLS_RECORD_NUMBER, what, expected, other, found);
}

/* The fields of a status that are compared next are those of this one. */
static inline void calls_record_status(const MPI_Status *status)
{
    (void) MPI_Pcontrol(CALLS_RECORD_STATUS, status);
}

/* How often the copy callback (or the delete callback) of a key was called within the case, and must be, or may be. */
static inline void calls_record_callbacks(int keyval, int copies, int expected, int other, int found)
{
    (void) MPI_Pcontrol(CALLS_RECORD_CALLBACKS, keyval, copies, expected, other, found);
}

#endif
