/* Which case was under way when the process ended from within an MPI call: by a signal, or by exit. */
#include "internal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char what[4 * H_TEXT]; /* written whenever a case begins; printed as it is, since after a crash nothing else is safe */

static void print(void)
{
    if (harness.pair && write(STDOUT_FILENO, what, strlen(what)) < 0)
        _exit(H_FAILED);
    harness.pair = NULL;
}

/* The default action follows: the launcher is to see the signal. */
static void on_signal(int number)
{
    print();
    signal(number, SIG_DFL);
    raise(number);
}

void h_crash_watch(void)
{
    static const int signals[] = {SIGABRT, SIGFPE, SIGBUS, SIGILL};

    for (size_t k = 0; k < sizeof signals / sizeof signals[0]; k++)
        signal(signals[k], on_signal);
    atexit(print);
}

void h_crash_case(const struct h_pair *p)
{
    char replay[2 * H_TEXT];

    h_replay_line(replay, sizeof replay);
    snprintf(what, sizeof what, "\n Error: %s: rank %d of %d: ended within MPI, communicator %s, objects %d and %d\n%s\n",
             harness.options.test, harness.rank, harness.size, p->comm->name, p->i, p->j, replay);
}
