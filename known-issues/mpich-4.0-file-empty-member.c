/* Data access with a struct that has a member of count 0 of a resized type.  MPI-3.1, 4.1.2: the type map of a
 * struct has blocklength copies of each member, here none of this one.  MPICH takes its bounds for data, and
 * accesses memory far from the buffer. Exit status 1, a crash or a hang where the fault is there, 0 where it is
 * not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const int blocklengths[3] = {1, 0, 1};
    const MPI_Aint displs[3] = {0, -(1 << 20), 8};
    int from[4] = {1, 2, 3, 4}, to[2] = {-1, -1}, count = 0;
    MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_INT}, type;
    MPI_Status status;
    MPI_File fh;

    MPI_Init(NULL, NULL);
    MPI_Type_create_resized(MPI_INT, -64, 8192, &types[1]);
    MPI_Type_create_struct(3, blocklengths, displs, types, &type);
    MPI_Type_commit(&type);
    if (MPI_File_open(MPI_COMM_SELF, "empty-member.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        return 2;
    MPI_File_write_at(fh, 0, from, 1, type, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, 0, to, 2, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_File_close(&fh);
    printf("expected 2 elements, 1 and 3, in the file, found %d: %d and %d\n", count, to[0], to[1]);
    MPI_Type_free(&type);
    MPI_Type_free(&types[1]);
    MPI_Finalize();
    return count != 2 || to[0] != 1 || to[1] != 3;
}
