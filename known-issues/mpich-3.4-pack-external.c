/* MPI_Pack_external of a float, and of an integer in an array. MPI-3.1, 13.5.2: "external32" has the most significant
 * byte first, and IEEE's numbers, whatever the element lies in.  MPICH 3.4.1 makes another number of a float, and
 * leaves the bytes of elements of subarrays, and of some structs, in the order that they have in memory.
 * Exit status 1 where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 4 };

static int check(const char *what, const void *from, MPI_Datatype type, const unsigned char *expected)
{
    unsigned char found[SIZE] = {0};
    MPI_Aint position = 0;

    MPI_Pack_external("external32", from, 1, type, found, SIZE, &position);
    printf("%s: expected %x %x %x %x, found %x %x %x %x\n", what, expected[0], expected[1], expected[2], expected[3],
           found[0], found[1], found[2], found[3]);
    return memcmp(found, expected, SIZE) != 0;
}

int main(void)
{
    const float one = 1;
    const int number = 0x01020304, size[] = {1}, start[] = {0};
    MPI_Datatype array;
    int bad;

    MPI_Init(NULL, NULL);
    MPI_Type_create_subarray(1, size, size, start, MPI_ORDER_C, MPI_INT, &array);
    MPI_Type_commit(&array);
    bad = check("float", &one, MPI_FLOAT, (const unsigned char[]) {0x3f, 0x80, 0, 0});
    bad |= check("subarray", &number, array, (const unsigned char[]) {1, 2, 3, 4});
    MPI_Type_free(&array);
    MPI_Finalize();
    return bad;
}
