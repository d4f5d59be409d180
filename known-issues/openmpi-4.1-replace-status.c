/* The status of MPI_Sendrecv_replace. MPI-3.1, 3.2.5: message-passing calls do not modify MPI_ERROR in a status, unless
 * they return several statuses. Some set it to MPI_SUCCESS nevertheless, which is let pass here; Open MPI 4.1.0 leaves
 * in it what was in the memory of a status of its own. Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { MOST = 65536, MARK = 12345, OTHER = 54321 };

/* Leaves something on the stack. */
static void use_stack(void)
{
    volatile int used[8192];

    for (int k = 0; k < 8192; k++)
        used[k] = OTHER;
    (void) used[0];
}

int main(void)
{
    static int data[MOST];
    int bad = 0;

    MPI_Init(NULL, NULL);
    for (int n = 1; n <= MOST; n *= 2) {
        MPI_Status status = {.MPI_ERROR = MARK};

        use_stack();
        MPI_Sendrecv_replace(data, n, MPI_INT, 0, 1, 0, 1, MPI_COMM_SELF, &status);
        if (status.MPI_ERROR != MARK && status.MPI_ERROR != MPI_SUCCESS && ++bad)
            printf("%d elements: MPI_ERROR was %d, and is %d\n", n, MARK, status.MPI_ERROR);
    }
    MPI_Finalize();
    return bad > 0;
}
