/* MPI_Get of 16385 elements, the target of which are instances of five with a gap after each.
 * MPI-3.1, 11.3.2: all of the target's elements arrive at the origin.  Open MPI loses what is left of the last
 * instance after 65536 bytes, here one element, where a process gets from itself; with MPI_Put of instances,
 * MPI_Get_accumulate, and accumulates of instances with MPI_REPLACE, it does too.
 * Two processes.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { BLOCK = 5, EXTENT = 6, INSTANCES = 3277, N = BLOCK * INSTANCES };

static int target[EXTENT * INSTANCES], found[N];

int main(void)
{
    MPI_Datatype elements, type;
    MPI_Win win;
    int rank, wrong = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < EXTENT * INSTANCES; k++)
        target[k] = k + 1;
    MPI_Type_contiguous(BLOCK, MPI_INT, &elements);
    MPI_Type_create_resized(elements, 0, EXTENT * (MPI_Aint) sizeof(int), &type);
    MPI_Type_commit(&type);
    MPI_Win_create(target, sizeof target, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Get(found, N, MPI_INT, rank, 0, INSTANCES, type, win);
    MPI_Win_fence(0, win);
    for (int k = 0; k < N; k++)
        wrong += found[k] != k / BLOCK * EXTENT + k % BLOCK + 1;
    printf("expected 0 wrong elements, found %d\n", wrong);
    MPI_Win_free(&win);
    MPI_Type_free(&elements);
    MPI_Type_free(&type);
    MPI_Finalize();
    return wrong > 0;
}
