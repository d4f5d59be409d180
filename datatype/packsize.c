/* Packing: MPI_Pack_size is an upper bound, MPI_Pack makes the bytes that the type map says, wherever they begin, in
 * room that need not be larger than they are, and every layout unpacks into every other.  What MPI says of each type is
 * compared with what its tree says. */
#include "messages/packing.h"

enum { SPARE = 24 }; /* bytes of room beyond what may be needed */

/* The native representation is the bytes of the elements one after the other, unless the MPI adds something to them:
 * then there is nothing to compare with, and unpacking decides; as where elements share bytes. */
static void compare_packed(struct h_case *c, struct h_values v, const char *name, const void *packed,
                           MPI_Count position)
{
    const MPI_Aint bytes = DTP_pool_bytes(c->send.pool);

    if (position < bytes)
        h_fail(c, "%s: position %lld: expected at least the %lld bytes of data", name, (long long) position,
               (long long) bytes);
    else if (position == bytes && !c->shares &&
             DTP_pool_packed_check(c->send.pool, v.start, v.stride, DTP_pool_elements(c->send.pool), packed))
        h_fail(c, "%s: %s", name, DTP_message());
}

/* The room that the bytes before the object may need. */
static MPI_Count size_before(struct h_case *c, const struct h_packing *form, int n)
{
    return h_pack_size(c, form, (struct h_instances) {NULL, n, MPI_BYTE});
}

/* Packs in room of so many bytes, and unpacks; returns how many it took. */
static MPI_Count there_and_back(struct h_case *c, const struct h_packing *form, struct h_values v, MPI_Count bytes)
{
    const int before = h_bytes_before(c);
    struct h_room room = h_room(size_before(c, form, before) + bytes);
    MPI_Count start = 0, position, consumed = 0;

    h_fill(c->send, v);
    h_clear(c->recv);
    h_pack_before(c, form, before, &room, &start);
    room.size = start + bytes;
    position = start;
    h_pack(c, form, h_whole(c->send), &room, &position);
    compare_packed(c, v, form->pack_name, room.bytes + start, position - start);
    h_check_intact(c, c->send, v);
    h_room_keep(&room, position);
    h_unpack_before(c, form, before, &room, position, &consumed);
    h_unpack(c, form, &room, position, &consumed, h_whole(c->recv));
    h_check_number(c, form->unpack_name, "position", position, consumed);
    h_room_check_kept(c, &room, form->unpack_name);
    h_check_received(c, c->recv, v);
    h_room_free(&room);
    return position - start;
}

static void pack(struct h_case *c, const struct h_packing *form)
{
    const MPI_Aint bytes = DTP_pool_bytes(c->send.pool);
    MPI_Count size, taken;

    h_check_type(c, c->send, c->send.mpi->DTP_obj_type);
    h_check_type(c, c->recv, c->recv.mpi->DTP_obj_type);
    size = h_pack_size(c, form, h_whole(c->send));
    if (size < bytes)
        h_fail(c, "%s: expected at least the %lld bytes of data, found %lld", form->size_name, (long long) bytes,
               (long long) size);
    taken = there_and_back(c, form, h_mine(c, 0), size + (h_pair_turn(c) % 2 ? 0 : SPARE));
    if (taken < size)
        (void) there_and_back(c, form, h_mine(c, 1), taken);
}

static void visit(struct h_case *c)
{
    const struct h_packing *forms;
    const int n = h_packings(H_NATIVE, &forms);

    c->shares = h_overlaps(c);
    for (int k = 0; k < n; k++)
        if (h_due(c, k, n) && h_begin(c, forms[k].pack_name))
            pack(c, &forms[k]);
}

static void run(void)
{
    h_each_pair(H_WORLD, visit);
}

const struct h_program h_program = {"MPI_Pack_size, MPI_Pack and MPI_Unpack", H_SENDS, run};
