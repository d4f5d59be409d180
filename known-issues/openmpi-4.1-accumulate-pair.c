/* MPI_Accumulate of a pair type that has padding.
 * MPI-3.1, 5.9.4 and 11.3.4: MPI_SHORT_INT is a struct of a short and an int; what lies between them is no part of it.
 * Open MPI 4.1 copies these bytes to the target as well.
 * Two processes.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct pair {
    short s;
    int i;
};

int main(void)
{
    struct pair target, origin;
    const size_t padding = sizeof target.s;
    int rank, size, found;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    memset(&target, 0x11, sizeof target);
    memset(&origin, 0x22, sizeof origin);
    MPI_Win_create(&target, sizeof target, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&origin, 1, MPI_SHORT_INT, (rank + 1) % size, 0, 1, MPI_SHORT_INT, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    found = ((unsigned char *) &target)[padding];
    printf("MPI_Accumulate, the byte after the short: expected 0x11, found 0x%02x\n", (unsigned) found);
    MPI_Win_free(&win);
    MPI_Finalize();
    return offsetof(struct pair, i) > padding && found != 0x11;
}
