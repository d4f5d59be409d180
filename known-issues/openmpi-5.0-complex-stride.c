/* Two elements of MPI_C_FLOAT_COMPLEX, 12 bytes apart, received as a vector. MPI-3.1, 4.1.2, 3.2: the elements arrive
 * at the displacements of the type map, 0 and 12, which are aligned for a float. Open MPI 5.0 puts the second at 8; so
 * it does with each complex type where the stride is a multiple of half its extent, and not of all. Exit status 1 where
 * the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const float from[4] = {1, 2, 3, 4}, want[5] = {1, 2, -1, 3, 4};
    float to[5] = {-1, -1, -1, -1, -1};
    MPI_Datatype type;
    int wrong;

    MPI_Init(NULL, NULL);
    MPI_Type_create_hvector(2, 1, 12, MPI_C_FLOAT_COMPLEX, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(from, 2, MPI_C_FLOAT_COMPLEX, 0, 0, to, 1, type, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    wrong = memcmp(to, want, sizeof want) != 0;
    printf("expected 1 2 -1 3 4, found %g %g %g %g %g\n", to[0], to[1], to[2], to[3], to[4]);
    MPI_Type_free(&type);
    MPI_Finalize();
    return wrong;
}
