/* Receives that are cancelled: 600, each with a type of its own that is freed; then MPI_Pack of a contiguous type.
 * MPI-3.1, 4.1.9: a type that is marked for deallocation is gone once the communication that uses it has completed.
 * MPICH 4.0 keeps the types of receives that are cancelled, and with more than 512 of them what is in known-issues as
 * mpich-4.0-many-types-packed follows.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { MANY = 600, TRIES = 16, BYTES = 17, TAG = 7 };

static void cancel_receive(void)
{
    int received[4];
    MPI_Datatype type;
    MPI_Request request;

    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Irecv(received, 1, type, 1, TAG, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
}

/* Whether a message of one contiguous type is packed as a whole. */
static int is_packed(MPI_Datatype *type)
{
    char from[BYTES] = "sixteen and one.", to[BYTES];
    int position = 0;

    MPI_Type_contiguous(BYTES, MPI_UINT8_T, type);
    MPI_Type_commit(type);
    MPI_Pack(from, 1, *type, to, BYTES, &position, MPI_COMM_SELF);
    return position == BYTES;
}

int main(void)
{
    MPI_Datatype types[TRIES];
    int rank, wrong = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (int i = 0; i < MANY; i++)
            cancel_receive();
        for (int i = 0; i < TRIES; i++)
            wrong += !is_packed(&types[i]);
        printf("MPI_Pack: expected position %d with each of %d types, found another with %d\n", BYTES, TRIES, wrong);
        for (int i = 0; i < TRIES; i++)
            MPI_Type_free(&types[i]);
    }
    MPI_Finalize();
    return wrong > 0;
}
