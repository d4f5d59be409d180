/* Nonblocking reading through a view in "external32". MPI-4.1, 14.4.3, 14.5.2: the data arrive in the caller's buffer,
 * and no other memory changes. MPICH 5.0 frees the memory in which it converts elements before it has read them: what
 * the program allocates next is overwritten. Each of many reads is followed by allocations of the same size. Exit
 * status 1, or a signal, where the fault is there, 0 where it is not. For one process. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INTS = 34, BYTES = INTS * (int) sizeof(int), TRIES = 3000, BLOCKS = 4, PATTERN = 0x5a };

static int changed_bytes(unsigned char *const block[BLOCKS])
{
    int changed = 0;

    for (int b = 0; b < BLOCKS; b++)
        for (int k = 0; k < BYTES; k++)
            changed += block[b][k] != PATTERN;
    return changed;
}

int main(void)
{
    int numbers[INTS] = {0}, changed = 0;
    MPI_Request request;
    MPI_File fh;

    MPI_Init(NULL, NULL);
    if (MPI_File_open(MPI_COMM_SELF, "external32.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        return 2;
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    MPI_File_write_at(fh, 0, numbers, INTS, MPI_INT, MPI_STATUS_IGNORE);
    for (int try = 0; try < TRIES && changed == 0; try++) {
        unsigned char *block[BLOCKS];
        MPI_File_iread_at(fh, 0, numbers, INTS, MPI_INT, &request);
        for (int b = 0; b < BLOCKS; b++) {
            block[b] = malloc(BYTES);
            if (!block[b])
                return 2;
            memset(block[b], PATTERN, BYTES);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        changed = changed_bytes(block);
        for (int b = 0; b < BLOCKS; b++)
            free(block[b]);
    }
    if (changed > 0)
        printf("%d bytes of other memory have changed\n", changed);
    MPI_File_close(&fh);
    MPI_Finalize();
    return changed > 0;
}
