/* Two partitions of a type with gaps. MPI-4.0, 4.2.1: partition k of a buffer begins after k times the count of
 * instances of the type, that is at k times count times the extent. Under Open MPI 5.0 it is looked for at k times
 * count times the size. Two processes.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { N = 17, PARTITIONS = 2, INTS = 2 * N * PARTITIONS };

int main(void)
{
    int rank, wrong = 0, numbers[INTS];
    MPI_Request request;
    MPI_Datatype type;
    MPI_Aint lb, extent;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(N, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Type_get_extent(type, &lb, &extent);
    for (int k = 0; k < INTS; k++)
        numbers[k] = rank == 0 ? k : -1;
    if (rank == 0) {
        MPI_Psend_init(numbers, PARTITIONS, 1, type, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready_range(0, PARTITIONS - 1, request);
    } else if (rank == 1) {
        MPI_Precv_init(numbers, PARTITIONS, 1, type, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < PARTITIONS; i++)
        for (int k = 0; k < N; k++) {
            const int at = i * (int) (extent / (MPI_Aint) sizeof(int)) + 2 * k;
            wrong += numbers[at] != at;
        }
    if (rank == 1)
        printf("expected 0 wrong elements, found %d\n", wrong);
    MPI_Request_free(&request);
    MPI_Type_free(&type);
    MPI_Finalize();
    return wrong > 0;
}
