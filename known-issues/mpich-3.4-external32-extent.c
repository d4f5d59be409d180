/* The extent that a type has in a file in "external32".
 *
 * MPI-3.1, 13.5: MPI_File_get_type_extent returns the extent of a datatype in the file; 13.5.2: MPI_LONG has 4 bytes in
 * "external32", and all data are byte aligned, regardless of type; 13.5.1: for portable datatypes MPI scales
 * displacements to match the representation.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    MPI_Aint one = -1, three = -1;
    MPI_Datatype type;
    MPI_File file;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(3, MPI_LONG, &type);
    MPI_Type_commit(&type);
    if (MPI_File_open(MPI_COMM_SELF, "extent.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return 2;
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    MPI_File_get_type_extent(file, MPI_LONG, &one);
    MPI_File_get_type_extent(file, type, &three);
    MPI_File_close(&file);
    printf("extents of one MPI_LONG and of three: expected 4 and 12, found %ld and %ld\n", (long) one, (long) three);
    MPI_Type_free(&type);
    MPI_Finalize();
    return one != 4 || three != 12;
}
