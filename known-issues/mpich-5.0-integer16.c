/* MPI_INTEGER16 with a gap between the elements, in a message to oneself, and packed and unpacked. MPI-3.1, 3.3.1: all
 * of an element arrives, and MPI_INTEGER16 has 16 bytes (17.1.9). MPICH 5.0 moves 10 of them, those of a C long double.
 * One process.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 16, N = 3, STRIDE = 2, BYTES = N * STRIDE * SIZE };

static _Alignas(SIZE) unsigned char sent[BYTES], found[BYTES], packed[BYTES];

static int are_wrong(const char *what, int stride)
{
    int wrong = 0;

    for (int k = 0; k < N; k++)
        wrong += memcmp(found + k * stride * SIZE, sent + k * STRIDE * SIZE, SIZE) != 0;
    printf("%s: %d of %d elements wrong\n", what, wrong, N);
    memset(found, 0, sizeof found);
    return wrong;
}

int main(void)
{
    int wrong = 0, size = 0, position = 0;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    if (MPI_INTEGER16 != MPI_DATATYPE_NULL)
        MPI_Type_size(MPI_INTEGER16, &size);
    if (size == SIZE) {
        for (int k = 0; k < BYTES; k++)
            sent[k] = (unsigned char) (1 + k);
        MPI_Type_vector(N, 1, STRIDE, MPI_INTEGER16, &type);
        MPI_Type_commit(&type);
        MPI_Sendrecv(sent, 1, type, 0, 0, found, N, MPI_INTEGER16, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
        wrong += are_wrong("MPI_Sendrecv", 1);
        MPI_Pack(sent, 1, type, packed, BYTES, &position, MPI_COMM_SELF);
        position = 0;
        MPI_Unpack(packed, BYTES, &position, found, 1, type, MPI_COMM_SELF);
        wrong += are_wrong("MPI_Pack and MPI_Unpack", STRIDE);
        MPI_Type_free(&type);
    }
    MPI_Finalize();
    return wrong > 0;
}
