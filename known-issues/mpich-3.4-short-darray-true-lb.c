/* The true bounds of a cyclic darray of which this process has less than one whole block, over a type whose data begin
 * after its displacement 0.
 * MPI-3.1, 4.1.4 and 4.1.8: element 3 of the array is this process's, and its only byte of data is at 3 + 1.  MPICH 3.4
 * to 4.2 say that the data begin at 3.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int size = 4, cyclic = MPI_DISTRIBUTE_CYCLIC, darg = 3, processes = 2, one = 1;
    MPI_Datatype away, type;
    MPI_Aint lb, extent;

    MPI_Init(NULL, NULL);
    MPI_Type_indexed(1, &one, &one, MPI_CHAR, &away);
    MPI_Type_create_darray(2, 1, 1, &size, &cyclic, &darg, &processes, MPI_ORDER_C, away, &type);
    MPI_Type_get_true_extent(type, &lb, &extent);
    printf("true lower bound and extent: expected 4 and 1, found %ld and %ld\n", (long) lb, (long) extent);
    MPI_Type_free(&type);
    MPI_Type_free(&away);
    MPI_Finalize();
    return lb != 4 || extent != 1;
}
