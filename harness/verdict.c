/* The end of the test, and the verdict. */
#include "internal.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

long long h_allreduce(long long value, MPI_Op op)
{
    long long result = value;

    if (PMPI_Allreduce(&value, &result, 1, MPI_LONG_LONG_INT, op, MPI_COMM_WORLD) != MPI_SUCCESS) {
        printf(" Error: %s: rank %d: MPI_Allreduce of the verdict failed\n", harness.options.test, harness.rank);
        fflush(stdout);
        MPI_Abort(MPI_COMM_WORLD, H_FAILED);
    }
    return result;
}

/* ---- the end of the test, at once: others may wait for what will not come ---- */

static void give_up(const char *kind, const char *format, ...)
{
    const struct timespec while_read = {.tv_nsec = 200000000}; /* launchers may lose what they have not read by then */
    va_list args;

    va_start(args, format);
    h_report(harness.pair, kind, format, args);
    va_end(args);
    nanosleep(&while_read, NULL);
    MPI_Abort(MPI_COMM_WORLD, H_FAILED);
}

void h_mpi(int code, const char *call, const char *file, int line)
{
    char text[MPI_MAX_ERROR_STRING] = "?";
    int n;

    if (code == MPI_SUCCESS)
        return;
    MPI_Error_string(code, text, &n);
    give_up("mpi-error", "%s:%d: %s: expected MPI_SUCCESS, found error %d: %s", file, line, call, code, text);
}

void h_dtp(int code, const char *call, const char *file, int line)
{
    if (code != DTP_SUCCESS)
        give_up("library", "%s:%d: %s: %s: %s", file, line, call, DTP_error_string(code), DTP_message());
}

void *h_alloc(MPI_Aint bytes)
{
    void *memory = malloc(bytes > 0 ? (size_t) bytes : 1);

    if (!memory)
        give_up("no-memory", "no memory for %lld bytes", (long long) bytes);
    return memory;
}

/* ---- the verdict ---- */

int h_verdict(void)
{
    long long failures, verified, left_out, before;

    h_report_rest();
    fflush(stdout);
    failures = h_allreduce(harness.failures, MPI_SUM);
    verified = h_allreduce(harness.verified, MPI_SUM);
    left_out = h_allreduce(harness.left_out, MPI_SUM);
    before = h_allreduce(harness.failures > 0 ? harness.verified_before : LONG_MAX, MPI_MIN);
    if (failures == 0 && verified > 0) {
        if (harness.rank == 0)
            printf(" No Errors\n");
        return H_PASSED;
    }
    if (failures == 0 && left_out > 0)
        return h_agree(H_SKIPPED, harness.why_left_out);
    if (harness.rank == 0 && failures == 0)
        printf(" Error: %s: verified nothing\n", harness.options.test);
    else if (harness.rank == 0)
        printf(" Found %lld errors, the first after %lld objects of its rank; %lld objects were verified\n", failures, before,
               verified);
    return H_FAILED;
}
