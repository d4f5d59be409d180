/* Two processes write twice by the individual pointer, and then read twice, each a part of the file of its own; two
 * accesses are under way together, and the second one is completed first.
 *
 * MPI-3.1, 13.4.1: the pointer is updated when an access is initiated, to the etype after the last one that it will
 * access.  In MPICH it is set again when an access completes, and then stands where the first one ended.  Exit status 1
 * where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { COUNT = 17, PART = 1000 };

static int write_all(MPI_File file, void *data, int count, MPI_Datatype type, MPI_Request *request)
{
    return MPI_File_iwrite_all(file, data, count, type, request);
}

int main(void)
{
    int data[2][COUNT] = {{0}}, rank, wrong = 0, any = 0;
    int (*const calls[])(MPI_File, void *, int, MPI_Datatype, MPI_Request *) = {write_all, MPI_File_iread_all};
    MPI_Request requests[2];
    MPI_Offset at = -1;
    MPI_File file;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (MPI_File_open(MPI_COMM_WORLD, "pointer.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return 2;
    MPI_File_set_view(file, rank * PART, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    for (int reads = 0; reads < 2; reads++) {
        MPI_File_seek(file, 0, MPI_SEEK_SET);
        for (int k = 0; k < 2; k++)
            calls[reads](file, data[k], COUNT, MPI_INT, &requests[k]);
        for (int k = 1; k >= 0; k--)
            MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
        MPI_File_get_position(file, &at);
        if (at != 2 * COUNT && ++wrong)
            printf("rank %d: %s: the pointer: expected %d, found %d\n", rank, reads ? "read" : "written", 2 * COUNT,
                   (int) at);
    }
    MPI_Allreduce(&wrong, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_File_close(&file);
    MPI_Finalize();
    return any > 0;
}
