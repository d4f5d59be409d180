/* MPI_Accumulate with a target type that has an empty struct as a member.  MPI-3.1, 4.1.2: a member whose type map
 * is empty adds nothing; 11.3.4: the type is made of one predefined type, MPI_INT. Open MPI finds another one in
 * the empty member: an error, or a crash with MPI_REPLACE. Exit status 1 where the fault is there, 0 where it is
 * not. For two processes. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int lengths[] = {1, 1};
    const MPI_Aint displs[] = {0, 0};
    MPI_Datatype types[] = {MPI_DATATYPE_NULL, MPI_INT}, type;
    int rank, size, memory = 7, origin = 5, err;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_create_struct(0, lengths, displs, types, &types[0]);
    MPI_Type_create_struct(2, lengths, displs, types, &type);
    MPI_Type_commit(&type);
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    err = MPI_Accumulate(&origin, 1, MPI_INT, (rank + 1) % size, 0, 1, type, MPI_SUM, win);
    MPI_Win_fence(0, win);
    printf("MPI_Accumulate: error %d; expected 12, found %d\n", err, memory);
    MPI_Win_free(&win);
    MPI_Type_free(&types[0]);
    MPI_Type_free(&type);
    MPI_Finalize();
    return memory != 12;
}
