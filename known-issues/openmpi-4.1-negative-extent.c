/* Collectives of types with a negative extent: MPI_Allgather, MPI_Gather, MPI_Ialltoallw, and MPI_Ialltoallv in place.
 * MPI-3.1, 4.1.7: the extent may be set to any value; 4.1.1: the next instance begins an extent on, which is below
 * the first one here. Open MPI 4.1 and 5.0 take the span of several instances for negative: the third leaves out the
 * messages, the others allocate temporary buffers of that size, and fail. Reductions fail as well
 * (mpich-4.0-reduce-negative-extent.c). Exit status 1 where the fault is there, 0 where it is not. For four
 * processes. */
#include <mpi.h>
#include <stdio.h>

enum { MOST = 16, COPIES = 3 };

static int rank, size, bad;
static MPI_Datatype down;

static void failed(const char *name, int err, int wrong)
{
    if (err != MPI_SUCCESS || wrong > 0)
        printf("rank %d: %s: error %d, %d elements wrong\n", rank, name, err, wrong);
    bad |= err != MPI_SUCCESS || wrong > 0;
}

static void gather(void)
{
    int all[MOST] = {0}, mine = 100 + rank, wrong = 0;
    const int err = MPI_Gather(&mine, 1, down, all, 1, MPI_INT, 0, MPI_COMM_WORLD);

    for (int k = 0; rank == 0 && k < size; k++)
        wrong += all[k] != 100 + k;
    failed("MPI_Gather", err, wrong);
}

static void allgather(void)
{
    int all[MOST] = {0}, mine = 100 + rank, wrong = 0;
    const int err = MPI_Allgather(&mine, 1, MPI_INT, &all[size - 1], 1, down, MPI_COMM_WORLD);

    for (int k = 0; k < size; k++)
        wrong += all[size - 1 - k] != 100 + k;
    failed("MPI_Allgather", err, wrong);
}

/* So many instances that the extents outweigh the true extent. */
static void ialltoallw(void)
{
    int in[COPIES * MOST], out[COPIES * MOST] = {0}, counts[MOST], displs[MOST], wrong = 0, err;
    MPI_Datatype types[MOST];
    MPI_Request request;

    for (int k = 0; k < size; k++) {
        counts[k] = COPIES;
        displs[k] = (int) sizeof(int) * (COPIES * k + COPIES - 1);
        types[k] = down;
    }
    for (int k = 0; k < COPIES * size; k++)
        in[k] = 1000 * rank + k;
    err = MPI_Ialltoallw(in, counts, displs, types, out, counts, displs, types, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < COPIES * size; k++)
        wrong += out[k] != 1000 * (k / COPIES) + COPIES * rank + k % COPIES;
    failed("MPI_Ialltoallw", err, wrong);
}

static void in_place(void)
{
    int all[COPIES * MOST], counts[MOST], displs[MOST], wrong = 0, err;
    MPI_Request request;

    for (int k = 0; k < size; k++) {
        counts[k] = COPIES;
        displs[k] = COPIES * k;
    }
    for (int k = 0; k < COPIES * size; k++)
        all[COPIES * size - 1 - k] = 1000 * rank + k;
    err = MPI_Ialltoallv(MPI_IN_PLACE, NULL, NULL, down, &all[COPIES * size - 1], counts, displs, down, MPI_COMM_WORLD,
                         &request);
    if (err == MPI_SUCCESS)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < COPIES * size; k++)
        wrong += all[COPIES * size - 1 - k] != 1000 * (k / COPIES) + COPIES * rank + k % COPIES;
    failed("MPI_Ialltoallv", err, wrong);
}

int main(void)
{
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_create_resized(MPI_INT, 0, -(MPI_Aint) sizeof(int), &down);
    MPI_Type_commit(&down);
    ialltoallw();
    in_place();
    allgather();
    gather();
    if (bad)
        MPI_Abort(MPI_COMM_WORLD, 1); /* the others wait for messages */
    MPI_Type_free(&down);
    MPI_Finalize();
    return 0;
}
