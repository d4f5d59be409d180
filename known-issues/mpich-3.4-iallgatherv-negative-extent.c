/* MPI_Iallgatherv of more than 512 KiB to a type with a negative extent.
 * MPI-3.1, 5.12.5 and 4.1.7: an extent may be negative; elements follow each other downwards.  MPICH 3.4 to 5.0 cuts
 * what goes round in a ring into pieces of 32 KiB by the extent, a negative number of elements, and fails after
 * seconds.
 * Two processes.  Ends within MPI (or by SIGALRM after 5 seconds) where the fault is there; exit status 0 where it is
 * not. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { N = 140000 };

static int sent[N], received[N + 1];

int main(void)
{
    const int counts[2] = {N, 0}, displs[2] = {0, N};
    int rank, bad = 0;
    MPI_Datatype down;
    MPI_Request request;

    alarm(5);
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < N; k++)
        sent[k] = k + 1;
    MPI_Type_create_resized(MPI_INT, 0, -(MPI_Aint) sizeof(int), &down);
    MPI_Type_commit(&down);
    MPI_Iallgatherv(sent, rank == 0 ? N : 0, MPI_INT, &received[N], counts, displs, down, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < N; k++)
        bad |= received[N - k] != k + 1;
    if (bad)
        printf("rank %d: the elements are not those that were sent\n", rank);
    MPI_Type_free(&down);
    MPI_Finalize();
    return bad;
}
