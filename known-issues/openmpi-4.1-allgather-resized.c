/* MPI_Allgather across an intercommunicator with a send type whose extent is less than its true extent. MPI-3.1, 4.1.7,
 * 5.7.1: each process receives two ints of each process of the other group. Open MPI gathers them in a buffer before it
 * sends them across, and puts those of one process over those of another. Exit status 1 where the fault is there, 0
 * where it is not. For four processes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank, sent[2], found[4] = {-1, -1, -1, -1}, wrong = 0;
    MPI_Comm half, across;
    MPI_Datatype pair, type;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &across);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_create_resized(pair, 0, sizeof(int), &type);
    MPI_Type_commit(&type);
    sent[0] = 10 * rank;
    sent[1] = 10 * rank + 1;
    MPI_Allgather(sent, 1, type, found, 2, MPI_INT, across);
    for (int k = 0; k < 4; k++) {
        const int want = 10 * ((rank < 2 ? 2 : 0) + k / 2) + k % 2;
        if (found[k] != want && ++wrong == 1)
            printf("rank %d: expected %d at %d, found %d\n", rank, want, k, found[k]);
    }
    MPI_Type_free(&type);
    MPI_Type_free(&pair);
    MPI_Comm_free(&across);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return wrong > 0;
}
