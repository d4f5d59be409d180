/* Two periodic dimensions of one process: four edges to oneself. MPI-4.1, 8.6: what is sent in the negative direction
 * of a dimension arrives from the positive one of the same dimension.  MPICH 4.2.1 exchanges the messages of the
 * dimensions. Exit status 1 where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

enum { N = 4 };

int main(void)
{
    const int dims[] = {1, 1}, periods[] = {1, 1}, sent[N] = {0, 1, 2, 3}, expected[N] = {1, 0, 3, 2};
    int found[N] = {-1, -1, -1, -1}, wrong = 0;
    MPI_Comm torus;

    MPI_Init(NULL, NULL);
    MPI_Cart_create(MPI_COMM_SELF, 2, dims, periods, 0, &torus);
    MPI_Neighbor_alltoall(sent, 1, MPI_INT, found, 1, MPI_INT, torus);
    for (int k = 0; k < N; k++)
        wrong += found[k] != expected[k];
    printf("expected 1 0 3 2, found %d %d %d %d\n", found[0], found[1], found[2], found[3]);
    MPI_Comm_free(&torus);
    MPI_Finalize();
    return wrong > 0;
}
