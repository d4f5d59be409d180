/* An MPI_Get_accumulate that only reads (MPI_NO_OP, with no origin elements) from a type of 19 levels of constructors,
 * in a window of the process itself.
 * MPI-4.1, 12.3.4: the element of the window arrives in the result buffer.
 * MPICH 4.2.1 and 5.0.2 crash, from 14 or 15 levels on, and with several processes from some 40 on.
 * Exit status 1, or a crash, where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

enum { LEVELS = 19 };

int main(void)
{
    static int window[LEVELS + 1];
    int found = 0;
    MPI_Datatype type[LEVELS + 1] = {MPI_INT};
    MPI_Win win;

    MPI_Init(NULL, NULL);
    for (int i = 0; i < LEVELS; i++)
        MPI_Type_create_hindexed(1, (int[]) {1}, (MPI_Aint[]) {sizeof(int)}, type[i], &type[i + 1]);
    MPI_Type_commit(&type[LEVELS]);
    window[LEVELS] = 77;
    MPI_Win_create(window, sizeof window, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get_accumulate(NULL, 0, MPI_INT, &found, 1, MPI_INT, 0, 0, 1, type[LEVELS], MPI_NO_OP, win);
    MPI_Win_unlock(0, win);
    printf("expected 77, found %d\n", found);
    MPI_Win_free(&win);
    for (int i = LEVELS; i > 0; i--)
        MPI_Type_free(&type[i]);
    MPI_Finalize();
    return found != 77;
}
