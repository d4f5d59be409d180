/* Operands that are not significant, given as NULL. MPI-3.1, 5.11.2: "recvbuf is not significant on process 0" of
 * MPI_Exscan; 5.2.3: across an intercommunicator, only the receive buffer is significant at the root of
 * MPI_Reduce.  MPICH 4.0 takes NULL for an error there. Exit status 1 where the fault is there, 0 where it is not.
 * For two processes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank, mine = 1, sum = 0, bad = 0, any = 0;
    MPI_Comm inter;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (MPI_Exscan(&mine, rank ? &sum : NULL, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF) != MPI_SUCCESS && rank == 0) {
        puts("MPI_Exscan: an error");
        bad = 1;
    }
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    if (!bad && rank == 0 && MPI_Reduce(NULL, &sum, 1, MPI_INT, MPI_SUM, MPI_ROOT, inter) != MPI_SUCCESS) {
        puts("MPI_Reduce: an error");
        bad = 1;
    }
    MPI_Bcast(&bad, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (bad)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (rank == 1)
        MPI_Reduce(&mine, NULL, 1, MPI_INT, MPI_SUM, 0, inter);
    MPI_Comm_free(&inter);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
