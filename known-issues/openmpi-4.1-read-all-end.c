/* MPI_File_read_all that reaches the end of the file.  MPI-3.1, 13.4.1: the status says how much was read; near
 * the end of the file, less than what was asked for. That of Open MPI says what was asked for. Exit status 1
 * where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { ASKED = 16, THERE = 5, MODE = MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE };

int main(void)
{
    char datarep[] = "native", name[] = "openmpi-4.1-read-all-end.tmp";
    int data[ASKED] = {0}, n = -1;
    MPI_Status status;
    MPI_File file;

    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_SELF, name, MODE, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, datarep, MPI_INFO_NULL);
    MPI_File_write_at(file, 0, data, THERE, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_all(file, data, ASKED, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &n);
    printf("expected %d integers, found %d\n", THERE, n);
    MPI_File_close(&file);
    MPI_Finalize();
    return n != THERE;
}
