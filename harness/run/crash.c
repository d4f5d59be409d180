/* What is written when the process ends before the test does: by a signal, by exit from within MPI, or as a case that
 * hangs. */
#include "run/crash.h"
#include "state.h"
#include "tables.h"
#include "run/clock.h"
#include "run/ending.h"
#include "run/line.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* The rows by which the case may end so. */
static struct h_known_row *known_crash, *known_hang;
static struct h_known_row *known_in_check; /* by a crash in the procedure that is asked */

/* Seconds after which a case hangs, 0: never, beside one for each `slow` that its pair costs; and whether all is
 * written. */
static unsigned limit;
static const double slow = 1 << 18;
static volatile sig_atomic_t is_over = 1;

/* Of the case: the seconds after which it hangs, the CPU time of the process when it began, and whether it has been
 * given the seconds a second time. */
static unsigned seconds;
static double cpu_before;
static volatile sig_atomic_t has_more;

/* ---- what is written ---- */

/* All of it goes out as a whole, so that what several ranks write at the same time does not mix. */
static char bytes[H_ENDING_BYTES];
static struct h_text ending = {bytes, sizeof bytes, 0};

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

/* Launchers may lose what they have not read when a process ends; what other ranks write comes meanwhile. */
static void wait_for_reader(void)
{
    enum { EACH_MS = 50, LOOKS = 4 };
    int k = 0;

    do
        (void) poll(NULL, 0, EACH_MS);
    while (++k < LOOKS && !is_read());
}

static void write_ending(void)
{
    if (!h_write_out(ending.bytes, ending.n))
        _exit(H_FAILED);
    ending.n = 0;
    wait_for_reader();
}

void h_crash_known(struct h_known_row *row)
{
    h_known_count(row);
    h_ending_print_known(&ending);
}

void h_crash_counts(void)
{
    h_ending_print_counts(&ending);
    write_ending();
}

static void report(const char *kind, const char *how, int number, struct h_known_row *row)
{
    if (is_over)
        return;
    is_over = 1;
    h_ending_print(&ending, &(struct h_ending) {kind, how, number, row});
    write_ending();
}

/* ---- files ---- */

enum { MOST_FILES = 4 };
static const char *volatile files[MOST_FILES];

static void replace(const char *name, const char *by)
{
    for (int k = 0; k < MOST_FILES; k++)
        if (files[k] == name) {
            files[k] = by;
            return;
        }
}

void h_crash_removes(const char *name)
{
    replace(NULL, name);
}

void h_crash_keeps(const char *name)
{
    replace(name, NULL);
}

static void remove_files(void)
{
    for (int k = 0; k < MOST_FILES; k++)
        if (files[k])
            (void) unlink(files[k]);
}

/* ---- what ends a process ---- */

static struct h_known_row *crash_row(void)
{
    return known_in_check ? known_in_check : known_crash;
}

/* Gives a case whose process had less than a quarter of a core the same time once more: on a busy machine it may be
 * slow, and MPI libraries poll while they wait. */
static bool is_given_more(void)
{
    if (is_over || has_more || h_cpu_seconds() - cpu_before >= seconds / 4.0)
        return false;
    has_more = 1;
    (void) alarm(seconds);
    return true;
}

/* The default action follows: the launcher is to see the signal. */
static void on_signal(int number)
{
    if (number == SIGALRM && is_given_more())
        return;
    remove_files();
    if (number == SIGALRM)
        report("hang", "no end in sight after the seconds of DTP_HANG, ", (int) limit, known_hang);
    else if (number == SIGTERM)
        report("ended", "ended from outside, by SIGTERM", 0, NULL);
    else
        report("crash", "ended by signal ", number, crash_row());
    signal(number, SIG_DFL);
    raise(number);
}

static void on_exit_within(void)
{
    remove_files();
    report("crash", "ended by exit from within MPI", 0, crash_row());
}

void h_crash_watch(void)
{
    static const int signals[] = {SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTERM};
    const char *value = getenv("DTP_HANG");
    long long given = 0;

    if (value && h_parse_number(value, 0, 1000000, &given))
        limit = (unsigned) given;
    for (int k = 0; k < H_NUM(signals); k++)
        (void) sigaction(signals[k], &(struct sigaction) {.sa_handler = on_signal, .sa_flags = SA_RESTART}, NULL);
    atexit(on_exit_within);
    h_place_begin();
}

void h_crash_note(void)
{
    known_crash = known_hang = known_in_check = NULL;
    if (harness.running) {
        known_crash = h_known_row_of(harness.running, &(struct h_failure) {.kind = "crash"});
        known_hang = h_known_row_of(harness.running, &(struct h_failure) {.kind = "hang"});
    }
    h_ending_note();
    h_place_note(known_crash);
    is_over = has_more = 0;
    seconds = limit ? limit + (unsigned) (harness.pair_cost / slow) : 0;
    cpu_before = seconds ? h_cpu_seconds() : 0;
    (void) alarm(seconds);
}

void h_crash_step(void)
{
    known_in_check = harness.running && harness.asked ? h_known_crash_in(harness.running, harness.asked) : NULL;
    if (harness.asked)
        h_ending_note_check();
    h_place_note(crash_row());
}

void h_crash_over(void)
{
    remove_files();
    is_over = 1;
    h_place_leave();
    (void) alarm(0);
}
