/* The error field of the status of a call that returns one status. MPI-3.1, 3.2.5: such calls leave it as it was.
 * Under MPICH 3.4 and later MPI_Sendrecv_replace sets it, under 4.0 and later MPI_Probe too; under MPICH 3.4 and Open
 * MPI 4.1.0 MPI_Recv does. Exit status 1 where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

enum { UNSET = 77 };

static int is_wrong(const char *name, MPI_Status *status)
{
    const int wrong = status->MPI_ERROR != UNSET;

    if (wrong)
        printf("%s: MPI_ERROR is %d: expected %d, as before\n", name, status->MPI_ERROR, UNSET);
    status->MPI_ERROR = UNSET;
    return wrong;
}

int main(void)
{
    int sent = 1, received = 0, errors = 0;
    MPI_Request request;
    MPI_Status status = {.MPI_ERROR = UNSET};

    MPI_Init(NULL, NULL);
    MPI_Isend(&sent, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    MPI_Probe(0, 0, MPI_COMM_SELF, &status);
    errors += is_wrong("MPI_Probe", &status);
    MPI_Recv(&received, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &status);
    errors += is_wrong("MPI_Recv", &status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(&received, 1, MPI_INT, 0, 0, 0, 0, MPI_COMM_SELF, &status);
    errors += is_wrong("MPI_Sendrecv_replace", &status);
    MPI_Finalize();
    return errors > 0;
}
