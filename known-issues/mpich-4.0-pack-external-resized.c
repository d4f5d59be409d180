/* MPI_Pack_external of a struct of two touching members, the first of which begins above its own displacement, with
 * another extent.
 *
 * MPI-3.1, 4.1.7: MPI_Type_create_resized changes the bounds, and no data; 13.5.2: a short is two bytes, the high one
 * first.  MPICH counts one piece of memory for the two members, and two where it packs them: an assertion ends the
 * process.  Exit status 0 where the fault is not there. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    const short from[6] = {0, 0, 0, 0, 0x0102, 0x0304};
    unsigned char to[4] = {0};
    MPI_Datatype inner, outer, resized;
    MPI_Aint position = 0;
    int is_wrong;

    MPI_Init(NULL, NULL);
    MPI_Type_create_struct(1, (int[]) {1}, (MPI_Aint[]) {4}, (MPI_Datatype[]) {MPI_SHORT}, &inner);
    MPI_Type_create_struct(2, (int[]) {1, 1}, (MPI_Aint[]) {4, 10}, (MPI_Datatype[]) {inner, MPI_SHORT}, &outer);
    MPI_Type_create_resized(outer, 0, 12, &resized);
    MPI_Type_commit(&resized);
    MPI_Pack_external("external32", from, 1, resized, to, 4, &position);
    printf("expected 1 2 3 4, found %d %d %d %d\n", to[0], to[1], to[2], to[3]);
    is_wrong = to[0] != 1 || to[1] != 2 || to[2] != 3 || to[3] != 4;
    MPI_Type_free(&inner);
    MPI_Type_free(&outer);
    MPI_Type_free(&resized);
    MPI_Finalize();
    return is_wrong;
}
