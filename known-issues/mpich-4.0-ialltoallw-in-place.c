/* MPI_Ialltoallw with MPI_IN_PLACE: two processes exchange two integers, which they describe in two ways.
 * MPI-3.1, 5.12.5 with 5.8: the data to be sent are taken from the receive buffer, with recvcounts, rdispls and recvtypes, and replaced by
 * those received.  MPICH 4.0 fails with a truncated message, and writes past its own buffer; MPI_Alltoallw is right.
 * Exit status 1 where the fault is there, 0 where it is not; it may also crash.  For two processes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank, data[3], bad = 0, any = 0, code;
    MPI_Request request;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    {
        const int other = 1 - rank;
        int counts[2], displs[2];
        MPI_Datatype pair, types[2] = {MPI_INT, MPI_INT};

        MPI_Type_contiguous(2, MPI_INT, &pair);
        MPI_Type_commit(&pair);
        counts[rank] = 1;
        displs[rank] = 0;
        counts[other] = rank ? 1 : 2;
        types[other] = rank ? pair : MPI_INT;
        displs[other] = (int) sizeof(int);
        for (int k = 0; k < 3; k++)
            data[k] = 10 * rank + k;
        code = MPI_Ialltoallw(MPI_IN_PLACE, NULL, NULL, NULL, data, counts, displs, types, MPI_COMM_WORLD, &request);
        if (code == MPI_SUCCESS)
            code = MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Type_free(&pair);
        bad = code != MPI_SUCCESS || data[0] != 10 * rank || data[1] != 10 * other + 1 || data[2] != 10 * other + 2;
        if (bad)
            printf("rank %d: %s, found %d %d %d\n", rank, code == MPI_SUCCESS ? "no error" : "an error", data[0], data[1], data[2]);
    }
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
