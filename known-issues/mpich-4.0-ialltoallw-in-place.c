/* MPI_Ialltoallw with MPI_IN_PLACE: two processes exchange two integers, and keep two. MPI-3.1, 5.12.5 with 5.8:
 * the data to be sent are taken from the receive buffer, with recvcounts, rdispls and recvtypes, and replaced by
 * those received.  MPICH 4.0 takes the count of one block with the type of another; MPI_Alltoallw is right. Exit
 * status 1 where the fault is there, 0 where it is not; it may also crash.  For two processes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int counts[2] = {1, 2}, displs[2] = {0, 4 * (int) sizeof(int)};
    MPI_Datatype vector, types[2];
    int rank, other, data[6], code, bad, any = 0, at[2];
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_vector(2, 1, 2, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    types[0] = vector;
    types[1] = MPI_INT;
    for (int k = 0; k < 6; k++)
        data[k] = 10 * rank + k;
    code = MPI_Ialltoallw(MPI_IN_PLACE, NULL, NULL, NULL, data, counts, displs, types, MPI_COMM_WORLD, &request);
    if (code == MPI_SUCCESS)
        code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    other = 1 - rank;
    at[0] = rank ? 0 : 4;
    at[1] = rank ? 2 : 5;
    bad = code != MPI_SUCCESS || data[at[0]] != 10 * other + (rank ? 4 : 0) || data[at[1]] != 10 * other + (rank
            ? 5 : 2);
    if (bad)
        printf("rank %d: %s, found %d %d\n", rank, code == MPI_SUCCESS ? "no error" : "an error", data[at[0]],
               data[at[1]]);
    MPI_Type_free(&vector);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
