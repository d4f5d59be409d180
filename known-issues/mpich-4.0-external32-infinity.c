/* An infinite long double through a file in "external32".
 *
 * MPI-3.1, 13.5.2: all floating point values are in IEEE format, an infinity among them.  MPICH leaves the last six
 * bytes of each value in the file as its memory was, so that an infinity becomes no number, if that was not zero.  Exit
 * status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 17 };

/* Memory that is allocated next has no zeros. */
static void use_memory(void)
{
    enum { PIECES = 256, UNIT = 16 };
    void *piece[PIECES];

    for (int k = 0; k < PIECES; k++)
        if ((piece[k] = malloc((size_t) UNIT * (k + 1))) != NULL)
            memset(piece[k], 0x5a, (size_t) UNIT * (k + 1));
    for (int k = 0; k < PIECES; k++)
        free(piece[k]);
}

int main(void)
{
    static unsigned char out[32 * COUNT], in[32 * COUNT];
    const long double infinite = INFINITY;
    long double found;
    int wrong = 0, all = 0, rank, size;
    MPI_Datatype type;
    MPI_File file;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(COUNT, 1, 2, MPI_LONG_DOUBLE, &type);
    MPI_Type_commit(&type);
    memset(out, 0xa5, sizeof out);
    for (int k = 0; k < COUNT; k++)
        memcpy(out + 32 * k, &infinite, 10);
    if (MPI_File_open(MPI_COMM_WORLD, "infinity.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &file) != MPI_SUCCESS)
        return 2;
    MPI_File_set_view(file, 0, MPI_LONG_DOUBLE, MPI_LONG_DOUBLE, "external32", MPI_INFO_NULL);
    use_memory();
    MPI_File_write_at_all(file, rank * COUNT, out, 1, type, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    MPI_File_read_at_all(file, (rank + 1) % size * COUNT, in, 1, type, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    for (int k = 0; k < COUNT; k++) {
        memcpy(&found, in + 32 * k, sizeof found);
        if (!isinf(found)) {
            printf("element %d: expected %Lg, found %Lg\n", k, infinite, found);
            wrong++;
        }
    }
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Type_free(&type);
    MPI_Finalize();
    return all > 0;
}
