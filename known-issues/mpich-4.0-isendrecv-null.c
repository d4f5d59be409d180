/* MPI_Isendrecv with MPI_PROC_NULL as source and destination. MPI-3.1, 3.11: communication with it has no effect, and
 * a receive from it completes as soon as possible, with a status of its own.  Under MPICH 4.0.2 the request never
 * completes. Exit status 1 where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

enum { TAG = 5 };
static const double seconds = 1;

int main(void)
{
    int sent = 1, received = 2, done = 0;
    MPI_Request request;
    MPI_Status status;
    double begin;

    MPI_Init(NULL, NULL);
    MPI_Isendrecv(&sent, 1, MPI_INT, MPI_PROC_NULL, TAG, &received, 1, MPI_INT, MPI_PROC_NULL, TAG, MPI_COMM_SELF,
                  &request);
    begin = MPI_Wtime();
    while (!done && MPI_Wtime() < begin + seconds)
        MPI_Test(&request, &done, &status);
    if (!done) {
        printf("not complete after %g s\n", seconds);
        fflush(stdout);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
