/* The buffer of buffered sends. */
#include "internal.h"

#include <limits.h>
#include <stdlib.h>

static void *buffer;

void h_bsend_begin(struct h_case *c, struct h_obj o, int n)
{
    int size;
    MPI_Aint all;

    H_MPI(MPI_Pack_size(o.mpi->DTP_obj_count, o.mpi->DTP_obj_type, c->comm->comm, &size));
    all = ((MPI_Aint) size + MPI_BSEND_OVERHEAD) * n;
    if (all > INT_MAX)
        h_fail_at_once("other", "a buffer of %lld bytes: MPI_Buffer_attach takes at most %d", (long long) all, INT_MAX);
    buffer = h_alloc(all);
    H_MPI(MPI_Buffer_attach(buffer, (int) all));
}

void h_bsend_end(void)
{
    void *detached;
    int size;

    H_MPI(MPI_Buffer_detach(&detached, &size));
    free(buffer);
    buffer = NULL;
}
