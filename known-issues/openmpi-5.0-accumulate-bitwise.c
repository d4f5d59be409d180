/* MPI_Accumulate with MPI_BAND, MPI_BOR and MPI_BXOR of 64-bit integers. MPI-3.1, 11.3.4: the operators are those of
 * MPI_Reduce; 5.9.2: bitwise and, or, exclusive or. Under Open MPI 5.0, up to 256 bytes of them come out as something
 * else. Exit status 1 where the fault is there, 0 where it is not. For two processes. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 17 };

static int run(int rank, MPI_Op op, int64_t expected)
{
    int64_t mine[N], target[N];
    int wrong = 0;
    MPI_Win win;

    for (int k = 0; k < N; k++) {
        mine[k] = 0x0c0c0c0c0c0c0c0c;
        target[k] = 0x0a0a0a0a0a0a0a0a;
    }
    MPI_Win_create(target, sizeof target, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(mine, N, MPI_INT64_T, 1, 0, N, MPI_INT64_T, op, win);
    MPI_Win_fence(0, win);
    for (int k = 0; k < N && rank == 1; k++)
        wrong += target[k] != expected;
    MPI_Win_free(&win);
    return wrong;
}

int main(void)
{
    int rank, wrong;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    wrong = run(rank, MPI_BAND, 0x0808080808080808);
    wrong += run(rank, MPI_BOR, 0x0e0e0e0e0e0e0e0e);
    wrong += run(rank, MPI_BXOR, 0x0606060606060606);
    if (rank == 1)
        printf("expected 0 wrong elements, found %d\n", wrong);
    MPI_Finalize();
    return wrong > 0;
}
