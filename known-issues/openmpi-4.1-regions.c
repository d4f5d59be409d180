/* MPI_Put to two regions of a dynamic window, in several pages. MPI-3.1, 11.2.4: memory that is attached may be the
 * target of accesses, whatever the number of regions that one reaches. Open MPI looks for a region that has all of
 * the target, and returns MPI_ERR_RMA_RANGE. Two processes. Exit status 1 where the fault is there, 0 where it is
 * not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    enum { APART = 1 << 16 };
    static _Alignas(64) int memory[2 * APART];
    const int sent[] = {11, 22}, displs[] = {0, APART};
    int errors = 0, rank, code;
    MPI_Aint address, addresses[2];
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_create_indexed_block(2, 1, displs, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_attach(win, &memory[0], sizeof memory[0]);
    MPI_Win_attach(win, &memory[APART], sizeof memory[0]);
    MPI_Get_address(memory, &address);
    MPI_Allgather(&address, 1, MPI_AINT, addresses, 1, MPI_AINT, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    code = MPI_Put(sent, 2, MPI_INT, 1 - rank, addresses[1 - rank], 1, type, win);
    if (code != MPI_SUCCESS && errors++ == 0)
        printf("MPI_Put: error %d\n", code);
    MPI_Win_fence(0, win);
    for (int k = 0; k < 2; k++)
        if (memory[displs[k]] != sent[k] && errors++ == 0)
            printf("element %d: expected %d, found %d\n", k, sent[k], memory[displs[k]]);
    MPI_Win_detach(win, &memory[0]);
    MPI_Win_detach(win, &memory[APART]);
    MPI_Win_free(&win);
    MPI_Type_free(&type);
    MPI_Finalize();
    return errors > 0;
}
