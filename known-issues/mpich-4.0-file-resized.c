/* Data access with a type that MPI_Type_create_resized gives a lower bound other than 0.  MPI-3.1, 4.1.7: the type
 * map is that of the old type, with other bounds; data do not move.  MPICH adds the lower bound to the
 * displacement of each element, in memory and in the file, or refuses the view: "displacements of etype must be
 * non-negative". Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int displs[2] = {1, 3};
    int from[16], to[2] = {-1, -1};
    MPI_Datatype block, resized;
    MPI_File fh;

    MPI_Init(NULL, NULL);
    for (int k = 0; k < 16; k++)
        from[k] = k;
    MPI_Type_create_indexed_block(2, 1, displs, MPI_INT, &block);
    MPI_Type_create_resized(block, 4, 20, &resized);
    MPI_Type_commit(&resized);
    if (MPI_File_open(MPI_COMM_SELF, "file-resized.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        return 2;
    MPI_File_write_at(fh, 0, from, 1, resized, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, 0, to, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    printf("expected 1 and 3 in the file, found %d and %d\n", to[0], to[1]);
    MPI_Type_free(&resized);
    MPI_Type_free(&block);
    MPI_Finalize();
    return to[0] != 1 || to[1] != 3;
}
