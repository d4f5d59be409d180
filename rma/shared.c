/* Segments of a shared window of which some are empty: what MPI_Win_shared_query says of every rank, and of
 * MPI_PROC_NULL, that is of the lowest rank with memory (MPI-3.1, 11.2.3); loads of what each rank has stored. */
#include "accesses/access.h"
#include "harness.h"
#include "tables.h"

#include <string.h>

enum { SIZE = 20 };

/* A rank's segment. */
struct segment {
    MPI_Aint size;
    int unit;
    unsigned char *base;
};

/* Even ranks have no memory, or odd ones; or none has any. */
static MPI_Aint size_of(int way, int rank)
{
    return way < 2 && rank % 2 != way ? SIZE * (1 + rank) : 0;
}

static int unit_of(int rank)
{
    return 1 << rank % 4;
}

static unsigned char value_of(int rank)
{
    return (unsigned char) (1 + 7 * rank);
}

static struct segment query(MPI_Win win, int rank)
{
    struct segment s = {.size = -1, .unit = -1};

    H_MPI(MPI_Win_shared_query(win, rank, &s.size, &s.unit, &s.base));
    return s;
}

static int lowest_with_memory(const struct h_case *c, int way)
{
    int rank = 0;

    while (rank < c->comm->size && size_of(way, rank) == 0)
        rank++;
    return rank;
}

static void check_segment(struct h_case *c, struct segment s, int way, int rank)
{
    const unsigned char value = value_of(rank);

    h_check_number(c, "MPI_Win_shared_query", "size", size_of(way, rank), s.size);
    h_check_number(c, "MPI_Win_shared_query", "disp_unit", unit_of(rank), s.unit);
    if (s.size == size_of(way, rank) && s.size > 0)
        h_check_repeated(c, s.base, s.size, &value, 1);
}

static void check_nobody(struct h_case *c, MPI_Win win, int way)
{
    const int lowest = lowest_with_memory(c, way);
    const struct segment s = query(win, MPI_PROC_NULL);

    if (lowest < c->comm->size)
        check_segment(c, s, way, lowest);
    else
        h_check_number(c, "MPI_Win_shared_query", "size", 0, s.size);
}

/* One segment follows the other. */
static void check_all(struct h_case *c, MPI_Win win, int way)
{
    struct segment before = {0};

    for (int r = 0; r < c->comm->size; r++) {
        const struct segment s = query(win, r);
        check_segment(c, s, way, r);
        if (before.size > 0 && s.size > 0)
            h_check_number(c, "MPI_Win_shared_query", "distance", before.size, s.base - before.base);
        before = s.size > 0 ? s : before;
    }
}

static void run_case(struct h_case *c, int way)
{
    const int rank = c->comm->rank;
    char *own;
    MPI_Win win;

    H_MPI(MPI_Win_allocate_shared(size_of(way, rank), unit_of(rank), MPI_INFO_NULL, c->comm->comm, &own, &win));
    H_MPI(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    H_MPI(MPI_Win_lock_all(0, win));
    if (size_of(way, rank) > 0)
        memset(own, value_of(rank), (size_t) size_of(way, rank));
    H_MPI(MPI_Win_sync(win));
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_Win_sync(win));
    check_nobody(c, win, way);
    check_all(c, win, way);
    H_MPI(MPI_Win_unlock_all(win));
    H_MPI(MPI_Win_free(&win));
}

static void visit(struct h_case *c)
{
    static const char *const ways[] = {"even-empty", "odd-empty", "all-empty"};

    if (!h_shares_memory(c->comm)) {
        h_leave_out("MPI_Win_allocate_shared: the processes of the communicator share no memory");
        return;
    }
    for (int way = 0; way < H_NUM(ways); way++) {
        c->variant = ways[way];
        if (h_begin(c, "MPI_Win_shared_query"))
            run_case(c, way);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_SPLIT | H_REVERSED | H_ONCE, visit);
}

const struct h_program h_program = {"segments of shared windows", 0, run};
