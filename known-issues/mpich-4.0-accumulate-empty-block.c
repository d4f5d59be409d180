/* MPI_Accumulate with a target type that has an empty block of a struct with a derived member.  MPI-3.1, 11.3.4 and
 * 4.1.5: the block has no data, and the elements of the others arrive.  MPICH 4.0 aborts.  Exit status 1 where the
 * elements are wrong, 0 where they are right; a process that the fault ends has another one.  For one process. */
#include <mpi.h>
#include <stdio.h>

enum { N = 3 };

int main(void)
{
    const int lengths[] = {0, 1}, blocks[] = {1, 1};
    const int places[] = {0, 0};
    const MPI_Aint displs[] = {16, 32};
    MPI_Datatype types[] = {MPI_DATATYPE_NULL, MPI_DOUBLE};
    const double sent[N] = {1, 2, 3};
    double there[8] = {0};
    MPI_Datatype member, type;
    MPI_Win win;
    int bad;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(2, MPI_DOUBLE, &types[0]);
    MPI_Type_create_struct(2, blocks, displs, types, &member);
    MPI_Type_indexed(2, lengths, places, member, &type);
    MPI_Type_commit(&type);
    MPI_Win_create(there, sizeof there, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(sent, N, MPI_DOUBLE, 0, 0, 1, type, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    bad = there[2] != 1 || there[3] != 2 || there[4] != 3;
    if (bad)
        printf("expected 1, 2 and 3, found %g, %g and %g\n", there[2], there[3], there[4]);
    MPI_Win_free(&win);
    MPI_Type_free(&type);
    MPI_Type_free(&member);
    MPI_Type_free(&types[0]);
    MPI_Finalize();
    return bad;
}
