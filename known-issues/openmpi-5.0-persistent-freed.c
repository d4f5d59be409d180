/* A persistent broadcast whose datatype is freed once the request is made. MPI-4.0, 5.1.9: communication that uses a
 * datatype completes normally after MPI_Type_free; the request uses it until it is freed. Open MPI 5.0 does not keep it
 * for persistent collectives, and crashes. Exit status not 0 where the fault is there, 0 where it is not, as where the
 * call is not there. For two processes. */
#include <mpi.h>
#include <stdio.h>

#if MPI_VERSION >= 4 || (defined OMPI_MAJOR_VERSION && OMPI_MAJOR_VERSION >= 5)
static int run(int rank)
{
    int data[3] = {0, 0, 0}, wrong = 0;
    MPI_Datatype type;
    MPI_Request request;

    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Bcast_init(data, 1, type, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Type_free(&type);
    for (int k = 1; k < 4; k++) {
        if (rank == 0)
            data[0] = data[2] = k;
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        wrong += data[0] != k || data[2] != k;
    }
    MPI_Request_free(&request);
    return wrong;
}
#else
static int run(int rank)
{
    return 0 * rank;
}
#endif

int main(void)
{
    int rank, wrong;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    wrong = run(rank);
    printf("rank %d: %d of 3 broadcasts are wrong\n", rank, wrong);
    MPI_Finalize();
    return wrong > 0;
}
