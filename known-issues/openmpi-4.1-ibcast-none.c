/* MPI_Ibcast across an intercommunicator.  MPI-3.1, 5.4: in the group of the root, the other processes pass
 * MPI_PROC_NULL; what must agree are the arguments of the root and of those that receive. A process of Open MPI, or
 * of MPICH 4.2, that passes MPI_PROC_NULL and a count of 0 does not count the call, the others do: their next
 * nonblocking collectives have different tags, and hang. Hangs where the fault is there, exit status 0 where it is
 * not. For four processes. */
#include <mpi.h>
#include <stddef.h>

int main(void)
{
    int rank, half_rank, value = 42;
    MPI_Comm half, across;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    MPI_Comm_rank(half, &half_rank);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 7, &across);
    for (int from = 0; from < 2; from++) {
        const int is_mine = rank / 2 == from, is_none = is_mine && half_rank != 0;
        const int root = !is_mine ? 0 : is_none ? MPI_PROC_NULL : MPI_ROOT;
        MPI_Ibcast(&value, is_none ? 0 : 1, MPI_INT, root, across, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&across);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
