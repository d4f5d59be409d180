/* A type that is committed and freed: MPI_Type_free marks it for deallocation (MPI-3.1, 4.1.9).  MPICH 4.0 keeps some
 * 64 bytes of each type that was committed.  Exit status 1 where the fault is there, 0 where it is not.  For one
 * process. */
#include <mpi.h>
#include <stdio.h>
#include <sys/resource.h>

enum { MANY = 1000000 };

static long long most_memory(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return 1024 * (long long) usage.ru_maxrss;
}

int main(void)
{
    long long before = 0, bytes;

    MPI_Init(NULL, NULL);
    for (int i = -MANY / 10; i < MANY; i++) {
        MPI_Datatype type;
        if (i == 0)
            before = most_memory();
        MPI_Type_vector(4, 1, 2, MPI_INT, &type);
        MPI_Type_commit(&type);
        MPI_Type_free(&type);
    }
    bytes = (most_memory() - before) / MANY;
    if (bytes > 16)
        printf("memory grows by %lld bytes with each type that is committed and freed\n", bytes);
    MPI_Finalize();
    return bytes > 16;
}
