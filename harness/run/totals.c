/* Messages of totals where libraries change their protocol or begin another segment: about the powers of two, 2^6 to
 * 2^20 bytes, one element fewer and one more, and 32, 64 and 128 bytes fewer; 12 KiB and 80 KiB, one element fewer and
 * one more; as far as the count of the test goes. */
#include "state.h"
#include "tables.h"
#include "case/passes.h"
#include "case/pools.h"
#include "run/run.h"

enum { FIRST = 6, LAST = 20 };

/* ---- objects ---- */

/* Each total draws objects of its own: of so many totals few are enough, and drawing costs time. */
enum { DRAWN = 2, SMALL = 16 };
static MPI_Aint most;

void h_totals_begin(void)
{
    most = harness.options.send_count;
    harness.options.send_count = harness.options.recv_count = most < SMALL ? most : SMALL;
    harness.most_drawn = DRAWN;
}

static int run_count(MPI_Aint count, char why[H_TEXT])
{
    int err;

    h_pools_free();
    harness.options.send_count = harness.options.recv_count = count;
    err = h_pools_create(why);
    if (err == H_SKIPPED)
        h_leave_out("%lld elements: %s", (long long) count, why);
    else if (!err)
        harness.program->run();
    return err == H_SKIPPED ? 0 : err;
}

/* ---- totals ---- */

/* How far from a power of two: bytes that headers of messages take; then elements. */
static const int off[] = {-128, -64, -32, -1, 0, 1};
enum { FIRST_OF_ELEMENTS = 3 };

static MPI_Aint total_of(int k, int which, MPI_Aint bytes)
{
    const MPI_Aint power = (MPI_Aint) 1 << k;

    return which >= FIRST_OF_ELEMENTS ? power / bytes + off[which] : (power + off[which]) / bytes;
}

/* Bytes about which there are totals too. */
static const MPI_Aint others[] = {12 << 10, 80 << 10};

enum {
    NUM_OFF = H_NUM(off),
    NUM_OTHERS = H_NUM(others),
    MOST_TOTALS = (LAST - FIRST + 1) * NUM_OFF + 3 * NUM_OTHERS
};

/* Puts a total of elements in its place, if it is one that the test has, and new. */
static int add_total(MPI_Aint total, MPI_Aint *totals, int n)
{
    int k = n;

    while (k > 0 && totals[k - 1] >= total)
        k--;
    if (total <= 0 || total > most || (k < n && totals[k] == total))
        return n;
    for (int i = n; i > k; i--)
        totals[i] = totals[i - 1];
    totals[k] = total;
    return n + 1;
}

/* All up to the count of the test, each once, in rising order.  Returns how many. */
static int list_totals(MPI_Aint bytes, MPI_Aint *totals)
{
    int n = 0;

    for (int k = FIRST; k <= LAST; k++)
        for (int which = 0; which < NUM_OFF; which++)
            n = add_total(total_of(k, which, bytes), totals, n);
    for (int k = 0; k < NUM_OTHERS; k++)
        for (int away = -1; away <= 1; away++)
            n = add_total(others[k] / bytes + away, totals, n);
    return n;
}

/* A number without a divisor of n, near three eighths of it: from one total to the next, so that all sizes mix. */
static int step_through(int n)
{
    int step = n * 3 / 8 + 1;

    for (int divisor = 2; divisor <= step; divisor++)
        if (n % divisor == 0 && step % divisor == 0) {
            step++;
            divisor = 1;
        }
    return step;
}

/* Number k of n totals, of which the first `small` come first: from one of its own for each test on. */
static int order(int k, int small, int n)
{
    const int first = k < small ? 0 : small, many = k < small ? small : n - small;

    return first + (h_pass_number(0) + (k - first) * step_through(many)) % many;
}

static int count_up_to(MPI_Aint largest, const MPI_Aint *totals, int n)
{
    int many = 0;

    while (many < n && totals[many] <= largest)
        many++;
    return many;
}

/* A few cases of every total, those that cost little before the others; then, in the same order, all other cases. */
int h_totals_run(char why[H_TEXT])
{
    enum { CHEAP = (1 << 17) + 64 };
    MPI_Aint totals[MOST_TOTALS];
    const MPI_Aint bytes = harness.moved_bytes / harness.moved;
    const int n = list_totals(bytes, totals), small = count_up_to(CHEAP / bytes, totals, n);
    long parts = 1;
    int err = 0;

    for (int sweep = 0; sweep < H_SWEEPS; sweep++)
        for (int k = 0; k < n && !err; k++) {
            const long before = harness.parts;
            h_sweep_begin(sweep, k);
            if (h_budget_was_spent()) {
                harness.parts_skipped += parts * h_parts_of_pair();
                continue;
            }
            err = run_count(totals[order(k, small, n)], why);
            if (!h_budget_was_spent())
                parts = (harness.parts - before) / h_parts_of_pair();
        }
    harness.passes = 1;
    return err;
}
