/* A struct of a member without blocks, 17 ints, and another such member is written to a file in "external32".
 *
 * MPI-3.1, 4.1.2: blocks of length 0 have no part in the type map.  13.5.2: what is written are the elements of the
 * type.  MPICH converts something else, and may crash.  Exit status 1, or a crash, where the fault is there; 0 where it
 * is not. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    enum { COUNT = 17 };
    const int none[] = {0, 0}, counts[] = {2, COUNT, 3};
    const MPI_Aint places[] = {5, 9}, displs[] = {4, 0, 4};
    int data[COUNT], back[COUNT], wrong = 0;
    MPI_Datatype empty, members[3], type;
    MPI_File file;

    MPI_Init(NULL, NULL);
    for (int k = 0; k < COUNT; k++)
        data[k] = 1000 + k;
    memset(back, 0, sizeof back);
    MPI_Type_create_hindexed(2, none, places, MPI_INT, &empty);
    members[0] = members[2] = empty;
    members[1] = MPI_INT;
    MPI_Type_create_struct(3, counts, displs, members, &type);
    MPI_Type_commit(&type);
    if (MPI_File_open(MPI_COMM_SELF, "empty.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return 2;
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    MPI_File_write_at(file, 0, data, 1, type, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, 0, back, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    wrong = memcmp(data, back, sizeof data) != 0;
    printf("element 16: expected %d, found %d\n", data[COUNT - 1], back[COUNT - 1]);
    MPI_Type_free(&type);
    MPI_Type_free(&empty);
    MPI_File_close(&file);
    MPI_Finalize();
    return wrong;
}
