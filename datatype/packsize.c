/* Packing: MPI_Pack_size is an upper bound, MPI_Pack makes the bytes that the type map says, and every layout unpacks
 * into every other.  What MPI says of each type is compared with what its tree says. */
#include "harness.h"

#include <stdlib.h>

/* The native representation is the bytes of the elements one after the other, unless the MPI adds something to them:
 * then there is nothing to compare with, and unpacking decides. */
static void compare_packed(struct h_case *c, struct h_values v, const void *packed, int position)
{
    const MPI_Aint bytes = DTP_pool_bytes(c->send.pool);

    if (position < bytes)
        h_fail(c, "MPI_Pack: position %d: expected at least the %lld bytes of data", position, (long long) bytes);
    else if (position == bytes && DTP_pool_packed_check(c->send.pool, v.start, v.stride, DTP_pool_elements(c->send.pool),
                                                        packed) != DTP_SUCCESS)
        h_fail(c, "MPI_Pack: %s", DTP_message());
}

static void check_room(struct h_case *c, int room)
{
    const MPI_Aint bytes = DTP_pool_bytes(c->send.pool);

    if (room < bytes)
        h_fail(c, "MPI_Pack_size: expected at least the %lld bytes of data, found %d", (long long) bytes, room);
}

static void pack(struct h_case *c)
{
    const struct h_values v = h_mine(c, 0);
    int room, position = 0, consumed = 0;
    void *packed;

    if (!h_begin(c, "MPI_Pack"))
        return;
    h_fill(c->send, v);
    h_clear(c->recv);
    h_check_type(c, c->send);
    h_check_type(c, c->recv);
    H_MPI(MPI_Pack_size(c->send.mpi->DTP_obj_count, c->send.mpi->DTP_obj_type, c->comm->comm, &room));
    check_room(c, room);
    packed = h_alloc(room);
    H_MPI(MPI_Pack(H_ARGS(c->send), packed, room, &position, c->comm->comm));
    compare_packed(c, v, packed, position);
    h_check_intact(c, c->send, v);

    h_now(c, "MPI_Unpack");
    H_MPI(MPI_Unpack(packed, position, &consumed, H_ARGS(c->recv), c->comm->comm));
    if (consumed != position)
        h_fail(c, "MPI_Unpack: position: expected %d, found %d", position, consumed);
    h_check_received(c, c->recv, v);
    free(packed);
}

static void run(void)
{
    h_each_pair(H_WORLD, pack);
}

const struct h_program h_program = {"MPI_Pack_size, MPI_Pack and MPI_Unpack", H_SENDS, run};
