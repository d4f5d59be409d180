/* MPI_Accumulate with a target type that is a resized struct of members that touch, away from displacement 0.
 * MPI-3.1, 11.3.4 and 4.1.7: any derived type of one basic type may be used, and explicit bounds change no element.
 * MPICH 4.0 aborts (assertion `max_iov_len == yaksa_actual_iov_len').
 * Exit status 1, or that of the abort, where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int blklens[] = {1, 1};
    const MPI_Aint displs[] = {64, 80};
    MPI_Datatype types[] = {MPI_DATATYPE_NULL, MPI_DOUBLE}, members, type;
    double origin[3] = {1, 2, 3}, target[11] = {0};
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(2, MPI_DOUBLE, &types[0]);
    MPI_Type_create_struct(2, blklens, displs, types, &members);
    MPI_Type_create_resized(members, 0, 8, &type);
    MPI_Type_commit(&type);
    MPI_Win_create(target, sizeof target, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(origin, 3, MPI_DOUBLE, 0, 0, 1, type, MPI_SUM, win);
    MPI_Win_fence(0, win);
    printf("MPI_Accumulate: expected 1, 2, 3, found %g, %g, %g\n", target[8], target[9], target[10]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return target[8] != 1 || target[9] != 2 || target[10] != 3;
}
