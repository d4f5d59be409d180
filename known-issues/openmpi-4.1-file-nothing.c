/* Where the first etype is of a view of size zero.
 *
 * MPI-3.1, 13.4.3: MPI_File_get_byte_offset converts an offset relative to the view into a byte position; offset 0 is
 * where the file pointer is once a view is set.  In a view whose file type has no etypes there is nothing at it: any
 * position may be returned, or an error.  Exit status 0 where it is so; where the fault is there, the program ends with
 * a signal. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    MPI_Datatype nothing;
    MPI_Offset disp = -1;
    MPI_File file;
    int code;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_commit(&nothing);
    if (MPI_File_open(MPI_COMM_SELF, "nothing.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return 2;
    MPI_File_set_view(file, 8, MPI_INT, nothing, "native", MPI_INFO_NULL);
    code = MPI_File_get_byte_offset(file, 0, &disp);
    MPI_File_close(&file);
    printf("%s, position %lld\n", code == MPI_SUCCESS ? "success" : "an error", (long long) disp);
    MPI_Type_free(&nothing);
    MPI_Finalize();
    return 0;
}
