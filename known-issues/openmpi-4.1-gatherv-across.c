/* MPI_Gatherv and MPI_Allgatherv across an intercommunicator, of processes that describe one signature in
 * different ways.  MPI-3.1, 5.5, 5.7: the type signature that a process sends must be that of its block at the
 * receiver; nothing is said of the counts and types of other senders. Open MPI collects the blocks of a group at
 * its first process, with the counts of each and the type of the first one: errors. Exit status 1 where the fault
 * is there, 0 where it is not. For four processes. */
#include <mpi.h>
#include <stdio.h>

enum { INTS = 4, HALF = 2 };

int main(void)
{
    int rank, half_rank, in[INTS], out[HALF * INTS] = {0}, wrong = 0, err;
    const int counts[HALF] = {INTS, INTS}, displs[HALF] = {0, INTS};
    MPI_Comm half, across;
    MPI_Datatype ints;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / HALF, rank, &half);
    MPI_Comm_rank(half, &half_rank);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < HALF ? HALF : 0, 7, &across);
    MPI_Comm_set_errhandler(across, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(INTS, MPI_INT, &ints);
    MPI_Type_commit(&ints);
    for (int k = 0; k < INTS; k++)
        in[k] = 10 * rank + k;
    if (half_rank == 0)
        err = MPI_Allgatherv(in, INTS, MPI_INT, out, counts, displs, MPI_INT, across);
    else
        err = MPI_Allgatherv(in, 1, ints, out, counts, displs, MPI_INT, across);
    for (int k = 0; k < HALF * INTS; k++)
        wrong += out[k] != 10 * (k / INTS + (rank < HALF ? HALF : 0)) + k % INTS;
    if (err != MPI_SUCCESS || wrong > 0) {
        printf("rank %d: error %d, %d elements wrong\n", rank, err, wrong);
        MPI_Abort(MPI_COMM_WORLD, 1); /* the others wait for messages */
    }
    MPI_Type_free(&ints);
    MPI_Comm_free(&across);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
