/* A message to oneself of 200 instances of three shorts at displacements 2, 5 and 9, 12 bytes from each other, received
 * as 600 shorts. MPI-3.1, 3.2.2 and 4.1: the elements arrive as they are. Open MPI 5.0 sends the message in parts, of
 * which one ends within element 472, and takes the second byte of that element from the gap before it. Exit status 1
 * where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { N = 200, EXTENT = 12 };

static unsigned char from[N * EXTENT];
static short to[3 * N];

int main(void)
{
    const MPI_Aint displs[] = {2, 5, 9};
    MPI_Datatype list, type;
    int wrong = 0;

    MPI_Init(NULL, NULL);
    MPI_Type_create_hindexed_block(3, 1, displs, MPI_SHORT, &list);
    MPI_Type_create_resized(list, 0, EXTENT, &type);
    MPI_Type_commit(&type);
    memset(from, 0xa5, sizeof from);
    for (int i = 0; i < 3 * N; i++)
        memcpy(from + i / 3 * EXTENT + displs[i % 3], &(short) {(short) (4096 + i)}, sizeof(short));
    MPI_Sendrecv(from, N, type, 0, 17, to, 3 * N, MPI_SHORT, 0, 17, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3 * N; i++)
        if (to[i] != 4096 + i) {
            printf("element %d: expected 0x%04x, found 0x%04x\n", i, 4096 + i, (unsigned short) to[i]);
            wrong++;
        }
    MPI_Type_free(&type);
    MPI_Type_free(&list);
    MPI_Finalize();
    return wrong > 0;
}
