/* Another collective operation that is under way between those of a case: each rank's number, for all.  It is never the
 * one that is tested. */
#include "company.h"

#include "blocks.h"
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static MPI_Request request;
static const char *name;

/* They live until all cases are over: a library that completes late writes to them. */
static int *mine, *theirs;
static int room;

static int number_of(int group, int rank)
{
    return 1000 * (group + 1) + rank;
}

static void make_room(int n)
{
    if (n <= room)
        return;
    h_company_finish();
    mine = h_alloc(n * (MPI_Aint) sizeof *mine);
    theirs = h_alloc(n * (MPI_Aint) sizeof *theirs);
    room = n;
}

void h_company_start(const struct h_case *c)
{
    const int n = c->comm->remote_size;
    const bool gathers = strcmp(c->what->forms[0].name, "MPI_Allgather") != 0;

    make_room(n);
    for (int r = 0; r < n; r++) {
        mine[r] = number_of(c->comm->group, c->comm->rank);
        theirs[r] = 0;
    }
    h_record_beside(1);
    if (gathers)
        H_MPI(MPI_Iallgather(mine, 1, MPI_INT, theirs, 1, MPI_INT, c->comm->comm, &request));
    else
        H_MPI(MPI_Ialltoall(mine, 1, MPI_INT, theirs, 1, MPI_INT, c->comm->comm, &request));
    h_record_beside(0);
    name = gathers ? "MPI_Iallgather" : "MPI_Ialltoall";
}

void h_company_end(const struct h_case *c)
{
    h_record_beside(1);
    H_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    h_record_beside(0);
    for (int r = 0; r < c->comm->remote_size; r++)
        if (theirs[r] != number_of(c->comm->remote, r)) {
            h_fail(c, "%s, started after %s: expected %d of rank %d, found %d", name, c->operation,
                   number_of(c->comm->remote, r), r, theirs[r]);
            break;
        }
}

void h_company_finish(void)
{
    free(mine);
    free(theirs);
    mine = theirs = NULL;
    room = 0;
}
