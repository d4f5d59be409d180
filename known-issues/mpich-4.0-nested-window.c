/* A window within the memory of another one. MPI-3.1, 11.2.1: a process may have several windows, which may overlap;
 * MPI_Put writes to the byte that is target_disp * disp_unit from the base of the window that it names. MPICH 4.0 puts
 * as many bytes from where the first window begins. The two windows have no epochs at a time. Two processes.
 * Exit status 1 where the fault is there. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    enum { BYTES = 512, FROM = 256 };
    static _Alignas(64) char memory[BYTES];
    const char value = 5;
    int rank, errors;
    MPI_Win all, part;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &all);
    MPI_Win_create(memory + FROM, BYTES - FROM, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part);
    MPI_Win_fence(0, part);
    MPI_Put(&value, 1, MPI_CHAR, 1 - rank, 0, 1, MPI_CHAR, part);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, part);
    errors = memory[FROM] != value;
    if (errors)
        printf("rank %d: byte %d is %d instead of %d, byte 0 is %d\n", rank, FROM, memory[FROM], value, memory[0]);
    MPI_Win_free(&part);
    MPI_Win_free(&all);
    MPI_Finalize();
    return errors;
}
