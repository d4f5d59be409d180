/* MPI_Gather by a tree, of elements whose type has an extent less than its true extent.  MPI-3.1, 4.1.7: the
 * extent may be set to any value; 5.5: what each process sends is placed at the root by the root's type. Each
 * sends one instance, so that the extent of what is sent does not matter. Processes between the leaves and the
 * root of Open MPI 4.1 and 5.0 put what they collect into a temporary buffer by the extent of their own send type,
 * one element over the other. Exit status 1 where the fault is there, 0 where it is not. For four processes. */
#include <mpi.h>
#include <stdio.h>

enum { MOST = 64 };

int main(void)
{
    int all[MOST] = {0}, rank, size, mine, wrong = 0;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_create_resized(MPI_INT, 0, 0, &type);
    MPI_Type_commit(&type);
    mine = 100 + rank;
    MPI_Gather(&mine, 1, type, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int k = 0; rank == 0 && k < size; k++)
        wrong += all[k] != 100 + k;
    if (rank == 0)
        printf("%d of %d elements are wrong\n", wrong, size);
    MPI_Type_free(&type);
    MPI_Finalize();
    return wrong > 0;
}
