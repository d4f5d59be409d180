/* MPI_Allgatherv of long messages, where one process describes the blocks as integers and another each as one type: the
 * ring algorithm cuts blocks into pieces by the count of the receive type, which differs.
 *
 * MPI-3.1, 5.7: the type signature of sendcount, sendtype at process j must be equal to that of recvcounts[j], recvtype
 * at any other process; the pairs of count and type may differ. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 65536 * 4 };

int main(int argc, char **argv)
{
    int rank, size, wrong = 0, all = 0;
    int *send, *recv, *counts, *displs;
    MPI_Datatype block, type;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    send = malloc(COUNT * sizeof *send);
    recv = calloc((size_t) size * COUNT, sizeof *recv);
    counts = malloc((size_t) size * sizeof *counts);
    displs = malloc((size_t) size * sizeof *displs);
    if (!send || !recv || !counts || !displs)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Type_contiguous(COUNT, MPI_INT, &block);
    MPI_Type_commit(&block);
    type = rank == 0 ? MPI_INT : block;
    for (int k = 0; k < COUNT; k++)
        send[k] = 1 + rank * COUNT + k;
    for (int r = 0; r < size; r++) {
        counts[r] = rank == 0 ? COUNT : 1;
        displs[r] = rank == 0 ? r * COUNT : r;
    }
    if (MPI_Allgatherv(send, COUNT, MPI_INT, recv, counts, displs, type, MPI_COMM_WORLD) != MPI_SUCCESS) {
        printf("rank %d: MPI_Allgatherv returns an error\n", rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int k = 0; k < size * COUNT; k++)
        wrong += recv[k] != k + 1;
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (wrong)
        printf("rank %d: %d of %d elements are wrong\n", rank, wrong, size * COUNT);
    free(send);
    free(recv);
    free(counts);
    free(displs);
    MPI_Type_free(&block);
    MPI_Finalize();
    return all > 0;
}
