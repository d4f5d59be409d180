/* MPI_Put of more than 500 pieces, that is, of elements with gaps between them, to another process. MPI-3.1, 11.3.1: a
 * put takes any datatype. Open MPI 5.0 sends each piece by itself; the resources for that come to an end with some 500
 * under way, and what waits for more of them is used when it is freed already: a crash, at times, then or later. Exit
 * status 1 where the fault is there (it crashes, rather), 0 where it is not. For two processes. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { PIECES = 1018, STRIDE = 2, WINDOWS = 600, EPOCHS = 4 };

static double from[PIECES], to[STRIDE * PIECES];

int main(void)
{
    int rank, bad = 0;
    MPI_Datatype apart;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(PIECES, 1, STRIDE, MPI_DOUBLE, &apart);
    MPI_Type_commit(&apart);
    for (int w = 0; w < WINDOWS; w++) {
        MPI_Win win;

        memset(to, 0, sizeof(to));
        for (int k = 0; k < PIECES; k++)
            from[k] = w + k;
        MPI_Win_create(to, sizeof(to), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        for (int k = 0; k < EPOCHS; k++) {
            MPI_Win_lock_all(0, win);
            MPI_Put(from, PIECES, MPI_DOUBLE, 1 - rank, 0, 1, apart, win);
            MPI_Win_unlock_all(win);
            MPI_Barrier(MPI_COMM_WORLD);
        }
        MPI_Win_free(&win);
        for (int k = 0; k < PIECES; k++)
            bad += to[STRIDE * k] != w + k;
    }
    printf("%d elements wrong\n", bad);
    MPI_Type_free(&apart);
    MPI_Finalize();
    return bad > 0;
}
