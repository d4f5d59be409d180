/* Windows over buffers of blocks, one for each rank. */
#include "accesses/access.h"
#include "blocks/side.h"
#include "case/pools.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Where a block lies in a window, and what it is: all that another rank needs to know of it. */
struct place {
    MPI_Aint disp;
    int index, copies;
};

static char *address_of(const struct h_side *s, int r)
{
    return (char *) s->buf + s->bytes[r];
}

/* Displacements in a window are not negative: it begins with the first byte or the first block's displacement 0,
 * and at a multiple of 16. */
static char *find_first(const struct h_side *s, MPI_Aint *bytes)
{
    void *base;
    char *first, *past;

    H_DTP(DTP_obj_span(s->whole, 0, &base, bytes));
    first = base;
    past = first + *bytes;
    for (int r = 0; r < s->n; r++)
        if (s->counts[r] > 0 && address_of(s, r) < first)
            first = address_of(s, r);
    first -= (uintptr_t) first % 16;
    *bytes = past - first;
    return first;
}

static struct place place_of(const struct h_side *s, int r, const char *first)
{
    const bool is_there = s->counts[r] > 0;

    return (struct place) {is_there ? address_of(s, r) - first : 0, s->blocks[r].index, s->blocks[r].copies};
}

/* What the harness needs to know does not go through the profiling interface. */
struct h_remote *h_expose(struct h_case *c, const struct h_side *s)
{
    const MPI_Aint each = (MPI_Aint) sizeof(struct place);
    struct place *mine = h_alloc(s->n * each), *theirs = h_alloc(s->n * each);
    struct h_remote *remote = h_alloc(s->n * (MPI_Aint) sizeof *remote);
    MPI_Aint bytes;
    char *first = find_first(s, &bytes);

    c->win = h_window_over(c, first, bytes, 1);
    for (int r = 0; r < s->n; r++)
        mine[r] = place_of(s, r, first);
    H_MPI(PMPI_Alltoall(mine, (int) each, MPI_BYTE, theirs, (int) each, MPI_BYTE, c->comm->comm));
    for (int r = 0; r < s->n; r++) {
        const DTP_obj_s *o = h_object_get(s->blocks[r].pool, theirs[r].index, s == c->from).mpi;
        remote[r] = (struct h_remote) {theirs[r].disp, theirs[r].copies * o->DTP_obj_count, o->DTP_obj_type};
        h_object_use(h_object_get(s->blocks[r].pool, theirs[r].index, s == c->from));
    }
    free(mine);
    free(theirs);
    return remote;
}
