/* Processors shared by more processes than there are.  An MPI that polls while it waits keeps its processor for
 * milliseconds from the process that it waits for: a signal, again and again, has it give way. */
#include "state.h"
#include "run/run.h"

#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined _POSIX_TIMERS && _POSIX_TIMERS > 0 && defined _SC_NPROCESSORS_ONLN

/* Nanoseconds to the next signal: at first so few that no message is waited for, then more and more, since a case that
 * goes on for long has much to copy. */
enum { FIRST_NS = 100000, MOST_NS = 1000000, GROWTH = 32 };

static timer_t timer;
static volatile sig_atomic_t is_on, next_ns;

/* Once: what has no processor has no signals waiting for it. */
static void set_timer(void)
{
    const struct itimerspec once = {.it_value.tv_nsec = next_ns};

    (void) timer_settime(timer, 0, &once, NULL);
}

static void give_way(int number)
{
    (void) number;
    (void) sched_yield();
    next_ns = next_ns < MOST_NS ? next_ns + next_ns / GROWTH : MOST_NS;
    if (is_on)
        set_timer();
}

/* In vain, all that is lost is time. */
void h_yield_begin(void)
{
    struct sigevent event;
    struct sigaction action;

    if (harness.size <= sysconf(_SC_NPROCESSORS_ONLN))
        return;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGRTMAX;
    memset(&action, 0, sizeof action);
    action.sa_handler = give_way;
    action.sa_flags = SA_RESTART;
    is_on = sigaction(SIGRTMAX, &action, NULL) == 0 && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
    h_yield_often();
    if (is_on)
        set_timer();
}

void h_yield_often(void)
{
    next_ns = FIRST_NS;
}

void h_yield_end(void)
{
    const bool was_on = is_on;

    is_on = false;
    if (was_on)
        (void) timer_delete(timer);
}

#else

void h_yield_begin(void)
{
}

void h_yield_often(void)
{
}

void h_yield_end(void)
{
}

#endif
