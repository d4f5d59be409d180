/* The true lower bound of a darray in Fortran order whose last dimensions are dealt out cyclically. MPI-3.1, 4.1.4:
 * process 10 of the grid 2 x 2 x 2 x 2 is (1, 0, 1, 0); its first element is (1, 0, 6, 0) of the array of 6 x 1 x 11 x
 * 1, which is number 1 + 6 * 6 = 37 in Fortran order; 4.1.8: the true lower bound is the displacement of that. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int sizes[4] = {6, 1, 11, 1}, grid[4] = {2, 2, 2, 2};
    const int cyclic = MPI_DISTRIBUTE_CYCLIC, distributions[4] = {cyclic, cyclic, MPI_DISTRIBUTE_BLOCK, cyclic};
    const int args[4] = {MPI_DISTRIBUTE_DFLT_DARG, 3, MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
    const MPI_Aint demanded = 37 * (MPI_Aint) sizeof(int);
    MPI_Aint true_lb = -1, true_extent = -1;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    MPI_Type_create_darray(16, 10, 4, sizes, distributions, args, grid, MPI_ORDER_FORTRAN, MPI_INT, &type);
    MPI_Type_get_true_extent(type, &true_lb, &true_extent);
    printf("MPI_Type_get_true_extent: the standard demands the true lower bound %ld, found %ld\n", (long) demanded,
           (long) true_lb);
    MPI_Type_free(&type);
    MPI_Finalize();
    return true_lb != demanded;
}
