/* A matched receive of packed data into a struct of members of several types.
 * MPI-4.1, 5.2: packed data may be received with any type whose signature is that of the packed elements; 3.8.2: a
 * matched receive gives what MPI_Recv would.  Under MPICH 4.2 to 5.0 (ch4:ucx) MPI_Mrecv gives MPI_ERR_TRUNCATE where
 * the message is larger than 8 KiB, and UCX may end the process later on; MPI_Recv receives it.
 * Two processes.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { DOUBLES = 1200, ROOM = 16384 };
struct members {
    int i;
    double d[DOUBLES];
};

int main(void)
{
    static struct members members;
    static char packed[ROOM];
    const int blklens[] = {1, DOUBLES};
    const MPI_Aint displs[] = {0, (char *) members.d - (char *) &members};
    const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE};
    MPI_Datatype type;
    MPI_Message message;
    int rank, position = 0, code = MPI_SUCCESS, error_class = MPI_SUCCESS;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_create_struct(2, blklens, displs, types, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        members.d[DOUBLES - 1] = 5;
        MPI_Pack(&members, 1, type, packed, ROOM, &position, MPI_COMM_WORLD);
        MPI_Send(packed, position, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        code = MPI_Mrecv(&members, 1, type, &message, MPI_STATUS_IGNORE);
        MPI_Error_class(code, &error_class);
        printf("MPI_Mrecv: expected MPI_SUCCESS and last element 5, found %s and %g\n",
               code == MPI_SUCCESS ? "MPI_SUCCESS" : error_class == MPI_ERR_TRUNCATE ? "MPI_ERR_TRUNCATE" : "an error",
               members.d[DOUBLES - 1]);
        fflush(stdout);
        if (code != MPI_SUCCESS || members.d[DOUBLES - 1] != 5)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
