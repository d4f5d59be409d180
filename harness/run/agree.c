/* What all ranks agree on. */
#include "state.h"
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void h_allreduce_all(long long *values, int n, MPI_Op op)
{
    long long *mine = h_alloc(n * (MPI_Aint) sizeof *mine);

    memcpy(mine, values, (size_t) n * sizeof *mine);
    if (PMPI_Allreduce(mine, values, n, MPI_LONG_LONG_INT, op, MPI_COMM_WORLD) != MPI_SUCCESS) {
        printf(" Error: %s: rank %d: MPI_Allreduce of the verdict failed\n", harness.options.test, harness.rank);
        fflush(stdout);
        MPI_Abort(MPI_COMM_WORLD, H_FAILED);
    }
    free(mine);
}

long long h_allreduce(long long value, MPI_Op op)
{
    h_allreduce_all(&value, 1, op);
    return value;
}

int h_agree(int status, const char *why)
{
    const long long all = harness.size, found = h_allreduce(status * all + (all - 1 - harness.rank), MPI_MAX);
    const int worst = (int) (found / all), teller = (int) (all - 1 - found % all); /* the first that has it */

    if (worst == 0 || harness.rank != teller)
        return worst;
    if (worst == H_SKIPPED)
        printf(" Skipped: %s\n", why);
    else
        printf(" Error: %s: %s\n", harness.options.test, why);
    fflush(stdout);
    return worst;
}
