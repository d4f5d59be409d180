/* MPI_Accumulate with MPI_REPLACE of a pair with padding, MPI_SHORT_INT, and MPI_Fetch_and_op of one. MPI-3.1, 11.3.4:
 * both halves of the pair are replaced, and got.  MPICH 3.4.1 moves as many bytes as the size says, padding among them,
 * and loses the end of the second half.  Exit status 1 where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>

struct pair {
    short value;
    int index;
};

static int check(const char *what, const struct pair *expected, const struct pair *found)
{
    printf("%s: expected %d %d, found %d %d\n", what, expected->value, expected->index, found->value, found->index);
    return found->value != expected->value || found->index != expected->index;
}

int main(void)
{
    const struct pair old = {0x1112, 0x13141516}, new = {0x2122, 0x23242526};
    struct pair memory = old, found = {0, 0};
    MPI_Datatype type;
    MPI_Win win;
    int bad;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(1, MPI_SHORT_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_fence(0, win);
    MPI_Fetch_and_op(&new, &found, MPI_SHORT_INT, 0, 0, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&new, 1, type, 0, 0, 1, MPI_SHORT_INT, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    bad = check("MPI_Fetch_and_op", &old, &found);
    bad |= check("MPI_Accumulate", &new, &memory);
    MPI_Win_free(&win);
    MPI_Type_free(&type);
    MPI_Finalize();
    return bad;
}
