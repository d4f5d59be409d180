/* Messages of totals about the powers of two, where libraries change their protocol or begin a further segment: 2^6
 * to 2^20 bytes, one element fewer and one more, and 32, 64 and 128 bytes fewer, as far as the count of the test
 * goes. */
#include "internal.h"

enum { FIRST = 6, LAST = 20 };

static int run_count(MPI_Aint count, char why[H_TEXT])
{
    int err;

    h_pools_free();
    harness.options.send_count = harness.options.recv_count = count;
    err = h_pools_create(why);
    if (err == H_SKIPPED)
        h_leave_out("%lld elements: %s", (long long) count, why);
    else if (!err)
        h_program.run();
    return err == H_SKIPPED ? 0 : err;
}

/* How far from a power of two: bytes that headers of messages take; then elements. */
static const int off[] = {-128, -64, -32, -1, 0, 1};
enum { FIRST_OF_ELEMENTS = 3 };

static MPI_Aint total_of(int k, int which, MPI_Aint bytes)
{
    const MPI_Aint power = (MPI_Aint) 1 << k;

    return which >= FIRST_OF_ELEMENTS ? power / bytes + off[which] : (power + off[which]) / bytes;
}

/* Once the budget is spent, each further total is as many untried cases as the first of these, and needs no objects. */
int h_totals_run(char why[H_TEXT])
{
    const MPI_Aint most = harness.options.send_count, bytes = harness.moved_bytes / harness.moved;
    MPI_Aint done = 0;
    long untried = 0;
    int err = 0;

    for (int k = FIRST; k <= LAST; k++) {
        for (int which = 0; which < (int) (sizeof off / sizeof off[0]) && !err; which++) {
            const bool was_spent = h_budget_was_spent();
            const long before = harness.parts_skipped;
            if (total_of(k, which, bytes) <= done || total_of(k, which, bytes) > most)
                continue;
            done = total_of(k, which, bytes);
            if (untried == 0)
                err = run_count(done, why);
            else
                harness.parts_skipped += untried;
            if (was_spent && untried == 0)
                untried = harness.parts_skipped - before;
        }
    }
    return err;
}
