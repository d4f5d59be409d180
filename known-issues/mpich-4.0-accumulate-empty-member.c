/* MPI_Accumulate with a target type that has an empty derived type as a member.
 * MPI-3.1, 4.1.2: a member whose type map is empty adds nothing; the access is one of a single int.  MPICH 4.0 aborts
 * (an assertion in yaksa or in mpidig_rma_callbacks.c).
 * Exit status 1, or that of the abort, where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int blklens[] = {1, 1}, zero = 0;
    const MPI_Aint displs[] = {0, 0};
    MPI_Datatype types[] = {MPI_DATATYPE_NULL, MPI_INT}, type;
    int origin = 5, target = 7;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(zero, MPI_INT, &types[0]);
    MPI_Type_create_struct(2, blklens, displs, types, &type);
    MPI_Type_commit(&type);
    MPI_Win_create(&target, sizeof target, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&origin, 1, MPI_INT, 0, 0, 1, type, MPI_SUM, win);
    MPI_Win_fence(0, win);
    printf("MPI_Accumulate: expected 12, found %d\n", target);
    MPI_Win_free(&win);
    MPI_Type_free(&types[0]);
    MPI_Type_free(&type);
    MPI_Finalize();
    return target != 12;
}
