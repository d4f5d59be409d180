/* MPI_Ibcast across an intercommunicator, from a root other than the first process of its group.
 * MPI-3.1, 5.2.3 and 5.4: all processes of the other group receive the root's data.  MPICH 4.0 moves nothing.
 * Exit status 1 where the fault is there, 0 where it is not.  For four processes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    enum { HALF = 2, ROOT = 1, TAG = 1 };
    int world, rank, group, value, bad, any = 0;
    MPI_Comm half, inter;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    group = world / HALF;
    MPI_Comm_split(MPI_COMM_WORLD, group, world, &half);
    MPI_Comm_rank(half, &rank);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, group ? 0 : HALF, TAG, &inter);
    value = group && rank == ROOT ? 7 : -1;
    MPI_Ibcast(&value, 1, MPI_INT, !group ? ROOT : rank == ROOT ? MPI_ROOT : MPI_PROC_NULL, inter, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    bad = !group && value != 7;
    if (bad)
        printf("rank %d: expected 7, found %d\n", rank, value);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
