/* A double written to a file in "external32", and the bytes of the file. MPI-3.1, 13.5.2: all floating point values are
 * in big-endian IEEE format. MPICH 3.4 reverses the bytes of each half of elements of eight bytes, and leaves the
 * halves where they are. Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { BYTES = 8, MODE = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE };

int main(void)
{
    static const unsigned char want[BYTES] = {0x3f, 0xf8, 0, 0, 0, 0, 0, 0x01};
    const double value = 1.5 + 1.0 / (1LL << 52);
    char external[] = "external32", native[] = "native", name[] = "mpich-3.4-external32-double.tmp";
    unsigned char found[BYTES] = {0};
    int wrong = 0;
    MPI_File file;

    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_SELF, name, MODE, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_DOUBLE, external, MPI_INFO_NULL);
    MPI_File_write(file, &value, 1, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, native, MPI_INFO_NULL);
    MPI_File_read(file, found, BYTES, MPI_BYTE, MPI_STATUS_IGNORE);
    for (int k = 0; k < BYTES; k++)
        if (found[k] != want[k] && ++wrong == 1)
            printf("byte %d: expected 0x%02x, found 0x%02x\n", k, want[k], found[k]);
    MPI_File_close(&file);
    MPI_Finalize();
    return wrong > 0;
}
