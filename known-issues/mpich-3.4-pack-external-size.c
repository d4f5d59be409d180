/* MPI_Pack_external of MPI_LONG. MPI-3.1, 13.5.2: it has 4 bytes in "external32", 8 in memory; what fits is converted.
 * MPICH 3.4.1 says that it does not support such types, and ends the process.
 * Exit status 1, or an abort, where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const long number = 0x01020304;
    unsigned char packed[sizeof number] = {0};
    MPI_Aint position = 0;
    int bad;

    MPI_Init(NULL, NULL);
    MPI_Pack_external("external32", &number, 1, MPI_LONG, packed, sizeof packed, &position);
    bad = position < 1 || packed[position - 1] != 4;
    printf("packed %d bytes, expected the last one to be 4\n", (int) position);
    MPI_Finalize();
    return bad;
}
