/* The end of the test at once, since others may wait for what will not come. */
#include "state.h"
#include "case/case.h"
#include "case/known.h"
#include "run/crash.h"
#include "run/report.h"
#include "run/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void give_up(const char *kind, const char *format, va_list args)
{
    const struct h_failure failure = {.kind = kind, .check = harness.asked};
    struct h_known_row *row = harness.running ? h_known_row_of(harness.running, &failure) : NULL;

    fflush(stdout);
    if (row)
        h_crash_known(row);
    else
        h_report(harness.running ? harness.running : harness.pair, NULL, &failure, format, args);
    h_crash_counts();
    harness.pair = harness.running = NULL;
    h_crash_over(); /* all is printed */
    MPI_Abort(MPI_COMM_WORLD, H_FAILED);
    _exit(H_FAILED); /* it may come back */
}

void h_fail_at_once(const char *kind, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    give_up(kind, format, args);
    va_end(args);
}

void h_mpi(int code, const char *call, const char *file, int line)
{
    char text[MPI_MAX_ERROR_STRING] = "?";
    int n;

    if (code == MPI_SUCCESS)
        return;
    MPI_Error_string(code, text, &n);
    for (char *end = text; (end = strchr(end, '\n')) != NULL;)
        *end = ' '; /* other lines are taken for the output of the program */
    h_fail_at_once("mpi-error", "%s:%d: %s: expected MPI_SUCCESS, found error %d: %s", file, line, call, code, text);
}

void h_dtp(int code, const char *call, const char *file, int line)
{
    if (code != DTP_SUCCESS)
        h_fail_at_once("library", "%s:%d: %s: %s: %s", file, line, call, DTP_error_string(code), DTP_message());
}
