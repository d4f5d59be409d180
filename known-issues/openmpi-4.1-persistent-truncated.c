/* MPI_Testany and MPI_Testall of a persistent receive whose message is too long. MPI-3.1, 3.2.4: this is an error;
 * 3.7.5: MPI_Testany returns what MPI_Test would, MPI_Testall MPI_ERR_IN_STATUS.  Open MPI returns MPI_SUCCESS. Two
 * processes. Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { N = 4, TAG = 5 };

static int class_of(int code)
{
    int class = MPI_SUCCESS;

    MPI_Error_class(code, &class);
    return class;
}

static int test(int all, MPI_Request *request)
{
    int code = MPI_SUCCESS, done = 0, index;
    MPI_Status status;

    while (code == MPI_SUCCESS && !done)
        code = all ? MPI_Testall(1, request, &done, &status) : MPI_Testany(1, request, &index, &done, &status);
    return class_of(code);
}

int main(void)
{
    static const char *const names[] = {"MPI_Testany", "MPI_Testall"};
    const int expected[] = {MPI_ERR_TRUNCATE, MPI_ERR_IN_STATUS};
    int rank, wrong = 0, data[2 * N] = {0};

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int all = 0; all < 2; all++) {
        MPI_Request request = MPI_REQUEST_NULL;
        if (rank == 0) {
            MPI_Recv_init(data, N, MPI_INT, 1, TAG, MPI_COMM_WORLD, &request);
            MPI_Start(&request);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1)
            MPI_Send(data, 2 * N, MPI_INT, 0, TAG, MPI_COMM_WORLD);
        if (rank == 0) {
            const int found = test(all, &request);
            printf("%s: expected an error of class %d, found %d\n", names[all], expected[all], found);
            wrong += found != expected[all];
            if (request != MPI_REQUEST_NULL)
                MPI_Request_free(&request);
        }
    }
    MPI_Bcast(&wrong, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return wrong > 0;
}
