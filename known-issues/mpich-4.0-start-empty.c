/* MPI-3.1, 11.5.2: MPI_Win_start begins an epoch in which no window but those of its group is accessed; an epoch for
 * an empty group ends with MPI_Win_complete, and the next one is as any other.  Here it does not end, with three
 * processes or more.  Four processes.  Does not end where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { EPOCHS = 40 };

static int put_to_all(MPI_Win win, const int window[], int rank, int size)
{
    int wrong = 0;
    MPI_Group all;

    MPI_Win_get_group(win, &all);
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_complete(win);
    MPI_Win_post(all, 0, win);
    MPI_Win_start(all, 0, win);
    for (int r = 0; r < size; r++)
        MPI_Put(&rank, 1, MPI_INT, r, rank, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    for (int r = 0; r < size; r++)
        wrong += window[r] != r;
    MPI_Group_free(&all);
    return wrong;
}

int main(void)
{
    int rank, size, *window, wrong = 0;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int k = 0; k < EPOCHS; k++) {
        MPI_Win_allocate(size * (MPI_Aint) sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
        wrong += put_to_all(win, window, rank, size);
        MPI_Win_free(&win);
    }
    if (wrong)
        printf("%d values of other ranks: expected none\n", wrong);
    MPI_Finalize();
    return wrong > 0;
}
