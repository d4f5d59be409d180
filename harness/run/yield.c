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

/* Often enough that a message is not waited for, seldom enough that work is done in between. */
enum { EACH_NS = 100000 };

static timer_t timer;
static bool is_on;

static void give_way(int number)
{
    (void) number;
    (void) sched_yield();
}

/* In vain, all that is lost is time. */
void h_yield_begin(void)
{
    const struct itimerspec each = {.it_interval.tv_nsec = EACH_NS, .it_value.tv_nsec = EACH_NS};
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
    is_on = sigaction(SIGRTMAX, &action, NULL) == 0 && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 &&
            timer_settime(timer, 0, &each, NULL) == 0;
}

void h_yield_end(void)
{
    if (is_on)
        (void) timer_delete(timer);
    is_on = false;
}

#else

void h_yield_begin(void)
{
}

void h_yield_end(void)
{
}

#endif
