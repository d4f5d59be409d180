/* More than 512 datatypes alive: MPI_Alltoallw in place of each of 600 contiguous types of 17 bytes.
 * MPI-3.1, 5.8: the data that are sent are replaced by those that are received, here all 17 bytes of the other process.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    enum { MANY = 600, BYTES = 17 };
    static MPI_Datatype types[MANY];
    int rank, wrong = 0, first = -1;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < MANY; i++) {
        MPI_Type_contiguous(BYTES, MPI_UINT8_T, &types[i]);
        MPI_Type_commit(&types[i]);
    }
    for (int i = 0; i < MANY; i++) {
        char data[2 * BYTES];
        const int other = 1 - rank;
        memset(data, 'a' + rank, sizeof data);
        MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, data, (int[]) {1, 1}, (int[]) {0, BYTES},
                      (MPI_Datatype[]) {types[i], types[i]}, MPI_COMM_WORLD);
        if (data[other * BYTES + BYTES - 1] != 'a' + other) {
            first = wrong == 0 ? i : first;
            wrong++;
        }
    }
    if (rank == 0)
        printf("expected the last byte of process 1 with all types; not with %d, first number %d\n", wrong, first);
    for (int i = 0; i < MANY; i++)
        MPI_Type_free(&types[i]);
    MPI_Finalize();
    return wrong > 0;
}
