/* MPI_Get_accumulate with MPI_NO_OP from four hundred elements with gaps between them, which grow, as an indexed type.
 * MPI-3.1, 11.3.4: with MPI_NO_OP the target's elements, of any datatype whose elements are of one predefined type, are
 * got.  MPICH 4.2 to 5.0 sends the description of the target's type, and ends where that takes two to five kilobytes.
 * Exit status 1, or an abort, where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

enum { N = 400 };

int main(void)
{
    static int memory[N * N], found[N];
    int lens[N], displs[N], wrong = 0;
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    for (int k = 0; k < N; k++) {
        lens[k] = 1;
        displs[k] = k * (k + 3) / 2;
        memory[displs[k]] = k + 1;
    }
    MPI_Type_indexed(N, lens, displs, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(NULL, 0, MPI_INT, found, N, MPI_INT, 0, 0, 1, type, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    for (int k = 0; k < N; k++)
        wrong += found[k] != k + 1;
    printf("expected %d elements, %d are wrong\n", N, wrong);
    MPI_Win_free(&win);
    MPI_Type_free(&type);
    MPI_Finalize();
    return wrong > 0;
}
