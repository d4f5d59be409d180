/* MPI_Win_post of one process while another waits in MPI_Win_start for a post of a third, here its own.
 * MPI-3.1, 11.5.2: MPI_Win_start matches the posts of the processes of its group.  MPICH 4.0 only counts posts, whoever
 * they come from, and waits for ever once there are more than it expects.
 * Two processes.  Does not end (SIGALRM after 10 seconds) where the fault is there; exit status 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static const int zero = 0, one = 1;

static void put_to(int rank, MPI_Group group, MPI_Win win)
{
    const int value = 5;

    MPI_Win_start(group, 0, win);
    MPI_Put(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
}

int main(void)
{
    int rank, window = 0;
    MPI_Win win;
    MPI_Group all, group0, group1;

    alarm(10);
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&window, sizeof window, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, &zero, &group0);
    MPI_Group_incl(all, 1, &one, &group1);
    if (rank == 1) {
        MPI_Win_post(group0, 0, win);
        MPI_Send(NULL, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        MPI_Win_wait(win);
    } else {
        MPI_Recv(NULL, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sleep(1);
        MPI_Win_post(group0, 0, win);
        put_to(0, group0, win);
        MPI_Win_wait(win);
        put_to(1, group1, win);
    }
    printf("rank %d: done\n", rank);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
