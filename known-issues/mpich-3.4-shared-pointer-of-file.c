/* The shared pointers of two handles of one file. MPI-3.1, 13.4.4: there is one for each collective MPI_File_open.
 * Under MPICH 3.4 to 5.0 and Open MPI 4.1 to 6.0 the two handles have one together: 4 in place of 0. Exit status 1
 * where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

#define NAME "shared-pointers"

int main(void)
{
    const int amode = MPI_MODE_CREATE | MPI_MODE_RDWR;
    MPI_File first, second;
    MPI_Offset at = -1;
    int n = 7;

    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_WORLD, NAME, amode, MPI_INFO_NULL, &first);
    MPI_File_open(MPI_COMM_WORLD, NAME, amode, MPI_INFO_NULL, &second);
    MPI_File_write_shared(first, &n, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_get_position_shared(second, &at);
    if (at != 0)
        printf("the shared pointer of the other handle is at %lld: expected 0\n", (long long) at);
    MPI_File_close(&second);
    MPI_File_close(&first);
    MPI_File_delete(NAME, MPI_INFO_NULL);
    MPI_Finalize();
    return at != 0;
}
