/* MPI_Pack_external and MPI_Unpack_external of elements behind which lies a page that may not be accessed. MPI-3.1,
 * 4.1.1 and 4.2: what is accessed is what the type map says. Open MPI 4.1.0 looks past it. Exit status 1 where the
 * fault is there, 0 where it is not; a crash is the fault too. */
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { INTS = 17 };

static int *before_page(void)
{
    const size_t page = (size_t) sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return two == MAP_FAILED || mprotect(two + page, page, PROT_NONE) ? NULL : (int *) (two + page) - INTS;
}

int main(void)
{
    int *const from = before_page(), *const to = before_page(), bad = 0;
    char packed[4 * INTS] = {0};
    MPI_Aint position = 0;
    MPI_Datatype type;

    if (!from || !to)
        return 2;
    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(INTS, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int k = 0; k < INTS; k++)
        from[k] = k;
    MPI_Pack_external("external32", from, 1, type, packed, sizeof(packed), &position);
    position = 0;
    MPI_Unpack_external("external32", packed, sizeof(packed), &position, to, 1, type);
    for (int k = 0; k < INTS; k++)
        bad += to[k] != k;
    printf("%d of %d elements wrong\n", bad, INTS);
    MPI_Type_free(&type);
    MPI_Finalize();
    return bad > 0;
}
