/* A message of 34 ints, received by an MPI_Irecv of 17 ints with gaps between them, and then one of 17.  MPI-3.1, 3.2.4
 * and 8.3: the first one is an error, of class MPI_ERR_TRUNCATE, which MPI_Wait returns where errors are to return;
 * the second one is received.  MPICH 3.4 ends the process by an assertion, or hangs, after it has returned the error.
 * Exit status 1 where the fault is there and the process survives it, 0 where it is not.  For two processes. */
#include <mpi.h>
#include <stdio.h>

enum { N = 17, TIMES = 3 };

static int receive(MPI_Datatype type)
{
    int data[2 * N], error, class = MPI_SUCCESS, wrong = 0;
    MPI_Request request;

    MPI_Irecv(data, 1, type, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    error = MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Error_class(error, &class);
    if (class != MPI_ERR_TRUNCATE)
        printf("the error class is %d, expected MPI_ERR_TRUNCATE\n", class);
    MPI_Recv(data, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int k = 0; k < N; k++)
        wrong += data[2 * k] != k;
    if (wrong)
        printf("%d of %d elements of the second message are wrong\n", wrong, N);
    return class != MPI_ERR_TRUNCATE || wrong > 0;
}

static void send(void)
{
    int data[2 * N];

    for (int k = 0; k < 2 * N; k++)
        data[k] = k;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(data, 2 * N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Send(data, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
}

int main(void)
{
    int rank, bad = 0, any = 0;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(N, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int k = 0; k < TIMES && !bad; k++) {
        if (rank == 0)
            send();
        else if (rank == 1)
            bad = receive(type);
    }
    MPI_Type_free(&type);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
