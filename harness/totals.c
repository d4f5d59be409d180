/* Messages of totals about the powers of two, where libraries change their protocol or begin a further segment: 2^6 to 2^20
 * bytes, and one element fewer and one more, as far as the count of the test goes. */
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

int h_totals_run(char why[H_TEXT])
{
    const MPI_Aint most = harness.options.send_count, bytes = harness.moved_bytes / harness.moved;
    MPI_Aint done = 0;
    int err = 0;

    for (int k = FIRST; k <= LAST; k++)
        for (MPI_Aint n = ((MPI_Aint) 1 << k) / bytes - 1; n <= ((MPI_Aint) 1 << k) / bytes + 1 && n <= most && !err; n++)
            if (n > done)
                err = run_count(done = n, why);
    return err;
}
