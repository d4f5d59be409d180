/* MPI_Waitsome and MPI_Testsome of two persistent receives, of which the message of the first one is too long. MPI-3.1,
 * 3.2.4: this is an error; 3.7.5: they return MPI_ERR_IN_STATUS, and the error is in the status.  Under
 * MPICH 4.2 that says MPI_SUCCESS. Two processes. Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { N = 4, TAG = 5, RECEIVES = 2 };

static int class_of(int code)
{
    int class = MPI_SUCCESS;

    MPI_Error_class(code, &class);
    return class;
}

/* The class of the error of the first receive.  Both messages are there: one of nothing has come after them. */
static int complete(int tests, MPI_Request *requests)
{
    int found = 0, left = RECEIVES, class = MPI_SUCCESS, indices[RECEIVES];
    MPI_Status statuses[RECEIVES];

    for (; left > 0; left -= found) {
        const int code = tests ? MPI_Testsome(RECEIVES, requests, &found, indices, statuses)
                               : MPI_Waitsome(RECEIVES, requests, &found, indices, statuses);
        for (int k = 0; k < found && class_of(code) == MPI_ERR_IN_STATUS; k++)
            if (indices[k] == 0)
                class = class_of(statuses[k].MPI_ERROR);
        if (found < 0)
            break;
    }
    return class;
}

static int receive(int tests)
{
    int data[RECEIVES][N], code;
    MPI_Request requests[RECEIVES];

    for (int k = 0; k < RECEIVES; k++)
        MPI_Recv_init(data[k], N, MPI_INT, 1, TAG + k, MPI_COMM_WORLD, &requests[k]);
    MPI_Startall(RECEIVES, requests);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_INT, 1, TAG + RECEIVES, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    code = complete(tests, requests);
    for (int k = 0; k < RECEIVES; k++)
        if (requests[k] != MPI_REQUEST_NULL)
            MPI_Request_free(&requests[k]);
    return code;
}

static void send(void)
{
    const int data[2 * N] = {0};

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(data, 2 * N, MPI_INT, 0, TAG, MPI_COMM_WORLD);
    MPI_Send(data, N, MPI_INT, 0, TAG + 1, MPI_COMM_WORLD);
    MPI_Send(NULL, 0, MPI_INT, 0, TAG + RECEIVES, MPI_COMM_WORLD);
}

int main(void)
{
    static const char *const names[] = {"MPI_Waitsome", "MPI_Testsome"};
    int rank, wrong = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int tests = 0; tests < 2; tests++) {
        const int found = rank == 0 ? receive(tests) : (send(), MPI_ERR_TRUNCATE);
        if (rank == 0)
            printf("%s: expected an error of class %d, found %d\n", names[tests], MPI_ERR_TRUNCATE, found);
        wrong += found != MPI_ERR_TRUNCATE;
    }
    MPI_Bcast(&wrong, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return wrong > 0;
}
