/* Collectives of no elements, which some processes describe by a count of 0, and others as 3 of a type of size
 * zero. MPI-3.1, 5.1: "the amount of data sent ... must be equal" and the type signatures must match: both are
 * empty.  MPICH 4.0 leaves the operation early where the count is 0, and elsewhere waits or sends: messages of
 * later operations meet those that were left over. Exit status 1 where the fault is there, 0 where it is not; it
 * may also hang, or end with an error.  For four processes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    enum { N = 4 };
    MPI_Datatype nothing;
    int rank, found[N] = {-1, -1, -1, -1}, bad = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_commit(&nothing);
    for (int round = 0; round < 2; round++) {
        int mine = 100 + rank;
        MPI_Gather(&mine, rank % 2 ? 3 : 0, rank % 2 ? nothing : MPI_INT, found, 0, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Gather(&mine, 1, MPI_INT, found, 1, MPI_INT, 0, MPI_COMM_WORLD);
        for (int k = 0; rank == 0 && k < N; k++)
            if (found[k] != 100 + k) {
                printf("MPI_Gather: expected %d of rank %d, found %d\n", 100 + k, k, found[k]);
                bad = 1;
            }
    }
    MPI_Type_free(&nothing);
    MPI_Bcast(&bad, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return bad;
}
