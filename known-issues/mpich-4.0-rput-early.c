/* MPI_Rput to a target type of many blocks, and an origin buffer that is changed once the request is complete.
 * MPI-3.1, 11.3.5: the completion of the request says that the origin buffer may be updated. MPICH 4.0 to 4.2
 * complete it before the origin buffer has been read. Exit status 1 where the fault is there, 0 where it is not.
 * For two processes. */
#include <mpi.h>
#include <stdio.h>

enum { N = 20000 };

int main(void)
{
    static int from[N], window[2 * N], blklens[N], displs[N];
    int rank, bad = 0;
    MPI_Datatype type;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; i++)
        from[i] = i + 1;
    for (int i = 0; i < N; i++) {
        blklens[i] = 1;
        displs[i] = 2 * i + (i / 2) % 2;
    }
    MPI_Type_indexed(N, blklens, displs, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_create(window, sizeof window, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Rput(from, N, MPI_INT, 1, 0, 1, type, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; i < N; i++)
            from[i] = -1;
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    for (int i = 0; rank == 1 && i < N; i++)
        bad += window[displs[i]] != i + 1;
    MPI_Win_unlock(rank, win);
    if (bad)
        printf("%d of %d elements are those of after the request's completion\n", bad, N);
    MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Type_free(&type);
    MPI_Finalize();
    return bad != 0;
}
