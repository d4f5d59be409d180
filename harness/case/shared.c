/* Values of elements that share bytes. */
#include "case/shared.h"
#include "case/passes.h"
#include "run/run.h"

#include <stdlib.h>

enum { STRIDE = 3 };

/* Runs of elements of an object: the numbers of those that have their bytes follow each other. */
static struct {
    DTP_t pool;
    int index;
    int n;
    MPI_Aint *first, *elements; /* n each: the number of the first one, and how many there are */
} runs = {.pool = NULL};

void h_shared_forget(void)
{
    free(runs.first);
    runs.first = runs.elements = NULL;
    runs.pool = NULL;
    runs.n = 0;
}

static void add_runs(MPI_Aint n, const MPI_Aint *numbers)
{
    for (MPI_Aint k = 0; k < n; k++) {
        if (k == 0 || numbers[k] != numbers[k - 1] + 1) {
            runs.first[runs.n] = numbers[k];
            runs.elements[runs.n++] = 0;
        }
        runs.elements[runs.n - 1]++;
    }
}

/* None if the object is too large to be looked at. */
static void find_runs(DTP_t pool, int index)
{
    const MPI_Aint n = DTP_pool_elements(pool);
    MPI_Aint *numbers;

    if (runs.pool == pool && runs.index == index)
        return;
    h_shared_forget();
    runs.pool = pool;
    runs.index = index;
    numbers = h_alloc(n * (MPI_Aint) sizeof *numbers);
    runs.first = h_alloc(2 * n * (MPI_Aint) sizeof *runs.first);
    runs.elements = runs.first + n;
    if (DTP_obj_shared(pool, index, numbers) == DTP_SUCCESS)
        add_runs(n, numbers);
    free(numbers);
}

bool h_shares_bytes(DTP_t pool, int index)
{
    return DTP_obj_has_trait(pool, index, "overlapping");
}

int h_overlaps(const struct h_case *c)
{
    return !h_ranks_differ(c->comm) && DTP_pool_elements(c->send.pool) == DTP_pool_elements(c->recv.pool) &&
           (h_shares_bytes(c->send.pool, c->send.index) || h_shares_bytes(c->recv.pool, c->recv.index));
}

int h_shared_parts(const struct h_case *c, struct h_obj o, struct h_values v, DTP_part_s **parts)
{
    static const int stride = STRIDE;
    struct h_obj shared;
    int *starts;

    if (!c || !c->shares || v.stride != 0 || DTP_pool_elements(o.pool) != DTP_pool_elements(c->send.pool))
        return 0;
    shared = h_shares_bytes(c->send.pool, c->send.index) ? c->send : c->recv;
    find_runs(shared.pool, shared.index);
    if (runs.n == 0)
        return 0;
    *parts = h_alloc(runs.n * (MPI_Aint) (sizeof **parts + sizeof *starts));
    starts = (int *) (*parts + runs.n);
    for (int k = 0; k < runs.n; k++) {
        starts[k] = v.start + (int) runs.first[k] * STRIDE;
        (*parts)[k] = (DTP_part_s) {runs.elements[k], runs.elements[k], 1, &starts[k], &stride, MPI_REPLACE};
    }
    return runs.n;
}
