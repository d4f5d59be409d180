/* MPI_Scatter, and MPI_Alltoall, MPI_Alltoallv and MPI_Alltoallw in place, of types with a negative extent. MPI-3.1,
 * 4.1.7: the extent may be set to any value; 4.1.1: the next instance begins an extent on, which is below the
 * first one here. Open MPI 4.1.0 takes the span of several instances for negative, and allocates temporary buffers of
 * that size. Exit status 1 where the fault is there, 0 where it is not; it may crash. For eight processes. */
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

static void scatter(void)
{
    int all[COPIES * MOST], mine[COPIES] = {0}, wrong = 0, err;

    for (int k = 0; k < COPIES * size; k++)
        all[k] = k;
    err = MPI_Scatter(all, COPIES, MPI_INT, &mine[COPIES - 1], COPIES, down, 0, MPI_COMM_WORLD);
    for (int k = 0; k < COPIES; k++)
        wrong += mine[COPIES - 1 - k] != COPIES * rank + k;
    failed("MPI_Scatter", err, wrong);
}

/* Block k of a process is the instances that it exchanges with process k. */
static void in_place(int how)
{
    static const char *const names[] = {"MPI_Alltoall", "MPI_Alltoallv", "MPI_Alltoallw"};
    int all[COPIES * MOST], counts[MOST], displs[MOST], bytes[MOST], wrong = 0, err;
    int *const first = &all[COPIES * size - 1];
    MPI_Datatype types[MOST];

    for (int k = 0; k < size; k++) {
        counts[k] = COPIES;
        displs[k] = COPIES * k;
        bytes[k] = -(int) sizeof(int) * COPIES * k;
        types[k] = down;
    }
    for (int k = 0; k < COPIES * size; k++)
        first[-k] = 1000 * rank + k;
    err = how == 0 ? MPI_Alltoall(MPI_IN_PLACE, 0, down, first, COPIES, down, MPI_COMM_WORLD)
        : how == 1 ? MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, down, first, counts, displs, down, MPI_COMM_WORLD)
                   : MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, first, counts, bytes, types, MPI_COMM_WORLD);
    for (int k = 0; k < COPIES * size; k++)
        wrong += first[-k] != 1000 * (k / COPIES) + COPIES * rank + k % COPIES;
    failed(names[how], err, wrong);
}

int main(void)
{
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_create_resized(MPI_INT, 0, -(MPI_Aint) sizeof(int), &down);
    MPI_Type_commit(&down);
    for (int how = 0; how < 3; how++)
        in_place(how);
    scatter();
    if (bad)
        MPI_Abort(MPI_COMM_WORLD, 1); /* the others wait for messages */
    MPI_Type_free(&down);
    MPI_Finalize();
    return 0;
}
