/* MPI_REAL16 and MPI_INTEGER16 with gaps between the elements, in a message to oneself, and packed and unpacked.
 * MPI-3.1, 3.3.1: all of an element arrives, and these types have 16 bytes (17.1.9), MPI_REAL16 in gfortran a fraction
 * of 112 bits. MPICH 5.0, and Open MPI 5.0 of MPI_REAL16, move 10 of them, those of a C long double. One process.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 16, N = 3, STRIDE = 2, BYTES = N * STRIDE * SIZE };

static _Alignas(SIZE) unsigned char sent[BYTES], found[BYTES], packed[BYTES];

static int are_wrong(const char *name, const char *what, int stride)
{
    int wrong = 0;

    for (int k = 0; k < N; k++)
        wrong += memcmp(found + k * stride * SIZE, sent + k * STRIDE * SIZE, SIZE) != 0;
    printf("%s, %s: %d of %d elements wrong\n", name, what, wrong, N);
    memset(found, 0, sizeof found);
    return wrong;
}

static int try_type(const char *name, MPI_Datatype basic)
{
    int wrong, size, position = 0;
    MPI_Datatype type;

    /* an MPI may be without it */
    if (basic == MPI_DATATYPE_NULL || MPI_Type_size(basic, &size) != MPI_SUCCESS || size != SIZE)
        return 0;
    MPI_Type_vector(N, 1, STRIDE, basic, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(sent, 1, type, 0, 0, found, N, basic, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    wrong = are_wrong(name, "MPI_Sendrecv", 1);
    MPI_Pack(sent, 1, type, packed, BYTES, &position, MPI_COMM_SELF);
    position = 0;
    MPI_Unpack(packed, BYTES, &position, found, 1, type, MPI_COMM_SELF);
    wrong += are_wrong(name, "MPI_Pack and MPI_Unpack", STRIDE);
    MPI_Type_free(&type);
    return wrong;
}

int main(void)
{
    int wrong;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int k = 0; k < BYTES; k++)
        sent[k] = (unsigned char) (1 + k);
    wrong = try_type("MPI_REAL16", MPI_REAL16);
#ifdef MPI_INTEGER16
    wrong += try_type("MPI_INTEGER16", MPI_INTEGER16);
#endif
    MPI_Finalize();
    return wrong > 0;
}
