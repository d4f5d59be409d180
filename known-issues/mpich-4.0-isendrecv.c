/* MPI_Isendrecv of a derived type, twice, with the same handle. MPI-4.0, 3.11: its effect is that of a nonblocking
 * send and a nonblocking receive; completing it gives the status of the receive (3.7.3), and the type is there
 * until MPI_Type_free (5.1.9).  Under MPICH 4.0.2 and 4.2.1 the status has no source, no tag and no count, and the
 * type loses a reference with every call, so that the second one aborts. One process.  Exit status 1, or an abort,
 * where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { N = 17, TAG = 5, TIMES = 4 };

int main(void)
{
    int sent[2 * N], received[2 * N], wrong = 0;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    MPI_Type_vector(N, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int k = 0; k < 2 * N; k++) {
        sent[k] = k + 1;
        received[k] = 0;
    }
    for (int k = 0; k < TIMES; k++) {
        MPI_Request request;
        MPI_Status status = {.MPI_SOURCE = -1, .MPI_TAG = -1};
        int count = -1;
        MPI_Isendrecv(sent, 1, type, 0, TAG, received, 1, type, 0, TAG, MPI_COMM_SELF, &request);
        MPI_Wait(&request, &status);
        MPI_Get_count(&status, type, &count);
        printf("expected tag %d and count 1, found %d and %d\n", TAG, status.MPI_TAG, count);
        fflush(stdout);
        wrong += status.MPI_TAG != TAG || count != 1 || received[2 * (N - 1)] != sent[2 * (N - 1)];
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return wrong > 0;
}
