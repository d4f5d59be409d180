/* The record's file: opened once, written a line after the other, given up at the first error. */
#include "file.h"

#include "calls.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *out;
static char name[4096];
static bool in_case, is_given_up;

static void give_up(const char *why)
{
    fprintf(stderr, "record: cannot write %s: %s\n", name, why);
    if (out)
        (void) fclose(out); /* what it says is known */
    out = NULL;
    in_case = false;
    is_given_up = true;
}

/* Whether MPI can be asked for the rank. */
static bool is_mpi_there(void)
{
    int is_initialized = 0, is_finalized = 0;

    return CALLS_ASK(MPI_Initialized, &is_initialized) && CALLS_ASK(MPI_Finalized, &is_finalized) && is_initialized &&
           !is_finalized;
}

bool record_open(void)
{
    const char *prefix = getenv("DTP_RECORD");
    int rank, length;

    if (out || is_given_up || !prefix || !is_mpi_there())
        return out != NULL;
    if (!CALLS_ASK(MPI_Comm_rank, MPI_COMM_WORLD, &rank)) {
        snprintf(name, sizeof name, "%.4000s.RANK", prefix);
        give_up("the rank is not known");
        return false;
    }
    length = snprintf(name, sizeof name, "%s.%d", prefix, rank);
    if (length < 0 || (size_t) length >= sizeof name)
        give_up("the name is too long");
    else if (!(out = fopen(name, "w")))
        give_up(strerror(errno));
    return out != NULL;
}

void record_begin_case(void)
{
    in_case = record_open();
}

bool record_is_in_case(void)
{
    return in_case;
}

void record_write(const char *format, ...)
{
    va_list args;
    int n;

    if (!out)
        return;
    va_start(args, format);
    n = vfprintf(out, format, args);
    va_end(args);
    if (n < 0)
        give_up(strerror(errno));
}

unsigned long long record_address(const void *at)
{
    return (unsigned long long) (MPI_Aint) at;
}

void record_write_bytes(const char *word, const void *memory, const unsigned char *bytes, MPI_Aint n)
{
    record_write("%s %llx ", word, record_address(memory));
    for (MPI_Aint b = 0; b < n; b++)
        record_write("%02x", bytes[b]);
    record_write("\n");
}

void record_flush(void)
{
    if (out && fflush(out) != 0)
        give_up(strerror(errno));
}
