/* MPI_Alltoallw of one process, with displacements.  MPI-3.1, 5.8: displacements are in bytes. Open MPI multiplies
 * them by the extents of the types where the communicator has one process only. Exit status 1 where the fault is
 * there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { INTS = 64, AT = 4 };

int main(void)
{
    int from[INTS], to[INTS] = {0}, bad;
    const int one = 1, displ = AT * (int) sizeof(int);
    const MPI_Datatype type = MPI_INT;

    MPI_Init(NULL, NULL);
    for (int k = 0; k < INTS; k++)
        from[k] = k;
    MPI_Alltoallw(from, &one, &displ, &type, to, &one, &displ, &type, MPI_COMM_SELF);
    bad = to[AT] != AT;
    for (int k = 0; k < INTS; k++)
        if (to[k] != 0)
            printf("element %d arrived at %d\n", to[k], k);
    MPI_Finalize();
    return bad;
}
