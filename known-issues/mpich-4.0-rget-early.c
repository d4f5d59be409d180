/* MPI_Rget of several blocks: what is there when its request is completed. MPI-3.1, 11.3.5: the completion of an
 * MPI_Rget operation indicates that the data is available in the origin buffer.  MPICH 4.0 completes the request
 * before. Two processes.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { N = 17 };

/* How many of the elements are not there. */
static int get(int target, MPI_Datatype type, MPI_Win win)
{
    int origin[2 * N], wrong = 0;
    MPI_Request request;

    for (int k = 0; k < 2 * N; k++)
        origin[k] = -1;
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    MPI_Rget(origin, 1, type, target, 0, 1, type, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < N; k++)
        wrong += origin[2 * k] != 100 + 2 * k;
    MPI_Win_unlock(target, win);
    return wrong;
}

int main(void)
{
    int rank, wrong = 0, window[2 * N];
    MPI_Win win;
    MPI_Datatype every_second;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(N, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    for (int k = 0; k < 2 * N; k++)
        window[k] = 100 + k;
    MPI_Win_create(window, sizeof window, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int k = 0; k < 20; k++)
        wrong += get(1 - rank, every_second, win);
    printf("rank %d: %d elements wrong\n", rank, wrong);
    MPI_Type_free(&every_second);
    MPI_Win_free(&win);
    MPI_Finalize();
    return wrong > 0;
}
