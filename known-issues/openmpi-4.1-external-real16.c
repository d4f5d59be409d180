/* MPI_REAL16 and MPI_COMPLEX32 in "external32" and back. MPI-3.1, 13.5.2: MPI_REAL16, and either part of MPI_COMPLEX32,
 * has 16 bytes there, and a number of that format comes back as it was. Open MPI takes it for a C long double, since
 * version 6 that of MPI_COMPLEX32 alone. One process.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 32, ROOM = 64 };

static int try_type(const char *name, MPI_Datatype type, int expected)
{
    /* 1 + 2^-112, whose first bit and last bit are far from each other; least significant byte first */
    const _Alignas(16) unsigned char sent[MOST] = {[0] = 1, [14] = 0xff, [15] = 0x3f};
    _Alignas(16) unsigned char found[MOST] = {0}, packed[ROOM] = {0};
    MPI_Aint position = 0;
    int wrong = 0, size;

    /* an MPI may be without it */
    if (type == MPI_DATATYPE_NULL || MPI_Type_size(type, &size) != MPI_SUCCESS || size != expected)
        return 0;
    MPI_Pack_external("external32", sent, 1, type, packed, ROOM, &position);
    position = 0;
    MPI_Unpack_external("external32", packed, ROOM, &position, found, 1, type);
    for (int k = 0; k < size; k++)
        if (found[k] != sent[k] && ++wrong)
            printf("%s, byte %d: expected 0x%02x, found 0x%02x\n", name, k, sent[k], found[k]);
    return wrong;
}

int main(void)
{
    int wrong;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    wrong = try_type("MPI_REAL16", MPI_REAL16, 16);
    wrong += try_type("MPI_COMPLEX32", MPI_COMPLEX32, 32);
    MPI_Finalize();
    return wrong > 0;
}
