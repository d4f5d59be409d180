/* Two elements of MPI_LONG_INT, written one after the other through a view in "external32", read back.  MPI-3.1,
 * 13.4.3, 13.5.2: the individual pointer is after the first element then.  Open MPI has it within.  Exit status 1 where
 * the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

#define NAME "external32-long-int"

struct long_int {
    long value;
    int index;
};

int main(void)
{
    char external32[] = "external32";
    struct long_int sent[2] = {{3, -4}, {5, -6}}, found[2] = {{0, 0}, {0, 0}};
    int errors = 0;
    MPI_File fh;

    MPI_Init(NULL, NULL);
    MPI_File_open(MPI_COMM_WORLD, NAME, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &fh);
    MPI_File_set_view(fh, 0, MPI_LONG_INT, MPI_LONG_INT, external32, MPI_INFO_NULL);
    for (int k = 0; k < 2; k++)
        MPI_File_write(fh, &sent[k], 1, MPI_LONG_INT, MPI_STATUS_IGNORE);
    for (int k = 0; k < 2; k++)
        MPI_File_read_at(fh, k, &found[k], 1, MPI_LONG_INT, MPI_STATUS_IGNORE);
    for (int k = 0; k < 2; k++) {
        errors += found[k].value != sent[k].value || found[k].index != sent[k].index;
        printf("element %d: expected %ld, %d; found %ld, %d\n", k, sent[k].value, sent[k].index, found[k].value,
               found[k].index);
    }
    MPI_File_close(&fh);
    MPI_Finalize();
    return errors > 0;
}
