/* MPI_Alltoallv and MPI_Alltoallw in place, of types with absolute displacements, where two processes exchange an
 * integer and the counts of all others are 0. MPI-3.1, 5.8: data are sent from the receive buffer, as its counts,
 * displacements and types say. The room for what is exchanged is placed by the lower bound of no elements: the process
 * ends with a signal, or other memory is overwritten. Exit status 1 or a signal where the fault is there, 0 where it is
 * not. For three processes. */
#include <mpi.h>
#include <stdio.h>

enum { PROCS = 3 };

int main(void)
{
    int counts[PROCS] = {0}, displs[PROCS] = {0}, value, rank, wrong = 0;
    MPI_Datatype type, types[PROCS];
    MPI_Aint address;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Get_address(&value, &address);
    MPI_Type_create_hindexed(1, (int[]) {1}, (MPI_Aint[]) {address}, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int k = 0; k < PROCS; k++)
        types[k] = type;
    if (rank < 2)
        counts[1 - rank] = 1;
    value = rank;
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_INT, MPI_BOTTOM, counts, displs, type, MPI_COMM_WORLD);
    wrong |= rank < 2 && value != 1 - rank;
    value = rank;
    MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, MPI_BOTTOM, counts, displs, types, MPI_COMM_WORLD);
    wrong |= rank < 2 && value != 1 - rank;
    if (wrong)
        printf("rank %d: found %d: expected %d\n", rank, value, 1 - rank);
    MPI_Type_free(&type);
    MPI_Finalize();
    return wrong;
}
