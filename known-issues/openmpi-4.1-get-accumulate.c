/* MPI_Get_accumulate of integers, with a result of a derived type.
 * MPI-3.1, 11.3.4: the content of the target buffer before the accumulation is stored in the result buffer, of whatever
 * type.  With Open MPI 4.1 the result is zeros, or what happened to be in memory; of pairs such as MPI_2INT and of
 * MPI_C_FLOAT_COMPLEX too.
 * Two processes.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { N = 4 };

int main(void)
{
    int target[N], origin[N], result[N], rank, size, wrong = 0;
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_contiguous(N, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int k = 0; k < N; k++) {
        target[k] = 100 + k;
        origin[k] = 200 + k;
        result[k] = -1;
    }
    MPI_Win_create(target, sizeof target, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(origin, N, MPI_INT, result, 1, type, (rank + 1) % size, 0, N, MPI_INT, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    for (int k = 0; k < N; k++)
        wrong += result[k] != 100 + k;
    printf("MPI_Get_accumulate: expected 100 101 102 103, found %d %d %d %d\n", result[0], result[1], result[2],
           result[3]);
    MPI_Win_free(&win);
    MPI_Type_free(&type);
    MPI_Finalize();
    return wrong > 0;
}
