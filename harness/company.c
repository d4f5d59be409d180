/* Another collective operation that is under way between those of a case: each rank's number, gathered by all. */
#include "company.h"

#include "internal.h"

#include <stdlib.h>

static MPI_Request request;
static int mine, *theirs;

static int number_of(int group, int rank)
{
    return 1000 * (group + 1) + rank;
}

void h_company_start(const struct h_case *c)
{
    theirs = h_alloc(c->comm->remote_size * (MPI_Aint) sizeof *theirs);
    mine = number_of(c->comm->group, c->comm->rank);
    h_record_beside(1);
    H_MPI(MPI_Iallgather(&mine, 1, MPI_INT, theirs, 1, MPI_INT, c->comm->comm, &request));
    h_record_beside(0);
}

void h_company_end(const struct h_case *c)
{
    h_record_beside(1);
    H_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    h_record_beside(0);
    for (int r = 0; r < c->comm->remote_size; r++)
        if (theirs[r] != number_of(c->comm->remote, r)) {
            h_fail(c, "MPI_Iallgather, started after %s: expected %d of rank %d, found %d", c->operation,
                   number_of(c->comm->remote, r), r, theirs[r]);
            break;
        }
    free(theirs);
}
