/* MPI_Scatter across an intercommunicator, of a type whose extent is less than its true extent. MPI-3.1, 5.6: each
 * process of the receiving group gets its block of the send buffer. Open MPI has one of them receive all blocks as
 * instances of its own type, the last element of one under the first element of the next. Three processes: one sends to
 * two.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { RANKS = 3, EACH = 2 };

int main(void)
{
    const int sent[(RANKS - 1) * EACH] = {1, 2, 3, 4};
    int rank, found[EACH] = {0, 0}, errors = 0;
    MPI_Comm group, across;
    MPI_Datatype pair, type;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &group);
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 0, &across);
    MPI_Type_contiguous(EACH, MPI_INT, &pair);
    MPI_Type_create_resized(pair, 0, sizeof found[0], &type);
    MPI_Type_commit(&type);
    if (rank == 0)
        MPI_Scatter(sent, EACH, MPI_INT, NULL, 0, MPI_INT, MPI_ROOT, across);
    else
        MPI_Scatter(NULL, 0, MPI_INT, found, 1, type, 0, across);
    for (int k = 0; rank > 0 && k < EACH; k++)
        if (found[k] != EACH * (rank - 1) + k + 1 && ++errors)
            printf("rank %d, element %d: expected %d, found %d\n", rank, k, EACH * (rank - 1) + k + 1, found[k]);
    MPI_Type_free(&type);
    MPI_Type_free(&pair);
    MPI_Comm_free(&across);
    MPI_Comm_free(&group);
    MPI_Finalize();
    return errors > 0;
}
