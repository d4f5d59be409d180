/* An MPI_Get of integers before MPI_Win_flush_all, while the target gets a vector from a third process. MPI-3.1,
 * 11.5.4: all operations that the process began are complete at the origin and at the target then: the data are there.
 * MPICH 4.0 returns before they are; after MPI_Win_flush they are there. Exit status 1 where the fault is there, 0
 * where it is not; it depends on time, so there are many turns. For three processes. */
#include <mpi.h>
#include <stdio.h>

enum { N = 131060, TURNS = 300 };

int main(void)
{
    static int memory[2 * N], found[N];
    MPI_Datatype vector;
    MPI_Win win;
    int rank, is_early = 0, any = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(N, 1, 2, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    for (int turn = 0; turn < TURNS && !any; turn++) {
        MPI_Win_create(memory, (MPI_Aint) sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        for (int k = 0; k < 2 * N; k++)
            memory[k] = k;
        for (int k = 0; k < N; k++)
            found[k] = -1;
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock_all(0, win);
        if (rank == 0)
            MPI_Get(found, N, MPI_INT, 1, 0, 1, vector, win);
        else if (rank == 2)
            MPI_Get(found, N, MPI_INT, 0, 0, N, MPI_INT, win);
        MPI_Win_flush_all(win);
        for (int k = 0; rank == 2 && k < N; k++)
            is_early |= found[k] != k;
        MPI_Win_unlock_all(win);
        MPI_Win_free(&win);
        MPI_Allreduce(&is_early, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    if (is_early)
        printf("data were not there after MPI_Win_flush_all\n");
    MPI_Type_free(&vector);
    MPI_Finalize();
    return any;
}
