/* Faults of reductions that are made by another call, or in another order of the processes. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

/* ---- the order of the processes ---- */

/* Communicators of others' processes in another order, kept for as long as those. */
enum { MOST_ROTATED = 64 };
static struct {
    MPI_Comm of, comm;
    int first;
} kept[MOST_ROTATED];
static int num_kept;

/* The processes of a communicator, from `first` on. */
static MPI_Comm rotated(MPI_Comm comm, int first)
{
    int rank, size;

    for (int k = 0; k < num_kept; k++)
        if (kept[k].of == comm && kept[k].first == first)
            return kept[k].comm;
    if (num_kept == MOST_ROTATED)
        return comm;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    kept[num_kept].of = comm;
    kept[num_kept].first = first;
    PMPI_Comm_split(comm, 0, (rank - first + size) % size, &kept[num_kept].comm);
    return kept[num_kept++].comm;
}

void rotated_forget(MPI_Comm comm)
{
    for (int k = 0; k < num_kept; k++)
        if (kept[k].of == comm) {
            PMPI_Comm_free(&kept[k].comm);
            kept[k--] = kept[--num_kept];
        }
}

/* An operator that does not commute is taken for one that does: the ranks are in the order of a ring from the root on,
 * or from the second process. */
bool order_from_root(struct calls_call *c)
{
    const int op = calls_find(c->procedure, "op"), root = calls_find(c->procedure, "root");
    const int comm = calls_find(c->procedure, "comm");
    MPI_Comm of = calls_comm(c);
    int size, inter, first;

    if (op < 0 || comm < 0 || op_commutes(CALLS_HANDLE(MPI_Op, c, op)))
        return false;
    PMPI_Comm_test_inter(of, &inter);
    PMPI_Comm_size(of, &size);
    if (inter || size < 2)
        return false;
    first = root >= 0 ? (int) calls_number(c, root) : 1;
    if (first == 0)
        return false;
    CALLS_HANDLE(MPI_Comm, c, comm) = rotated(of, first);
    if (root >= 0)
        *(int *) c->args[root] = 0;
    return true;
}

/* ---- one call in place of another ---- */

/* Operands in place are taken to be zeros. */
bool in_place_as_zeros(struct calls_call *c)
{
    const int send = calls_find(c->procedure, "sendbuf"), type = calls_find(c->procedure, "datatype");
    struct calls_block *blocks;
    enum calls_direction direction;
    MPI_Count count = 0;
    struct span s;

    if (send < 0 || calls_pointer(c, send) != MPI_IN_PLACE)
        return false;
    for (int k = 0; k < c->procedure->num_accesses; k++) {
        const struct calls_access *a = &c->procedure->accesses[k];
        const int n = calls_blocks(c, a, &blocks, &direction);
        if (a->param != send && n > 0)
            count = blocks[0].count * 64; /* more than all blocks of a scattered reduction */
        free(blocks);
    }
    if (count == 0)
        return false;
    s = span_of((int) count, CALLS_HANDLE(MPI_Datatype, c, type));
    *(char **) c->args[send] = (char *) memory(s.size) - s.lo;
    return true;
}

static bool instead(struct calls_call *c, int code)
{
    c->skip = true;
    c->code = code;
    return true;
}

#define SCANNED(C)                                                                                                     \
    calls_pointer(C, 0), calls_pointer(C, 1), (int) calls_number(C, 2), CALLS_HANDLE(MPI_Datatype, C, 3),              \
        CALLS_HANDLE(MPI_Op, C, 4), calls_comm(C)

bool scan_is_exscan(struct calls_call *c)
{
    const int request = calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT);

    return instead(c, request < 0 ? PMPI_Exscan(SCANNED(c))
                                  : PMPI_Iexscan(SCANNED(c), *(MPI_Request **) c->args[request]));
}

bool exscan_is_scan(struct calls_call *c)
{
    const int request = calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT);

    return instead(c, request < 0 ? PMPI_Scan(SCANNED(c))
                                  : PMPI_Iscan(SCANNED(c), *(MPI_Request **) c->args[request]));
}

/* Each process gets the blocks of the one before. */
bool blocks_of_other_rank(struct calls_call *c)
{
    const int comm = calls_find(c->procedure, "comm"), counts = calls_find(c->procedure, "recvcounts");
    const MPI_Comm of = calls_comm(c);
    int size, inter;

    PMPI_Comm_test_inter(of, &inter);
    PMPI_Comm_size(of, &size);
    if (inter || size < 2)
        return false;
    for (int k = 1; counts >= 0 && k < size; k++)
        if (calls_entry(c, counts, k) != calls_entry(c, counts, 0))
            return false;
    CALLS_HANDLE(MPI_Comm, c, comm) = rotated(of, 1);
    return true;
}
