/* Data access through a view in "external32" with a type whose elements are below displacement 0. MPI-3.1, 13.4.1: the
 * elements of the type map are accessed, wherever they are.  MPICH converts them in memory of its own, which it
 * addresses by these displacements, and writes before its begin. Exit status 1, or a crash, where the fault is there,
 * 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { FAR = 1 << 22 };

int main(void)
{
    const int displ = -FAR;
    const unsigned char expected[4] = {1, 2, 3, 4};
    unsigned char found[4] = {0, 0, 0, 0};
    int *from, bad = 0;
    MPI_Datatype type;
    MPI_File fh;

    MPI_Init(NULL, NULL);
    from = calloc(FAR + 1, sizeof *from);
    if (!from)
        return 2;
    from[0] = 0x01020304;
    MPI_Type_create_indexed_block(1, 1, &displ, MPI_INT32_T, &type);
    MPI_Type_commit(&type);
    if (MPI_File_open(MPI_COMM_SELF, "negative.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        return 2;
    MPI_File_set_view(fh, 0, MPI_INT32_T, MPI_INT32_T, "external32", MPI_INFO_NULL);
    MPI_File_write_at(fh, 0, from + FAR, 1, type, MPI_STATUS_IGNORE);
    MPI_File_set_view(fh, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_read_at(fh, 0, found, 4, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    for (int k = 0; k < 4; k++)
        bad = bad || found[k] != expected[k];
    printf("expected 1 2 3 4 in the file, found %d %d %d %d\n", found[0], found[1], found[2], found[3]);
    MPI_Type_free(&type);
    free(from);
    MPI_Finalize();
    return bad;
}
