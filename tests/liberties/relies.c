/* Relies on what MPI does not promise, and prints the names of the liberties (liberties.def) that it notices so.  For
 * two processes. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

static int rank, longest;

static bool is_send_synchronous(void)
{
    int out = 1, in, done = 0;
    MPI_Request request;

    MPI_Isend(&out, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &request);
    for (int k = 0; k < 20 && !done; k++)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    MPI_Recv(&in, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return !done;
}

static bool is_not_yet_complete(void)
{
    int out = 1, done = 0;
    MPI_Request request;

    MPI_Isend(&out, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return !done;
}

static bool is_one_of_two(void)
{
    int out = 1, n, indices[2];
    MPI_Request requests[2];
    MPI_Status statuses[2];

    for (int k = 0; k < 2; k++)
        MPI_Isend(&out, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[k]);
    MPI_Waitsome(2, requests, &n, indices, statuses);
    MPI_Waitall(2, requests, statuses);
    return n == 1;
}

/* The other process is late: what the root gives away need not wait for it. */
static bool is_collective_synchronous(void)
{
    int number = 1;
    double time;

    MPI_Barrier(MPI_COMM_WORLD);
    time = MPI_Wtime();
    if (rank == 1)
        usleep(300000);
    MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
    time = MPI_Wtime() - time;
    MPI_Barrier(MPI_COMM_WORLD);
    return rank == 0 && time > 0.2;
}

static void count(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void) in;
    (void) inout;
    (void) type;
    longest = *n > longest ? *n : longest;
}

static bool is_operand_apart(void)
{
    int out[3] = {1, 2, 3}, in[3];
    MPI_Op op;

    MPI_Op_create(count, 1, &op);
    MPI_Allreduce(out, in, 3, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    return longest == 1;
}

static bool is_reordered(void)
{
    int size, now, period = 0;
    MPI_Comm comm;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &period, 1, &comm);
    MPI_Comm_rank(comm, &now);
    MPI_Comm_free(&comm);
    return now != rank;
}

static bool is_pack_larger(void)
{
    int size;

    MPI_Pack_size(3, MPI_INT, MPI_COMM_WORLD, &size);
    return size > 3 * (int) sizeof(int);
}

/* In a window of one process: an MPI may mix up short ones of several (known-issues/, window-alignment). */
static bool is_access_late(void)
{
    int out = 1, *memory;
    bool is_late;
    MPI_Win win;

    MPI_Win_allocate(sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    *memory = 0;
    MPI_Put(&out, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    is_late = *(volatile int *) memory == 0;
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
    return is_late;
}

int main(void)
{
    static const struct {
        const char *name;
        bool (*is_noticed)(void);
    } liberties[] = {
        {"synchronous-sends", is_send_synchronous}, {"not-yet", is_not_yet_complete}, {"one-of-some", is_one_of_two},
        {"synchronous-collectives", is_collective_synchronous}, {"operands-apart", is_operand_apart},
        {"reordered", is_reordered}, {"large-packs", is_pack_larger}, {"late-accesses", is_access_late},
    };

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (size_t k = 0; k < sizeof liberties / sizeof liberties[0]; k++)
        if (liberties[k].is_noticed() && rank == 0)
            printf("%s\n", liberties[k].name);
    MPI_Finalize();
    return 0;
}
