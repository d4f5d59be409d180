/* MPI_Get_accumulate whose result is a type with blocks that are no multiple of an element apart, from a target with
 * gaps. MPI-3.1, 4.1.2: displacements of MPI_Type_create_hindexed are in bytes; 11.3.4: the content of the target
 * before the accumulation is returned in the result buffer. Open MPI 5.0 puts such an element at a lower address. Exit
 * status 1 where the fault is there, 0 where it is not. For two processes. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { N = 3 };

static MPI_Datatype ints_at(const MPI_Aint displacements[N])
{
    const int ones[N] = {1, 1, 1};
    MPI_Datatype type;

    MPI_Type_create_hindexed(N, ones, displacements, MPI_INT, &type);
    MPI_Type_commit(&type);
    return type;
}

int main(void)
{
    const MPI_Aint there[N] = {0, 8, 16}, here[N] = {0, 9, 16};
    int rank, wrong = 0, target[] = {17, 0, 42, 0, 99}, addend[N] = {1, 1, 1};
    char result[20] = {0};
    MPI_Datatype target_type, result_type;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    target_type = ints_at(there);
    result_type = ints_at(here);
    MPI_Win_create(target, sizeof target, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get_accumulate(addend, N, MPI_INT, result, 1, result_type, 1, 0, 1, target_type, MPI_SUM, win);
    MPI_Win_fence(0, win);
    for (int k = 0; k < N && rank == 0; k++)
        wrong += memcmp(&result[here[k]], &target[2 * k], sizeof target[0]) != 0;
    if (rank == 0)
        printf("expected 0 wrong elements, found %d\n", wrong);
    MPI_Win_free(&win);
    MPI_Type_free(&target_type);
    MPI_Type_free(&result_type);
    MPI_Finalize();
    return wrong > 0;
}
