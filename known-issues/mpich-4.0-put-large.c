/* MPI_Put_c of more than 2^31 bytes, by 2 processes.
 * MPI-4.0, 2.5.8: the procedures with large counts take what an MPI_Count holds; 12.3.1 puts no other limit on
 * origin_count and target_count.
 * Exit status 1 or a crash where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOTAL (((MPI_Count) 1 << 31) + 4099)

int main(void)
{
    unsigned char *memory = malloc((size_t) TOTAL);
    int rank, failed = 0;
    MPI_Win win;

    if (!memory)
        return 77;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(rank == 1 ? memory : NULL, rank == 1 ? (MPI_Aint) TOTAL : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    memset(memory, rank == 0 ? 5 : 0, (size_t) TOTAL);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put_c(memory, TOTAL, MPI_BYTE, 1, 0, TOTAL, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    if (rank == 1 && memory[TOTAL - 1] != 5) {
        printf("MPI_Put_c: the last byte: expected 5, found %d\n", memory[TOTAL - 1]);
        failed = 1;
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    free(memory);
    return failed;
}
