/* Puts of 40000 bytes with gaps into windows, each of which is freed before the next one is created.
 * MPI-3.1, 11.2.5 and 11.5.3: MPI_Win_unlock completes a put at origin and target, and a window may be freed when all
 * operations in it are complete.
 * Open MPI 5.0.7 and 6.0.0rc2 crash in MPI_Win_create: what arrives for a put uses memory of a window that was freed.
 * A crash where the fault is there, exit status 0 where it is not.  Two processes. */
#include <mpi.h>
#include <stdio.h>

enum { BLOCKS = 1000, LENGTH = 5, STRIDE = 7, WINDOWS = 400 };

int main(void)
{
    static double memory[BLOCKS * STRIDE], origin[BLOCKS * STRIDE];
    MPI_Datatype type;
    MPI_Comm comm;
    MPI_Win win;
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Type_vector(BLOCKS, LENGTH, STRIDE, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    for (int k = 0; k < WINDOWS; k++) {
        MPI_Win_create(memory, sizeof memory, sizeof(double), MPI_INFO_NULL, comm, &win);
        MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
        MPI_Put(origin, 1, type, 1 - rank, 0, 1, type, win);
        MPI_Win_unlock(1 - rank, win);
        MPI_Win_free(&win);
    }
    printf("%d windows: expected no crash, found none\n", WINDOWS);
    MPI_Type_free(&type);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
