/* Which case was under way when the process ended from within an MPI call: by a signal (SIGTERM: it hung), or by exit. */
#include "internal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Written whenever a case begins; printed as they are, since after a crash nothing else is safe. */
static char where[H_TEXT], replay[4 * H_TEXT];

static void print_text(const char *text)
{
    if (write(STDOUT_FILENO, text, strlen(text)) < 0)
        _exit(H_FAILED);
}

static void print_number(long n)
{
    char digits[24], *at = digits + sizeof digits - 1;

    *at = '\0';
    do
        *--at = (char) ('0' + n % 10);
    while ((n /= 10) > 0);
    print_text(at);
}

static void print(void)
{
    const struct h_case *p = harness.running;

    harness.running = NULL;
    if (!p)
        return;
    print_text(where);
    print_text(p->now);
    print_text("\n  kind: crash\n  case: ");
    print_number(harness.case_number);
    print_text("\n");
    print_text(replay);
    print_text("\n");
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
    static const int signals[] = {SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGTERM};

    for (size_t k = 0; k < sizeof signals / sizeof signals[0]; k++)
        signal(signals[k], on_signal);
    atexit(print);
}

void h_crash_case(const struct h_case *c)
{
    h_replay_line(replay, sizeof replay);
    snprintf(where, sizeof where, "\n Error: %s: rank %d of %d: ended within MPI, communicator %s, objects %d and %d, after ",
             harness.options.test, harness.rank, harness.size, c->comm->name, c->i, c->j);
}
