/* Many datatypes alive at once: MPI_Pack of one of 2000 contiguous types.
 * MPI-3.1, 4.2: MPI_Pack packs all of the message and moves position past it, here by 12 bytes.  MPICH 4.0 packs
 * nothing with some types from about the thousandth on, and returns success.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    enum { MANY = 2000 };
    static MPI_Datatype types[MANY];
    int from[3] = {1, 2, 3}, to[3], wrong = 0, first = -1;

    MPI_Init(NULL, NULL);
    for (int i = 0; i < MANY; i++) {
        MPI_Type_contiguous(3, MPI_INT, &types[i]);
        MPI_Type_commit(&types[i]);
    }
    for (int i = 0; i < MANY; i++) {
        int position = 0;
        MPI_Pack(from, 1, types[i], to, sizeof to, &position, MPI_COMM_SELF);
        if (position != (int) sizeof to && wrong++ == 0)
            first = i;
    }
    printf("MPI_Pack: expected position 12 with each of %d types, found another with %d, the first is type %d\n", MANY,
           wrong, first);
    for (int i = 0; i < MANY; i++)
        MPI_Type_free(&types[i]);
    MPI_Finalize();
    return wrong > 0;
}
