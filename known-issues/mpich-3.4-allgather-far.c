/* MPI-3.1, 5.7: the block of process k is found k extents behind the receive buffer, wherever that is: here one integer
 * in each 715827884 bytes, the fourth more than 2^31 bytes away. Four processes, with memory for what is touched.
 * Exit status 1 or a crash where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const MPI_Aint extent = 715827884;
    int rank, size, mine, errors = 0;
    MPI_Datatype type;
    char *buf;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_create_resized(MPI_INT, 0, extent, &type);
    MPI_Type_commit(&type);
    buf = malloc((size_t) (size * extent));
    if (!buf)
        MPI_Abort(MPI_COMM_WORLD, 2);
    mine = 100 + rank;
    MPI_Allgather(&mine, 1, MPI_INT, buf, 1, type, MPI_COMM_WORLD);
    for (int k = 0; k < size; k++) {
        const int found = *(int *) (buf + k * extent);
        if (found != 100 + k && ++errors)
            printf("rank %d, block %d: the standard demands %d, found %d\n", rank, k, 100 + k, found);
    }
    free(buf);
    MPI_Type_free(&type);
    MPI_Finalize();
    return errors > 0;
}
