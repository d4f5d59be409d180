/* Nonblocking and split accesses in "external32".  MPI-3.1, 13.2.4: the file pointer is counted in etypes; 13.4.1 and
 * 3.2.5: the status of an access says how many elements were moved. Open MPI 6.0 counts the bytes of the buffer that
 * it has converted, as if these were the elements. Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { N = 17 };

static int is_wrong(const char *what, long long expected, long long found)
{
    if (found == expected)
        return 0;
    printf("%s: expected %lld, found %lld\n", what, expected, found);
    return 1;
}

static int count_of(MPI_Status *status)
{
    int count;

    MPI_Get_count(status, MPI_INT, &count);
    return count;
}

static long long position_of(MPI_File file)
{
    MPI_Offset at;

    MPI_File_get_position(file, &at);
    return at;
}

int main(void)
{
    static int data[N];
    int wrong = 0;
    MPI_File file;
    MPI_Request request;
    MPI_Status status;

    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_SELF, "openmpi-6.0-external-status.tmp",
                  MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    MPI_File_iwrite(file, data, N, MPI_INT, &request);
    MPI_Wait(&request, &status);
    wrong += is_wrong("MPI_File_iwrite: count", N, count_of(&status));
    wrong += is_wrong("MPI_File_iwrite: position", N, position_of(file));
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_write_all_begin(file, data, N, MPI_INT);
    MPI_File_write_all_end(file, data, &status);
    wrong += is_wrong("MPI_File_write_all_begin: count", N, count_of(&status));
    wrong += is_wrong("MPI_File_write_all_begin: position", N, position_of(file));
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_read_all_begin(file, data, N, MPI_INT);
    MPI_File_read_all_end(file, data, &status);
    wrong += is_wrong("MPI_File_read_all_begin: position", N, position_of(file));
    MPI_File_close(&file);
    MPI_Finalize();
    return wrong > 0;
}
