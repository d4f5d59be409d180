/* An int in "external32" at a position beyond 2^32.
 * MPI-3.1, 4.3: positions and sizes are addresses; the int at that position is unpacked.
 * Open MPI 4.1 and 5.0 return MPI_ERR_TRUNCATE where the size of the input is 2^32 or more.
 * Exit status 1 where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>
#include <sys/mman.h>

int main(void)
{
    const MPI_Aint start = (MPI_Aint) (((MPI_Count) 1 << 32) + 24), end = start + 4;
    MPI_Aint position = start;
    int found = 0, code, class = MPI_SUCCESS;
    char *bytes;

    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    bytes = mmap(NULL, (size_t) end, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED)
        MPI_Abort(MPI_COMM_WORLD, 2);
    bytes[end - 1] = 77;
    code = MPI_Unpack_external("external32", bytes, end, &position, &found, 1, MPI_INT);
    MPI_Error_class(code, &class);
    printf("error class: expected %d, found %d; int: expected 77, found %d\n", MPI_SUCCESS, class, found);
    MPI_Finalize();
    return code != MPI_SUCCESS || found != 77;
}
