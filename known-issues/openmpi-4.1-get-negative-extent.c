/* MPI_Get of instances whose extent is negative. MPI-3.1, 11.3 and 4.1: the elements arrive in the order of the type
 * map, those of the second instance from lower addresses. Open MPI leaves out what is beyond 192 KiB. Two processes.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    enum { EACH = 32766, EXTENT = EACH + 1, ALL = 2 * EACH };
    static _Alignas(64) int window[ALL + 1], found[ALL];
    int errors = 0, rank;
    MPI_Datatype row, type;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < EACH; k++) {
        window[EXTENT + k] = 1 + k;
        window[k] = 1 + EACH + k;
    }
    MPI_Type_contiguous(EACH, MPI_INT, &row);
    MPI_Type_create_resized(row, 0, -EXTENT * (MPI_Aint) sizeof window[0], &type);
    MPI_Type_commit(&type);
    MPI_Win_create(window, sizeof window, sizeof window[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Get(found, ALL, MPI_INT, rank, EXTENT, 2, type, win);
    MPI_Win_fence(0, win);
    for (int k = 0; k < ALL; k++)
        if (found[k] != 1 + k && errors++ == 0)
            printf("element %d: expected %d, found %d\n", k, 1 + k, found[k]);
    MPI_Win_free(&win);
    MPI_Type_free(&row);
    MPI_Type_free(&type);
    MPI_Finalize();
    return errors > 0;
}
