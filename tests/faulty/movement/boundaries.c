/* Faults where a message is cut: at elements that straddle a boundary of segments, within an instance, after many of
 * them; and of messages that are there before they are received. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

/* ---- elements on a boundary ---- */

/* Elements of the last type follow each other from the end down: the first one that straddles a multiple of `segment`
 * bytes is lost. */
static bool straddling_lost(struct landing *l, MPI_Aint segment)
{
    const MPI_Aint e = size_of(last_leaf(l->type)), phase = e > 0 ? l->full % e : 0;

    for (MPI_Aint at = segment; e > 1 && at < l->n; at += segment) {
        const MPI_Aint from = (at - phase) / e * e + phase;
        if (from < at && lose_bytes(l, from, e))
            return true;
    }
    return false;
}

bool straddling_1k(struct landing *l)
{
    return straddling_lost(l, 1 << 10);
}

bool straddling_16k(struct landing *l)
{
    return straddling_lost(l, 1 << 14);
}

bool straddling_64k(struct landing *l)
{
    return straddling_lost(l, 1 << 16);
}

/* ---- instances ---- */

static bool is_derived_type(const struct landing *l)
{
    return depth_of(l->type) > 1; /* a duplicate */
}

static bool begins_away(const struct landing *l)
{
    MPI_Aint lb, extent;

    PMPI_Type_get_true_extent(l->type, &lb, &extent);
    return lb != 0;
}

LOSES_IF(many_instances_short, l->count >= 512 && is_derived_type(l))
LOSES_IF(away_and_long, begins_away(l) && l->count > 1 && l->n >= 1 << 12)
LOSES_IF(part_of_instance_short, l->n < l->full && l->n % l->size != 0 && is_derived_type(l))
LOSES_IF(unpacked_instances_short, l->call == UNPACK && l->count > 1)

/* ---- messages that are there before they are received ---- */

static bool is_unexpected;

bool note_unexpected(struct calls_call *c)
{
    int flag = 0;

    if (strcmp(c->procedure->name, "MPI_Recv") == 0)
        PMPI_Iprobe(number_of(c, "source"), number_of(c, "tag"), calls_comm(c), &flag, MPI_STATUS_IGNORE);
    is_unexpected = flag;
    return false;
}

LOSES_IF(unexpected_short, l->call == RECEIVE && is_unexpected && is_derived_type(l))
