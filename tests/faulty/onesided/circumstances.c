/* Faults of accesses by their window, its unit, their target, and what they are within an epoch. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

/* ---- regions ---- */

static int regions;

bool note_regions(struct calls_call *c)
{
    regions += calls_is(c, "MPI_Win_attach");
    regions -= calls_is(c, "MPI_Win_detach");
    return note_access(c);
}

LOSES_IF(put_second_region, l->call == PUT && regions >= 2)
LOSES_IF(put_16_regions, l->call == PUT && regions >= 16)

static int num_windows;

bool note_windows(struct calls_call *c)
{
    num_windows += calls_first(c->procedure, CALLS_WIN, CALLS_OUT) >= 0;
    num_windows -= calls_is(c, "MPI_Win_free");
    return note_access(c);
}

LOSES_IF(put_fifth_window, l->call == PUT && num_windows >= 5)

/* ---- windows ---- */

/* What is known of the access that is being made. */
static struct {
    int unit, flavor, number;
    bool to_self, other_lb, gathers, has_one_handle, target_shares_bytes;
    const char *epoch;
} access_now;

static void note_epoch(const struct calls_call *c)
{
    if (begins_accesses(c))
        access_now.epoch = c->procedure->row;
    if (ends_accesses(c))
        access_now.number = 0;
}

static bool shares_bytes(MPI_Datatype type)
{
    MPI_Aint lb, extent;
    int size;

    PMPI_Type_get_true_extent(type, &lb, &extent);
    PMPI_Type_size(type, &size);
    return size > extent;
}

bool note_access(struct calls_call *c)
{
    const int win = calls_find(c->procedure, "win"), target = calls_find(c->procedure, "target_rank");
    MPI_Aint lb, extent;
    MPI_Group group;
    int rank;

    note_epoch(c);
    if (win < 0 || target < 0)
        return false;
    PMPI_Win_get_group(CALLS_HANDLE(MPI_Win, c, win), &group);
    PMPI_Group_rank(group, &rank);
    PMPI_Group_free(&group);
    PMPI_Type_get_extent(type_of(c, "target_datatype"), &lb, &extent);
    access_now.unit = attribute_of(CALLS_HANDLE(MPI_Win, c, win), MPI_WIN_DISP_UNIT);
    access_now.flavor = attribute_of(CALLS_HANDLE(MPI_Win, c, win), MPI_WIN_CREATE_FLAVOR);
    access_now.to_self = number_of(c, "target_rank") == rank;
    access_now.other_lb = lb < 0;
    access_now.gathers = depth_of(type_of(c, "target_datatype")) > 0 && depth_of(type_of(c, "origin_datatype")) == 0;
    access_now.has_one_handle = type_of(c, "target_datatype") == type_of(c, "origin_datatype");
    access_now.target_shares_bytes = shares_bytes(type_of(c, "target_datatype"));
    access_now.number++;
    return false;
}

static bool lose_put(struct landing *l, bool where)
{
    return l->call == PUT && where && lose_last_element(l);
}

bool put_unit_16(struct landing *l)
{
    return lose_put(l, access_now.unit == 16);
}

bool large_accumulate_unit(struct landing *l)
{
    const bool fits = access_now.unit < 1 || (1 << 16) % access_now.unit == 0;

    return l->call == ACCUMULATE && l->full > 1 << 16 && !fits && lose_last_element(l);
}

bool put_unit_odd(struct landing *l)
{
    return lose_put(l, access_now.unit > 1 && access_now.unit % 2 == 1);
}

bool put_unit_2(struct landing *l)
{
    return lose_put(l, access_now.unit == 2);
}

bool put_third(struct landing *l)
{
    return lose_put(l, access_now.number == 3);
}

bool put_to_self(struct landing *l)
{
    return lose_put(l, access_now.to_self);
}

bool put_below_lb(struct landing *l)
{
    return lose_put(l, access_now.other_lb);
}

bool put_dynamic(struct landing *l)
{
    return lose_put(l, access_now.flavor == MPI_WIN_FLAVOR_DYNAMIC);
}

bool put_shared(struct landing *l)
{
    return lose_put(l, access_now.flavor == MPI_WIN_FLAVOR_SHARED);
}

bool put_lock_all(struct landing *l)
{
    return lose_put(l, access_now.epoch && strcmp(access_now.epoch, "MPI_Win_lock_all") == 0);
}

/* Of one type at the origin, and another at the target. */
bool put_scattered(struct landing *l)
{
    return lose_put(l, access_now.gathers);
}

LOSES_IF(put_one_handle, l->call == PUT && access_now.has_one_handle && depth_of(l->type) > 1)
LOSES_IF(get_gathered, l->call == GET && access_now.gathers)
LOSES_IF(get_dynamic, l->call == GET && access_now.flavor == MPI_WIN_FLAVOR_DYNAMIC)
LOSES_IF(get_shared_bytes, l->call == GET && access_now.target_shares_bytes)
LOSES_IF(get_shared, l->call == GET && access_now.flavor == MPI_WIN_FLAVOR_SHARED)
LOSES_IF(accumulated_dynamic, l->call == ACCUMULATE && access_now.flavor == MPI_WIN_FLAVOR_DYNAMIC)
LOSES_IF(accumulated_to_self, l->call == ACCUMULATE && access_now.to_self)
LOSES_IF(accumulated_long_double, l->call == ACCUMULATE && first_leaf(l->type) == MPI_LONG_DOUBLE)
LOSES_IF(accumulated_narrow, l->call == ACCUMULATE && size_of(first_leaf(l->type)) < 4)
LOSES_IF(accumulated_second, l->call == ACCUMULATE && access_now.number == 2)
LOSES_IF(accumulated_unit_8, l->call == ACCUMULATE && access_now.unit == 8)
LOSES_IF(accumulated_pscw, l->call == ACCUMULATE && access_now.epoch && strcmp(access_now.epoch, "MPI_Win_start") == 0)
LOSES_IF(get_lock_all, l->call == GET && access_now.epoch && strcmp(access_now.epoch, "MPI_Win_lock_all") == 0)
LOSES_IF(get_long_scattered, l->call == GET && l->n >= 1 << 16 && depth_of(l->type) > 1)
LOSES_IF(get_pscw, l->call == GET && access_now.epoch && strcmp(access_now.epoch, "MPI_Win_start") == 0)
LOSES_IF(accumulated_segment, l->call == ACCUMULATE && l->n > 1 << 14)
