/* More than 512 datatypes alive: MPI_Pack of one of 600 contiguous types of 17 bytes.
 * MPI-3.1, 4.2: MPI_Pack packs all of the message and moves position past it, here by 17 bytes.  MPICH 4.0 takes a part
 * of the type's handle for the size of its elements, from the 513th type on 2 bytes, and packs no part of an element.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    enum { MANY = 600, BYTES = 17 };
    static MPI_Datatype types[MANY];
    char from[BYTES] = "sixteen and one.", to[BYTES];
    int wrong = 0, first = -1, found = BYTES;

    MPI_Init(NULL, NULL);
    for (int i = 0; i < MANY; i++) {
        MPI_Type_contiguous(BYTES, MPI_UINT8_T, &types[i]);
        MPI_Type_commit(&types[i]);
    }
    for (int i = 0; i < MANY; i++) {
        int position = 0;
        MPI_Pack(from, 1, types[i], to, BYTES, &position, MPI_COMM_SELF);
        if (position != BYTES && wrong++ == 0) {
            first = i;
            found = position;
        }
    }
    printf("MPI_Pack: expected position %d with each of %d types, found %d with type %d and another with %d in all\n",
           BYTES, MANY, found, first, wrong);
    for (int i = 0; i < MANY; i++)
        MPI_Type_free(&types[i]);
    MPI_Finalize();
    return wrong > 0;
}
