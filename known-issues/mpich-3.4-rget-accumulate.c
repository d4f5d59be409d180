/* MPI_Rget_accumulate three times with one derived datatype of the result. MPI-3.1, 11.3.5, 4.1.9: a datatype is there
 * until it is freed. MPICH 3.4 releases that of the result once more than it takes hold of it: a later call says that
 * it has not been committed, or crashes. Exit status not 0 where the fault is there, 0 where it is not. For two
 * processes. */
#include <mpi.h>
#include <stdio.h>

enum { N = 17, TURNS = 3 };

int main(void)
{
    int rank, origin[N], result[2 * N], memory[N], code = MPI_SUCCESS;
    MPI_Datatype type;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < N; k++)
        origin[k] = memory[k] = k;
    MPI_Type_vector(N, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock_all(0, win);
    for (int turn = 0; turn < TURNS && code == MPI_SUCCESS; turn++) {
        code = MPI_Rget_accumulate(origin, N, MPI_INT, result, 1, type, 1 - rank, 0, N, MPI_INT, MPI_SUM, win,
                                   &request);
        if (code == MPI_SUCCESS)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_flush_all(win);
    }
    printf("rank %d: MPI_Rget_accumulate: %s\n", rank, code == MPI_SUCCESS ? "good" : "an error");
    if (code != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
