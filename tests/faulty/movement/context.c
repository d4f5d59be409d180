/* Faults that depend on what surrounds a transfer: sizes, ranks, addresses, handles. */
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
LOSES_IF(beyond_2g_short, bounds_of(l->type).true_extent > 2147483647)
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
