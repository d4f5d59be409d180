/* MPI_File_preallocate by two processes, with a view that does not begin at the start of the file. MPI-3.1,
 * 13.2.5: it is collective, the file becomes so long, and what was written before stays. The first process of Open
 * MPI writes to the file, through the view, so that it is too long in between; one that sees that leaves at once,
 * without the last broadcast. That is what the next call receives: it fails, or hangs. Exit status 1 where the
 * fault is there, 0 where it is not; it depends on time, so there are several turns. For two processes. */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdio.h>
#include <time.h>

enum { BYTES = 1 << 24, TURNS = 60, DELAYS = 12, MODE = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE };

int main(void)
{
    char datarep[] = "native", name[] = "openmpi-4.1-preallocate.tmp";
    int rank, err;
    MPI_File file;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, name, MODE, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, BYTES, MPI_BYTE, MPI_BYTE, datarep, MPI_INFO_NULL);
    for (int turn = 0; turn < TURNS; turn++) {
        MPI_File_set_size(file, 0);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1)
            nanosleep(&(struct timespec) {.tv_nsec = 2000000 * (turn % DELAYS)}, NULL);
        for (int more = 0; more < 2; more++) {
            err = MPI_File_preallocate(file, BYTES + more);
            if (err == MPI_SUCCESS)
                continue;
            printf("rank %d: MPI_File_preallocate: error %d\n", rank, err);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
