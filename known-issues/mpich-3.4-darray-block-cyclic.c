/* A darray of 4 by 4 ints in Fortran order, of which the process has the upper two rows (block) and all columns, dealt
 * out in pairs (cyclic(2)) to one process. MPI-3.1, 4.1.4: it has, column after column, the first two ints of each.
 * MPICH 3.4 takes the columns of a pair to be as far apart as the rows that the process has, not as all rows. Exit
 * status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { N = 4, MINE = 2 };

int main(void)
{
    const int sizes[] = {N, N}, distribs[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
    const int dargs[] = {MPI_DISTRIBUTE_DFLT_DARG, 2}, processes[] = {2, 1};
    int from[N * N], to[MINE * N], wrong = 0;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    MPI_Type_create_darray(2, 0, 2, sizes, distribs, dargs, processes, MPI_ORDER_FORTRAN, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int k = 0; k < N * N; k++)
        from[k] = k;
    MPI_Sendrecv(from, 1, type, 0, 0, to, MINE * N, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    for (int k = 0; k < MINE * N; k++) {
        const int want = N * (k / MINE) + k % MINE;
        if (to[k] != want && ++wrong == 1)
            printf("element %d: expected int %d, found int %d\n", k, want, to[k]);
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return wrong > 0;
}
