/* One process alone: an epoch of MPI_Win_post and MPI_Win_start after one of MPI_Win_fence. MPI-3.1, 11.5: a window is
 * synchronised in one way after another; no epoch follows a fence with MPI_MODE_NOSUCCEED.  Under MPICH 3.4.1 the
 * second epoch never ends.  The program hangs where the fault is there; exit status 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int memory = 0, sent = 7, wrong;
    MPI_Group group;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_get_group(win, &group);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_post(group, 0, win);
    MPI_Win_start(group, 0, win);
    MPI_Put(&sent, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    wrong = memory != sent;
    printf("expected %d, found %d\n", sent, memory);
    MPI_Group_free(&group);
    MPI_Win_free(&win);
    MPI_Finalize();
    return wrong;
}
