/* A nonblocking read of a file in "external32", with a type that is freed while the read is pending. MPI-3.1, 2.5.1:
 * "any operation pending (at the time of the deallocate) that involves this object will complete normally". Ends with a
 * signal where the fault is there, or exit status 1; 0 where it is not. For one process. */
#include <mpi.h>
#include <stdio.h>

enum { N = 4 };

int main(void)
{
    int written[N] = {1, 2, 3, 4}, read[N] = {0}, wrong = 0;
    MPI_File file;
    MPI_Request request;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_SELF, "openmpi-4.1-external-freed.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR |
                  MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    MPI_File_write(file, written, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_Type_dup(MPI_INT, &type);
    MPI_File_iread(file, read, N, type, &request);
    MPI_Type_free(&type);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < N; k++)
        if (read[k] != written[k]) {
            printf("integer %d is %d: expected %d\n", k, read[k], written[k]);
            wrong = 1;
        }
    MPI_File_close(&file);
    MPI_Finalize();
    return wrong;
}
