/* MPI_Type_get_contents into an array of types that is longer than needed (MPI-3.1, 4.1.13: array_of_datatypes is an
 * OUT argument, of a length that is at least the number of types). Open MPI reads the entries that it has not set, as
 * handles. One process.
 * Crashes where the fault is there; exit status 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH = 5 };

int main(void)
{
    int integers[LENGTH];
    MPI_Aint addresses[LENGTH];
    MPI_Datatype type, types[LENGTH];

    MPI_Init(NULL, NULL);
    memset(types, 0x55, sizeof types); /* as memory may be that nobody has written */
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_get_contents(type, LENGTH, LENGTH, LENGTH, integers, addresses, types);
    if (integers[0] != 2 || types[0] != MPI_INT)
        printf("%d of another type instead of 2 MPI_INT\n", integers[0]);
    MPI_Type_free(&type);
    MPI_Finalize();
    return integers[0] != 2 || types[0] != MPI_INT;
}
