/* MPI_Get and MPI_Put of an instance of a type of size zero. MPI-3.1, 11.3.1, 11.3.2: they are as a send and a receive,
 * 3.2.2: a message may be empty; 11.5.3: MPI_Win_unlock returns once they are complete. Under Open MPI 5.0 they never
 * are. Hangs where the fault is there, exit status 0 where it is not. For two processes. */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, memory = 0, mine = 0;
    MPI_Datatype nothing;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_commit(&nothing);
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
    MPI_Get(&mine, 1, nothing, 1 - rank, 0, 1, nothing, win);
    MPI_Put(&mine, 1, nothing, 1 - rank, 0, 1, nothing, win);
    MPI_Win_unlock(1 - rank, win);
    MPI_Win_free(&win);
    MPI_Type_free(&nothing);
    MPI_Finalize();
    return 0;
}
