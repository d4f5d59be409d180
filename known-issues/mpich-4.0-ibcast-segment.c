/* MPI_Ibcast in segments of 1000 bytes, of a type that is larger than a segment.  MPI-3.1, 5.4 and 5.12.2: all
 * processes get the root's data, whatever its datatype.  MPICH divides by the number of instances in a segment, 0.
 * Exit status 1 where the fault is there (or SIGFPE), 0 where it is not.  For two processes. */
#define _POSIX_C_SOURCE 200112L
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#if defined MPICH_NUMVERSION && MPICH_NUMVERSION < 40000000
#define ALGORITHM "gentran_ring"
#else
#define ALGORITHM "tsp_ring"
#endif

int main(void)
{
    enum { N = 1000 };
    static int data[N];
    MPI_Datatype type;
    MPI_Request request;
    int rank, bad = 0, any = 0;

    setenv("MPIR_CVAR_IBCAST_INTRA_ALGORITHM", ALGORITHM, 1);
    setenv("MPIR_CVAR_IBCAST_RING_CHUNK_SIZE", "1000", 1);
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(N, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int k = 0; k < N && rank == 0; k++)
        data[k] = k + 1;
    MPI_Ibcast(data, 1, type, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < N; k++)
        bad |= data[k] != k + 1;
    MPI_Type_free(&type);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
