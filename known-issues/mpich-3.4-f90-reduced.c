/* The product of two reals whose type is asked for by its digits.  MPI-3.1, 5.9.2: handles that are returned from
 * MPI_Type_create_f90_real are among the floating point types, for which MPI_PROD is; 17.1.9: they are predefined.
 * MPICH 3.4 knows no operator for them. One process.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    double in = 3, out = 3;
    int code;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Type_create_f90_real(15, 307, &type);
    code = MPI_Reduce_local(&in, &out, 1, type, MPI_PROD);
    printf("MPI_Reduce_local: expected success and 9, found %s and %g\n",
           code == MPI_SUCCESS ? "success" : "an error", out);
    MPI_Finalize();
    return code != MPI_SUCCESS || out != 9;
}
