/* MPI_COMPLEX32 in "external32" and back. MPI-3.1, 13.5.2: each part has 16 bytes there, and a number of that format
 * comes back as it was. Open MPI 6.0 takes either part for a C long double. One process.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 32, ROOM = 64 };

int main(void)
{
    /* 1 + 2^-112, whose first bit and last bit are far from each other; least significant byte first */
    const _Alignas(16) unsigned char sent[SIZE] = {[0] = 1, [14] = 0xff, [15] = 0x3f};
    _Alignas(16) unsigned char found[SIZE] = {0}, packed[ROOM] = {0};
    MPI_Aint position = 0;
    int wrong = 0, size = 0;

    MPI_Init(NULL, NULL);
    if (MPI_COMPLEX32 != MPI_DATATYPE_NULL)
        MPI_Type_size(MPI_COMPLEX32, &size);
    if (size == SIZE) {
        MPI_Pack_external("external32", sent, 1, MPI_COMPLEX32, packed, ROOM, &position);
        position = 0;
        MPI_Unpack_external("external32", packed, ROOM, &position, found, 1, MPI_COMPLEX32);
        wrong = memcmp(sent, found, SIZE) != 0;
        for (int k = 0; k < SIZE && wrong; k++)
            if (found[k] != sent[k])
                printf("byte %d: expected 0x%02x, found 0x%02x\n", k, sent[k], found[k]);
    }
    MPI_Finalize();
    return wrong;
}
