/* MPI_Ineighbor_alltoall on a ring of two processes. MPI-4.1, 8.6 (errata of MPI-3.1): what is sent in the
 * negative direction of a Cartesian topology arrives from the positive one, also where both are the same process.
 * Open MPI 4.1 and 5.0 do not exchange the two; MPI_Neighbor_alltoall is right. Exit status 1 where the fault is there,
 * 0 where it is not.  For two processes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int dims[1] = {2}, periods[1] = {1};
    int rank, other, sent[2], found[2] = {-1, -1}, bad, any = 0;
    MPI_Request request;
    MPI_Comm ring;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    sent[0] = 10 * rank;
    sent[1] = 10 * rank + 1;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    MPI_Ineighbor_alltoall(sent, 1, MPI_INT, found, 1, MPI_INT, ring, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    bad = found[0] != 10 * other + 1 || found[1] != 10 * other;
    if (bad)
        printf("rank %d: expected %d %d, found %d %d\n", rank, 10 * other + 1, 10 * other, found[0], found[1]);
    MPI_Comm_free(&ring);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
