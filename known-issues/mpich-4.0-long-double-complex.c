/* A message of MPI_C_LONG_DOUBLE_COMPLEX, received with gaps between the elements. MPI-3.1, 3.3.1: the message matches,
 * and fills the receive buffer.  Under MPICH 4.0 (ch4:ucx) MPI_Recv gives MPI_ERR_TRUNCATE and the first piece where
 * the message is larger than 8 KiB and arrives in pieces that end within an element of 32 bytes. Two processes.  Exit
 * status 1 where the fault is there, 0 where it is not. */
#include <complex.h>
#include <mpi.h>
#include <stdio.h>

enum { N = 300 };

int main(void)
{
    static long double _Complex data[2 * N];
    MPI_Datatype type;
    int rank, code = MPI_SUCCESS, error_class, wrong = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_vector(N, 1, 2, MPI_C_LONG_DOUBLE_COMPLEX, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        for (int k = 0; k < N; k++)
            data[k] = k + 1;
        MPI_Send(data, N, MPI_C_LONG_DOUBLE_COMPLEX, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        code = MPI_Recv(data, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 0; k < N; k++)
            wrong += data[2 * k] != k + 1;
        MPI_Error_class(code, &error_class);
        printf("MPI_Recv: expected MPI_SUCCESS and %d elements, found %s and %d elements\n", N,
               code == MPI_SUCCESS ? "MPI_SUCCESS" : error_class == MPI_ERR_TRUNCATE ? "MPI_ERR_TRUNCATE" : "an error",
               N - wrong);
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return code != MPI_SUCCESS || wrong > 0;
}
