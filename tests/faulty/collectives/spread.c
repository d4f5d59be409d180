/* Faults of broadcasts: by sizes, roots, instances; where the message is cut into parts, into segments, or is none. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

static int ranks;

bool note_ranks(struct calls_call *c)
{
    if (calls_is(c, "MPI_Bcast"))
        PMPI_Comm_size(calls_comm(c), &ranks);
    return false;
}

/* What is left over when each process has its part. */
bool bcast_rest_lost(struct landing *l)
{
    const MPI_Aint rest = ranks > 0 ? l->n % ranks : 0;

    return l->call == BROADCAST && l->n >= 12288 && ranks > 1 && lose_bytes(l, l->n - rest, rest);
}

/* The part of the second process from the end. */
bool bcast_part_lost(struct landing *l)
{
    const MPI_Aint part = ranks > 2 ? (l->n + ranks - 1) / ranks : 0;

    return l->call == BROADCAST && l->n >= 12288 && part > 0 && lose_bytes(l, (ranks - 2) * part, 1);
}

bool bcast_derived_segment(struct landing *l)
{
    return l->call == BROADCAST && l->n > 1 << 16 && depth_of(l->type) > 1 && lose_bytes(l, 1 << 15, 8);
}

/* A derived type that is one block. */
bool bcast_dense_short(struct landing *l)
{
    MPI_Aint lb, extent;

    PMPI_Type_get_true_extent(l->type, &lb, &extent);
    return l->call == BROADCAST && depth_of(l->type) > 1 && extent == l->size && lose_last_element(l);
}

bool bcast_several_lower(struct landing *l)
{
    MPI_Aint lb, extent;

    PMPI_Type_get_extent(l->type, &lb, &extent);
    return l->call == BROADCAST && l->count > 1 && lb != 0 && lose_last_element(l);
}

/* A broadcast of nothing writes a byte. */
bool bcast_of_nothing_writes(struct calls_call *c)
{
    int rank;

    if (strcmp(c->procedure->name, "MPI_Bcast") != 0 || bytes_of_call(c) != 0)
        return false;
    PMPI_Comm_rank(calls_comm(c), &rank);
    if (rank == number_of(c, "root") || number_of(c, "root") < 0 || !calls_pointer(c, 0))
        return false;
    *(unsigned char *) calls_pointer(c, 0) ^= 0x5a;
    return true;
}

/* ---- sizes, roots, instances ---- */

static int root_now, root_before;
static MPI_Comm comm_before = MPI_COMM_NULL;
static bool is_other_root;

bool note_root(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Bcast"))
        return false;
    root_before = root_now;
    root_now = number_of(c, "root");
    is_other_root = comm_before == calls_comm(c) && root_before != root_now;
    comm_before = calls_comm(c);
    return false;
}

LOSES_IF(bcast_at_12k, l->call == BROADCAST && l->n >= 12288 && l->n < 12288 + 64)
LOSES_IF(bcast_at_512k, l->call == BROADCAST && l->n >= 1 << 19 && l->n < (1 << 19) + 64)
LOSES_IF(bcast_falling, l->call == BROADCAST && l->count > 1 &&
         bounds_of(l->type).extent < bounds_of(l->type).true_extent)
LOSES_IF(bcast_other_root, l->call == BROADCAST && is_other_root && depth_of(l->type) > 1)

bool bcast_middle_instance(struct landing *l)
{
    const int e = size_of(first_leaf(l->type));

    return l->call == BROADCAST && l->count > 2 && depth_of(l->type) > 1 && l->n >= 1 << 14 &&
           lose_bytes(l, l->count / 2 * (MPI_Aint) l->size, e);
}
