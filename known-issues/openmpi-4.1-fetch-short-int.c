/* MPI_Fetch_and_op, MPI_REPLACE, of a pair with a gap: one MPI_SHORT_INT of another process, in a dynamic window.
 * MPI-3.1, 11.3.4: any predefined datatype is allowed, and result is what the target held.  In Open MPI 4.1 and 5.0
 * the bytes of the integer arrive two too late.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

struct pair {
    short value;
    int index;
};

int main(void)
{
    static struct pair target = {1, 0x11223344}, origin = {2, 0x55667788}, result = {3, 0x66778899};
    MPI_Aint address, remote[2];
    int rank, wrong = 0;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Get_address(&target, &address);
    MPI_Allgather(&address, 1, MPI_AINT, remote, 1, MPI_AINT, MPI_COMM_WORLD);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, &target, sizeof target);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Fetch_and_op(&origin, &result, MPI_SHORT_INT, 1, remote[1], MPI_REPLACE, win);
        MPI_Win_flush_all(win);
        wrong = result.value != 1 || result.index != 0x11223344;
        printf("MPI_Fetch_and_op: expected result (1, 0x11223344), found (%d, %#x)\n", result.value,
               (unsigned) result.index);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, &target);
    MPI_Win_free(&win);
    MPI_Finalize();
    return wrong;
}
