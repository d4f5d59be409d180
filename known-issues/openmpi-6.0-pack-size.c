/* A packed size that an int does not hold: MPI_Pack_size sets it to MPI_UNDEFINED (MPI-4.1, 5.2).  Open MPI 6.0 sets it
 * to the lower 32 bits.  Exit status 1 where the fault is there, 0 where it is not; before MPI-4.0 the standard says
 * nothing of it.  For one process. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int size = -1, bad = 0;

    MPI_Init(NULL, NULL);
#if MPI_VERSION >= 4
    MPI_Pack_size(1 << 30, MPI_INT, MPI_COMM_SELF, &size);
    bad = size != MPI_UNDEFINED;
    if (bad)
        printf("MPI_Pack_size: expected MPI_UNDEFINED, found %d\n", size);
#else
    (void) size;
#endif
    MPI_Finalize();
    return bad;
}
