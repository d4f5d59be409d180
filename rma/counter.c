/* A counter that all ranks advance at once, by calls that fetch and add, or by MPI_Compare_and_swap until it succeeds:
 * each number is found once, since these calls are atomic for each element (MPI-3.1, 11.3.4, 11.7.1). */
#include "accesses/access.h"
#include "harness.h"
#include "tables.h"

/* Windows of other sizes than multiples of 16 bytes may be misaligned, which rma/windows tests. */
enum { TIMES = 25, SIZE = 16 };

/* Where the counter is. */
struct counter {
    MPI_Win win;
    int target;
};

static int fetch(const struct counter *n)
{
    const int one = 1;
    int found = -1;

    H_MPI(MPI_Fetch_and_op(&one, &found, MPI_INT, n->target, 0, MPI_SUM, n->win));
    H_MPI(MPI_Win_flush(n->target, n->win));
    return found;
}

static int get_accumulate(const struct counter *n)
{
    const int one = 1;
    int found = -1;

    H_MPI(MPI_Get_accumulate(&one, 1, MPI_INT, &found, 1, MPI_INT, n->target, 0, 1, MPI_INT, MPI_SUM, n->win));
    H_MPI(MPI_Win_flush(n->target, n->win));
    return found;
}

static int rget_accumulate(const struct counter *n)
{
    const int one = 1;
    int found = -1;
    MPI_Request request;

    H_MPI(MPI_Rget_accumulate(&one, 1, MPI_INT, &found, 1, MPI_INT, n->target, 0, 1, MPI_INT, MPI_SUM, n->win,
                              &request));
    H_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    return found;
}

static int swap(const struct counter *n)
{
    int before = 0, found = -1;

    for (;;) {
        const int next = before + 1;
        H_MPI(MPI_Compare_and_swap(&next, &before, &found, MPI_INT, n->target, 0, n->win));
        H_MPI(MPI_Win_flush(n->target, n->win));
        if (found == before)
            return found;
        before = found;
    }
}

static const struct form {
    const char *name;
    int (*advance)(const struct counter *n);
} forms[] = {{"MPI_Fetch_and_op", fetch},
             {"MPI_Get_accumulate", get_accumulate},
             {"MPI_Rget_accumulate", rget_accumulate},
             {"MPI_Compare_and_swap", swap}};

static void run_case(struct h_case *c, const struct form *f)
{
    struct counter n = {.target = c->comm->number % c->comm->size};
    int found[TIMES], *own;

    H_MPI(MPI_Win_allocate(SIZE, sizeof *own, MPI_INFO_NULL, c->comm->comm, &own, &n.win));
    H_MPI(MPI_Win_set_errhandler(n.win, MPI_ERRORS_RETURN));
    H_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, c->comm->rank, 0, n.win));
    *own = 0;
    H_MPI(MPI_Win_unlock(c->comm->rank, n.win));
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_Win_lock_all(0, n.win));
    for (int k = 0; k < TIMES; k++)
        found[k] = f->advance(&n);
    H_MPI(MPI_Win_unlock_all(n.win));
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, c->comm->rank, 0, n.win));
    if (c->comm->rank == n.target)
        h_check_number(c, f->name, "the counter at the end", TIMES * c->comm->size, *own);
    H_MPI(MPI_Win_unlock(c->comm->rank, n.win));
    h_check_each_once(c, f->name, "how often a number is found", TIMES, found);
    H_MPI(MPI_Win_free(&n.win));
    h_count_verified();
}

static void visit(struct h_case *c)
{
    c->window = "allocate";
    for (int k = 0; k < H_NUM(forms); k++)
        if (h_begin(c, forms[k].name))
            run_case(c, &forms[k]);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_SPLIT | H_REVERSED | H_ONCE, visit);
}

const struct h_program h_program = {"counters that all ranks advance at once", H_ACCUMULATES | H_SEVERAL, run};
