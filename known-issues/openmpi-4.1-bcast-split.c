/* MPI_Bcast by the algorithm `split_binary_tree`, where the processes describe one signature in different ways.
 * MPI-3.1, 5.4: the type signature of count and datatype at a process must be that at the root; "distinct type maps"
 * are allowed.  Open MPI halves each process's own count, so that the halves do not match; `scatter_allgather` and
 * `scatter_allgather_ring` cut it likewise.
 * Exit status 1 where the fault is there, 0 where it is not.  For three processes. */
#define _POSIX_C_SOURCE 200112L
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    enum { N = 1018 };
    static int data[N];
    MPI_Datatype type;
    int rank, bad, any = 0;

    setenv("OMPI_MCA_coll_tuned_use_dynamic_rules", "1", 1);
    setenv("OMPI_MCA_coll_tuned_bcast_algorithm", "split_binary_tree", 1);
    MPI_Init(NULL, NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(N, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int k = 0; k < N; k++)
        data[k] = rank == 0 ? k + 1 : -1;
    if (rank == 0)
        bad = MPI_Bcast(data, N, MPI_INT, 0, MPI_COMM_WORLD) != MPI_SUCCESS;
    else
        bad = MPI_Bcast(data, 1, type, 0, MPI_COMM_WORLD) != MPI_SUCCESS;
    for (int k = 0; k < N; k++)
        bad |= data[k] != k + 1;
    if (bad)
        printf("rank %d: expected 1 to %d, found %d ... %d\n", rank, N, data[0], data[N - 1]);
    fflush(stdout);
    MPI_Type_free(&type);
    MPI_Allreduce(&bad, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return any;
}
