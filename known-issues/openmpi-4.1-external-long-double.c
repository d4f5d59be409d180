/* A long double packed in "external32" and unpacked.
 * MPI-3.1, 4.3 and 13.5.2: what was packed comes back.  With Open MPI 4.1 it does not where a long double has 80 bits.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    char packed[64] = {0};
    long double sent = 5, received = 0;
    MPI_Aint position = 0;

    MPI_Init(NULL, NULL);
    MPI_Pack_external("external32", &sent, 1, MPI_LONG_DOUBLE, packed, sizeof packed, &position);
    position = 0;
    MPI_Unpack_external("external32", packed, sizeof packed, &position, &received, 1, MPI_LONG_DOUBLE);
    printf("MPI_Unpack_external: expected 5, found %Lg\n", received);
    MPI_Finalize();
    return received != 5;
}
