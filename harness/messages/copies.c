/* Copies of an object, one after the other by the extent of its type, in memory of their own. */
#include "case/extent.h"
#include "case/pools.h"
#include "case/shared.h"
#include "messages/copies.h"
#include "run/report.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* A pool whose object is the copies; NULL if they are more than DTP_MAX_BUFSIZE. */
static DTP_t create(struct h_obj o, int n)
{
    const DTP_block_s block = {o.pool, o.index, n, 0};
    DTP_t pool;
    const int err = DTP_pool_create_blocks(1, &block, &pool);

    if (err == DTP_ERR_TOO_LARGE)
        return NULL;
    H_DTP(err);
    h_copy_values(pool);
    return pool;
}

/* NULL if there can be none: copies are placed by the extent. */
static DTP_t describe(struct h_obj o, int n)
{
    MPI_Aint extent;
    DTP_t pool = n > 1 && !h_extent(o.pool, o.index, &extent) ? NULL : create(o, n);

    if (!pool || !h_shares_bytes(pool, 0))
        return pool;
    H_DTP(DTP_pool_free(pool));
    return NULL;
}

static struct h_copies place(struct h_obj o, DTP_t pool, int offset)
{
    enum { ALIGNMENT = H_COPIES_ALIGNMENT };
    struct h_copies copies = {.one = o, .all = {.pool = pool, .index = 0, .mpi = &pool->DTP_obj_array[0]}};
    MPI_Aint lo, hi, zero, bytes;

    H_DTP(DTP_obj_bounds(pool, 0, &lo, &hi));
    zero = lo < 0 ? ALIGNMENT - lo : ALIGNMENT;
    bytes = zero + (hi > 0 ? hi : 0) + 2 * ALIGNMENT;
    copies.memory = h_alloc(bytes);
    zero += (ALIGNMENT + offset - (MPI_Aint) ((uintptr_t) copies.memory + (uintptr_t) zero) % ALIGNMENT) % ALIGNMENT;
    H_DTP(DTP_obj_create_at(pool, 0, copies.memory, bytes, zero));
    return copies;
}

bool h_has_copies(struct h_obj o, int n)
{
    DTP_t pool = describe(o, n);

    if (pool)
        H_DTP(DTP_pool_free(pool));
    return pool != NULL;
}

struct h_copies h_copies_of(struct h_obj o, int n)
{
    DTP_t pool = describe(o, n);

    if (!pool) {
        o = h_first_elements(DTP_pool_elements(o.pool));
        pool = create(o, n);
    }
    if (!pool)
        h_fail_at_once("library", "%d copies of %d elements: %s", n, (int) DTP_pool_elements(o.pool), DTP_message());
    return place(o, pool, 0);
}

struct h_message h_copy_message(const struct h_copies *copies, int k, int peer, int tag, MPI_Comm comm)
{
    struct h_message m = h_message_of(copies->one, peer, tag, comm);
    MPI_Aint lb, extent;

    H_MPI(MPI_Type_get_extent(m.type, &lb, &extent));
    m.buf = (char *) copies->all.mpi->DTP_obj_buf + (MPI_Aint) k * m.count * extent;
    return m;
}

struct h_copies h_copy_at(struct h_obj o, int offset)
{
    DTP_t pool = describe(o, 1);

    return pool ? place(o, pool, offset) : (struct h_copies) {.memory = NULL};
}

void h_copies_free(struct h_copies *copies)
{
    H_DTP(DTP_pool_free(copies->all.pool));
    free(copies->memory);
}
