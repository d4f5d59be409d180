/* MPI_COMPLEX in "external32". MPI-3.1, 13.5.2: it is two numbers of 4 bytes, the most significant byte of each first,
 * the real part before the imaginary one. MPICH writes the 8 bytes in reverse, the imaginary part first; likewise the
 * 16 of MPI_DOUBLE_COMPLEX. One process.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const float number[2] = {1, -2};
    const unsigned char expected[8] = {0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0};
    unsigned char found[64] = {0};
    MPI_Aint position = 0;
    int wrong = 0, size = 0;

    MPI_Init(NULL, NULL);
    if (MPI_COMPLEX != MPI_DATATYPE_NULL)
        MPI_Type_size(MPI_COMPLEX, &size);
    if (size == (int) sizeof number) {
        MPI_Pack_external("external32", number, 1, MPI_COMPLEX, found, sizeof found, &position);
        wrong = position != sizeof expected || memcmp(found, expected, sizeof expected) != 0;
        for (int k = 0; k < (int) sizeof expected && wrong; k++)
            printf("byte %d: expected 0x%02x, found 0x%02x\n", k, expected[k], found[k]);
    }
    MPI_Finalize();
    return wrong;
}
