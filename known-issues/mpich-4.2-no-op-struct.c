/* MPI_Get_accumulate with MPI_NO_OP from a struct of ten vectors and an integer. MPI-3.1, 11.3.4: with MPI_NO_OP the
 * target's elements, of any datatype whose elements are of one predefined type, are got, and nothing is sent.  MPICH
 * 4.2.1 sends the description of the target's type, and where that takes some kilobytes, aborts when it arrives.
 * Exit status 1, or an abort, where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

enum { MEMBERS = 11, EACH = 4, N = 1 + 2 * (MEMBERS - 1) };

int main(void)
{
    int memory[EACH * MEMBERS], found[N], blklens[MEMBERS], wrong = 0;
    MPI_Aint displs[MEMBERS];
    MPI_Datatype vector, types[MEMBERS], type;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Type_vector(2, 1, 2, MPI_INT, &vector);
    for (int k = 0; k < MEMBERS; k++) {
        blklens[k] = 1;
        displs[k] = EACH * k * (MPI_Aint) sizeof(int);
        types[k] = k == 0 ? MPI_INT : vector;
    }
    MPI_Type_create_struct(MEMBERS, blklens, displs, types, &type);
    MPI_Type_commit(&type);
    for (int k = 0; k < EACH * MEMBERS; k++)
        memory[k] = k;
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(NULL, 0, MPI_INT, found, N, MPI_INT, 0, 0, 1, type, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    for (int k = 0; k < N; k++)
        wrong += found[k] != (k == 0 ? 0 : EACH * ((k + 1) / 2) + (k % 2 ? 0 : 2));
    printf("expected %d elements, %d are wrong\n", N, wrong);
    MPI_Win_free(&win);
    MPI_Type_free(&type);
    MPI_Type_free(&vector);
    MPI_Finalize();
    return wrong > 0;
}
