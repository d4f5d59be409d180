/* Packing: MPI_Pack_size is an upper bound, MPI_Pack makes the bytes that the type map says, and every layout unpacks
 * into every other.  What MPI says of each type is compared with what its tree says. */
#include "harness.h"

#include <stdlib.h>

/* The native representation is the bytes of the elements one after the other, unless the MPI adds something to them:
 * then there is nothing to compare with, and unpacking decides. */
static void compare_packed(struct h_pair *p, struct h_values v, const void *packed, int position)
{
    const MPI_Aint bytes = DTP_pool_bytes(p->send.pool);

    if (position < bytes)
        h_fail(p, "MPI_Pack: position %d: expected at least the %lld bytes of data", position, (long long) bytes);
    else if (position == bytes && DTP_pool_packed_check(p->send.pool, v.start, v.stride, DTP_pool_elements(p->send.pool),
                                                        packed) != DTP_SUCCESS)
        h_fail(p, "MPI_Pack: %s", DTP_message());
}

static void check_room(struct h_pair *p, int room)
{
    const MPI_Aint bytes = DTP_pool_bytes(p->send.pool);

    if (room < bytes)
        h_fail(p, "MPI_Pack_size: expected at least the %lld bytes of data, found %d", (long long) bytes, room);
}

static void pack(struct h_pair *p)
{
    const struct h_values v = h_mine(p, 0);
    int room, position = 0, consumed = 0;
    void *packed;

    h_now(p, "MPI_Pack", p->comm->rank, p->comm->rank);
    h_fill(p->send, v);
    h_clear(p->recv);
    h_check_type(p, p->send);
    h_check_type(p, p->recv);
    H_MPI(MPI_Pack_size(p->send.mpi->DTP_obj_count, p->send.mpi->DTP_obj_type, p->comm->comm, &room));
    check_room(p, room);
    packed = h_alloc(room);
    H_MPI(MPI_Pack(H_ARGS(p->send), packed, room, &position, p->comm->comm));
    compare_packed(p, v, packed, position);
    h_check_intact(p, p->send, v);

    h_now(p, "MPI_Unpack", p->comm->rank, p->comm->rank);
    H_MPI(MPI_Unpack(packed, position, &consumed, H_ARGS(p->recv), p->comm->comm));
    if (consumed != position)
        h_fail(p, "MPI_Unpack: position: expected %d, found %d", position, consumed);
    h_check_received(p, p->recv, v);
    free(packed);
}

static void run(void)
{
    h_each_pair(H_WORLD, pack);
}

const struct h_program h_program = {"MPI_Pack_size, MPI_Pack and MPI_Unpack", H_SENDS, run};
