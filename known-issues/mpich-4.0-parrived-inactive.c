/* MPI_Parrived of no request, and of one that was never started. MPI-4.0, 4.2.2: "MPI_PARRIVED may be called with a
 * null or inactive request argument. In either case, the operation returns with flag = true." MPICH crashes with the
 * second one; Open MPI 5.0 returns an error, or that nothing has arrived. One process.  Exit status 1 where the fault
 * is there, 0 where it is not; or it crashes. */
#include <mpi.h>
#include <stdio.h>

static int is_wrong(const char *which, MPI_Request request)
{
    int flag = 0;
    const int code = MPI_Parrived(request, 0, &flag);

    printf("%s: expected MPI_SUCCESS and true, found %s and %s\n", which,
           code == MPI_SUCCESS ? "MPI_SUCCESS" : "an error", flag ? "true" : "false");
    return code != MPI_SUCCESS || !flag;
}

int main(void)
{
    int number = 0, wrong;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Precv_init(&number, 1, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL, &request);
    wrong = is_wrong("MPI_REQUEST_NULL", MPI_REQUEST_NULL);
    wrong = is_wrong("an inactive request", request) || wrong;
    MPI_Request_free(&request);
    MPI_Finalize();
    return wrong;
}
