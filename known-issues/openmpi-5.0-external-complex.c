/* MPI_C_LONG_DOUBLE_COMPLEX packed in "external32" and unpacked into a vector with gaps. MPI-3.1, 4.2, 13.5.2: they
 * come back as they were. Under Open MPI 5.0 imaginary parts are lost, and gaps are written to. Exit status 1 where the
 * fault is there, 0 where it is not. */
#include <complex.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { N = 5, ROOM = 1000 };

int main(void)
{
    long double complex in[N], out[2 * N] = {0};
    MPI_Aint packed = 0, unpacked = 0;
    char bytes[ROOM];
    MPI_Datatype type;
    int wrong = 0;

    MPI_Init(NULL, NULL);
    for (int k = 0; k < N; k++)
        in[k] = (long double) (k + 1) - (long double) (k + 2) * I;
    MPI_Type_vector(N, 1, 2, MPI_C_LONG_DOUBLE_COMPLEX, &type);
    MPI_Type_commit(&type);
    MPI_Pack_external("external32", in, N, MPI_C_LONG_DOUBLE_COMPLEX, bytes, ROOM, &packed);
    MPI_Unpack_external("external32", bytes, packed, &unpacked, out, 1, type);
    for (int k = 0; k < N; k++)
        wrong += out[2 * k] != in[k] || out[2 * k + 1] != 0;
    printf("expected 0 wrong elements, found %d\n", wrong);
    MPI_Type_free(&type);
    MPI_Finalize();
    return wrong > 0;
}
