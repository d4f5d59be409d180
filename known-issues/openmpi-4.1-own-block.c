/* What a process gathers from itself: two instances of 8200 numbers with a gap at the end of each, to numbers without
 * gaps. MPI-3.1, 5.5: the outcome is as if each process sent its buffer to the root, itself included. Open MPI leaves
 * out what is past 64 KiB, or past a multiple of that. Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { N = 8200, INSTANCES = 2, GAP = 1 };

static double from[INSTANCES * (N + GAP)], to[INSTANCES * N];

int main(void)
{
    MPI_Datatype numbers, type;
    int wrong = 0;

    MPI_Init(NULL, NULL);
    for (int k = 0; k < INSTANCES * (N + GAP); k++)
        from[k] = k + 1;
    MPI_Type_contiguous(N, MPI_DOUBLE, &numbers);
    MPI_Type_create_resized(numbers, 0, (N + GAP) * (MPI_Aint) sizeof(double), &type);
    MPI_Type_commit(&type);
    MPI_Gather(from, INSTANCES, type, to, INSTANCES * N, MPI_DOUBLE, 0, MPI_COMM_SELF);
    for (int k = 0; k < INSTANCES * N; k++)
        wrong += to[k] != from[k / N * (N + GAP) + k % N];
    printf("expected 0 wrong elements, found %d\n", wrong);
    MPI_Type_free(&type);
    MPI_Type_free(&numbers);
    MPI_Finalize();
    return wrong > 0;
}
