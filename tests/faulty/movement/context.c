/* Faults that depend on what surrounds a transfer: sizes, ranks, addresses, handles, tags, units, epochs. */
#include "faulty.h"
#include "hooks.h"

#include <stdint.h>
#include <string.h>

/* ---- sizes ---- */

static bool is_power_of_two_less(MPI_Aint n, MPI_Aint less)
{
    return n >= 512 && ((n + less) & (n + less - 1)) == 0;
}

LOSES_IF(total_less_32, is_power_of_two_less(l->n, 32))
LOSES_IF(total_less_64, is_power_of_two_less(l->n, 64))
LOSES_IF(total_less_128, is_power_of_two_less(l->n, 128))
LOSES_IF(above_2m_wrong, l->n > 2 << 20)
LOSES_IF(odd_total_short, l->n > 2 && l->n % 2 == 1)

bool returned_in_32_bits(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b)
{
    const MPI_Aint was[] = {*a, *b};

    (void) type;
    if (what != EXTENT && what != TRUE_EXTENT)
        return false;
    *a = (int32_t) *a;
    *b = (int32_t) *b;
    return *a != was[0] || *b != was[1];
}

bool size_x_in_32_bits(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b)
{
    const MPI_Aint was = *a;

    (void) type, (void) b;
    *a = what == SIZE_X ? (int32_t) *a : *a;
    return *a != was;
}

/* ---- ranks ---- */

static int world(int (*ask)(MPI_Comm comm, int *n))
{
    int n;

    ask(MPI_COMM_WORLD, &n);
    return n;
}

LOSES_IF(third_rank_receives, l->call == RECEIVE && world(PMPI_Comm_rank) == 2)
LOSES_IF(third_rank_puts, l->call == PUT && world(PMPI_Comm_rank) == 2)
LOSES_IF(five_ranks_16k, world(PMPI_Comm_size) == 5 && l->n >= 1 << 14)
LOSES_IF(eight_ranks_16k, world(PMPI_Comm_size) == 8 && l->n >= 1 << 14)

/* ---- addresses ---- */

LOSES_IF(odd_address_wrong, (uintptr_t) l->buf % 2 == 1)
LOSES_IF(address_4_wrong, (uintptr_t) l->buf % 8 == 4)
LOSES_IF(address_8_wrong, (uintptr_t) l->buf % 16 == 8 && size_of(first_leaf(l->type)) == 8)

/* ---- handles ---- */

static MPI_Datatype last_sent = MPI_DATATYPE_NULL;

bool note_sent(struct calls_call *c)
{
    const bool sends = strcmp(c->procedure->family, "point-to-point") == 0 && c->procedure->num_accesses > 0 &&
                       c->procedure->accesses[0].direction == CALLS_IN && c->procedure->accesses[0].type >= 0;

    if (sends)
        last_sent = CALLS_HANDLE(MPI_Datatype, c, c->procedure->accesses[0].type);
    return false;
}

/* One handle on both sides. */
LOSES_IF(both_sides_wrong, l->call == RECEIVE && l->posted == last_sent &&
         combiner_of(l->type) != MPI_COMBINER_NAMED && depth_of(l->type) > 1)

static MPI_Datatype last_posted = MPI_DATATYPE_NULL, posted_twice = MPI_DATATYPE_NULL;

bool note_posted(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Recv") || calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT) < 0)
        return false;
    posted_twice = last_posted == type_of(c, "datatype") ? last_posted : posted_twice;
    last_posted = type_of(c, "datatype");
    return false;
}

LOSES_IF(posted_twice_wrong, l->call == RECEIVE && l->posted == posted_twice && depth_of(l->type) > 1)
LOSES_IF(freed_in_epoch, l->call == GET && l->freed)

/* ---- tags ---- */

bool tag_15_bits(MPI_Status *status)
{
    if (status->MPI_TAG <= 0x7fff)
        return false;
    status->MPI_TAG &= 0x7fff;
    return true;
}

/* ---- windows ---- */

/* What is known of the access that is being made. */
static struct {
    int unit, flavor, number;
    bool to_self, other_lb, gathers;
    const char *epoch;
} access_now;

static int attribute(MPI_Win win, int key)
{
    int *value, found = 0;

    PMPI_Win_get_attr(win, key, (void *) &value, &found);
    return found ? *value : 0;
}

static void note_epoch(const struct calls_call *c)
{
    static const char *const begins[] = {"MPI_Win_fence", "MPI_Win_start", "MPI_Win_lock", "MPI_Win_lock_all"};

    for (size_t k = 0; k < sizeof begins / sizeof begins[0]; k++)
        if (calls_is(c, begins[k]))
            access_now.epoch = begins[k];
    if (ends_accesses(c))
        access_now.number = 0;
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
    access_now.unit = attribute(CALLS_HANDLE(MPI_Win, c, win), MPI_WIN_DISP_UNIT);
    access_now.flavor = attribute(CALLS_HANDLE(MPI_Win, c, win), MPI_WIN_CREATE_FLAVOR);
    access_now.to_self = number_of(c, "target_rank") == rank;
    access_now.other_lb = lb < 0;
    access_now.gathers = depth_of(type_of(c, "target_datatype")) > 0 && depth_of(type_of(c, "origin_datatype")) == 0;
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

LOSES_IF(get_gathered, l->call == GET && access_now.gathers)
LOSES_IF(get_dynamic, l->call == GET && access_now.flavor == MPI_WIN_FLAVOR_DYNAMIC)
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
