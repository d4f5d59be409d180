/* MPI_Unpack_external of no instances of a derived type, where all that was packed has been unpacked. MPI-3.1, 4.2: a
 * count of zero is a count, and moves nothing.  MPICH 3.4.1 ends the process.
 * Exit status 1, or an abort, where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

enum { N = 17 };

int main(void)
{
    int sent[2 * N], received[2 * N], wrong = 0;
    unsigned char packed[N * sizeof(int)];
    MPI_Aint size = 0, position = 0;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    MPI_Type_vector(N, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int k = 0; k < 2 * N; k++) {
        sent[k] = k + 1;
        received[k] = 0;
    }
    MPI_Pack_external("external32", sent, 1, type, packed, sizeof packed, &size);
    MPI_Unpack_external("external32", packed, size, &position, received, 1, type);
    MPI_Unpack_external("external32", packed, size, &position, received, 0, type);
    for (int k = 0; k < 2 * N; k++)
        wrong += received[k] != (k % 2 ? 0 : sent[k]);
    printf("expected %d bytes and no element wrong, found %d and %d\n", (int) size, (int) position, wrong);
    MPI_Type_free(&type);
    MPI_Finalize();
    return wrong > 0 || position != size;
}
