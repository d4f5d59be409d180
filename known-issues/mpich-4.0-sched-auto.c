/* Nonblocking collectives with the algorithm `sched_auto`, which the control variables of MPICH offer ("internal
 * algorithm selection for sched-based algorithms").  MPI-3.1, 5.12.1: MPI_Ibcast starts a broadcast, which then
 * completes (5.4); what implements it is MPI's business.  MPICH aborts.
 * Exit status 1 where the fault is there (the process ends by an assertion), 0 where it is not.  For two processes. */
#define _POSIX_C_SOURCE 200112L
#include <mpi.h>
#include <stdlib.h>

int main(void)
{
    MPI_Request request;
    int value = 7;

    setenv("MPIR_CVAR_IBCAST_INTRA_ALGORITHM", "sched_auto", 1);
    MPI_Init(NULL, NULL);
    MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
