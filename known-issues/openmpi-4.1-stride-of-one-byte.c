/* Elements of one byte, each a byte before the last. MPI-3.1, 4.1.2: the stride of MPI_Type_create_hvector is the
 * number of bytes between the starts of the blocks, here -1. Open MPI takes it for the extent of the blocks, so the
 * elements are those after the first one. One process.  Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { N = 4 };

int main(void)
{
    const char bytes[2 * N + 1] = "dcbaefgh";
    char packed[N + 1] = "", expected[] = "abcd";
    int position = 0;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    MPI_Type_create_hvector(N, 1, -1, MPI_CHAR, &type);
    MPI_Type_commit(&type);
    MPI_Pack(bytes + N - 1, 1, type, packed, N, &position, MPI_COMM_SELF);
    printf("expected %s, found %s\n", expected, packed);
    MPI_Type_free(&type);
    MPI_Finalize();
    return strcmp(packed, expected) != 0;
}
