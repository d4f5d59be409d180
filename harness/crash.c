/* What is told when the process ends before the test does: by a signal, by exit from within MPI, or as a case that
 * hangs. */
#include "facts.h"
#include "internal.h"
#include "known.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Written whenever a case begins; printed as they are, since after a crash nothing else is safe. */
static char where[H_TEXT], replay[4 * H_TEXT], facts[4 * H_TEXT];

/* The rows by which the case may end so. */
static struct h_known_row *known_crash, *known_hang;

/* Seconds after which a case hangs, 0: never, for each message and for as many bytes a second; and whether all is
 * told. */
static unsigned limit;
static const MPI_Aint slow = 1 << 17;
static volatile sig_atomic_t is_over = 1;

/* All that is told goes out as a whole, so that what several ranks tell at the same time does not mix. */
static char told[8 * H_TEXT];
static size_t num_told;

static void write_told(void)
{
    if (!h_write_out(told, num_told))
        _exit(H_FAILED);
    num_told = 0;
}

static void print_text(const char *text)
{
    for (; *text; text++) {
        if (num_told == sizeof told)
            write_told();
        told[num_told++] = *text;
    }
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

/* ---- what is told ---- */

/* What was met of each, as this rank has seen it. */
static void print_known(void)
{
    static const char *const names[] = {" covered=", " failed=", " avoided="};
    const struct h_known_row *row;

    for (int k = 0; (row = h_known_row(k)) != NULL; k++) {
        const long counts[] = {row->covered, row->failed, row->avoided};
        if (counts[0] + counts[1] + counts[2] == 0)
            continue;
        print_text(" Known: ");
        print_text(row->issue);
        for (int i = 0; i < 3; i++) {
            print_text(names[i]);
            print_number(counts[i]);
        }
        print_text("\n");
    }
}

/* The case, and what is true of it. */
static void print_case(const char *kind)
{
    print_text("\n  case: ");
    print_number(harness.case_number);
    if (*facts) {
        print_text("\n  facts:");
        print_text(facts);
        print_text(" fails=");
        print_text(kind);
        if (harness.asked) {
            print_text(" check=");
            print_text(harness.asked);
        }
    }
}

/* The lines before the one that replays it; after the last case of a pair, what is named is that one. */
static void print_failure(const char *kind, const char *how, int number)
{
    print_text(where);
    if (harness.running && harness.running->now && *harness.running->now) {
        print_text(", at ");
        print_text(harness.asked ? harness.asked : harness.running->now);
    }
    print_text("\n  kind: ");
    print_text(kind);
    if (harness.case_number > 0)
        print_case(kind);
    print_text("\n  ");
    print_text(how);
    if (number > 0)
        print_number(number);
    print_text(harness.running ? "\n" : ", outside of an operation: while objects were made or freed, or at the end\n");
    print_text(replay);
    print_text("\n");
}

/* As the verdict would, of this rank. */
static void print_cases(void)
{
    static const char *const names[] = {" verified, ", " known, ", " avoided, ", " untried\n"};
    long counts[4];

    h_cases_count_here(&counts[0], &counts[1], &counts[2], &counts[3]);
    print_text(" Cases: ");
    for (int k = 0; k < 4; k++) {
        print_number(counts[k]);
        print_text(names[k]);
    }
}

void h_crash_known(struct h_known_row *row)
{
    h_known_count(row);
    print_text("\n Note: case ");
    print_number(harness.case_number);
    print_text(" fails as known\n");
}

/* Whether nothing of what was written waits to be read; not known but of a pipe. */
static bool is_read(void)
{
#ifdef FIONREAD
    struct stat status;
    int unread = 0;

    return fstat(STDOUT_FILENO, &status) == 0 && S_ISFIFO(status.st_mode) &&
           ioctl(STDOUT_FILENO, FIONREAD, &unread) == 0 && unread == 0;
#else
    return false;
#endif
}

/* Launchers may lose what they have not read when a process ends; what other ranks have to tell comes meanwhile. */
static void wait_for_reader(void)
{
    enum { EACH_MS = 50, LOOKS = 4 };
    int k = 0;

    do
        (void) poll(NULL, 0, EACH_MS);
    while (++k < LOOKS && !is_read());
}

void h_crash_counts(void)
{
    print_known();
    print_cases();
    write_told();
    wait_for_reader();
}

static void tell(const char *kind, const char *how, int number, struct h_known_row *row)
{
    if (is_over)
        return;
    is_over = 1;
    if (row && harness.running)
        h_crash_known(row);
    else
        print_failure(kind, how, number);
    h_crash_counts();
}

/* ---- what ends a process ---- */

/* The default action follows: the launcher is to see the signal. */
static void on_signal(int number)
{
    if (number == SIGALRM)
        tell("hang", "no end in sight after the seconds of DTP_HANG, ", (int) limit, known_hang);
    else if (number == SIGTERM)
        tell("ended", "ended from outside, by SIGTERM", 0, NULL);
    else
        tell("crash", "ended by signal ", number, known_crash);
    signal(number, SIG_DFL);
    raise(number);
}

static void on_exit_within(void)
{
    tell("crash", "ended by exit from within MPI", 0, known_crash);
}

void h_crash_watch(void)
{
    static const int signals[] = {SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTERM};
    const char *value = getenv("DTP_HANG");
    long long seconds = 0;

    if (value && h_parse_number(value, 0, 1000000, &seconds))
        limit = (unsigned) seconds;
    for (size_t k = 0; k < sizeof signals / sizeof signals[0]; k++)
        signal(signals[k], on_signal);
    atexit(on_exit_within);
}

void h_crash_note(void)
{
    struct h_line line = {where, sizeof where};
    const struct h_case *c = harness.running ? harness.running : harness.pair;

    *facts = '\0';
    known_crash = known_hang = NULL;
    if (harness.running) {
        h_facts_print(harness.running, NULL, facts, sizeof facts);
        known_crash = h_known_row_of(harness.running, &(struct h_failure) {.kind = "crash"});
        known_hang = h_known_row_of(harness.running, &(struct h_failure) {.kind = "hang"});
    }
    h_replay_line(replay, sizeof replay);
    DTP_set_fault_note(replay);
    h_line_add(&line, "\n Error: %s: rank %d of %d: ended within MPI", harness.options.test, harness.rank,
               harness.size);
    if (c)
        h_line_add(&line, ", communicator %s, objects %d and %d", c->comm->name, c->i, c->j);
    is_over = 0;
    (void) alarm(limit ? limit + (unsigned) (harness.moved_bytes / slow) : 0);
}

void h_crash_over(void)
{
    is_over = 1;
    (void) alarm(0);
}
