/* The representation "external32": MPI_Pack_external makes the elements in type map order, most significant byte first,
 * no more of them than MPI_Pack_external_size says; and they unpack into every other layout.  The bytes of types whose
 * form is not known (see DTP_pool_external) are not looked at, and must come back as they were. */
#include "messages/packing.h"

#include <stdbool.h>
#include <stdlib.h>

/* Room beyond what MPI asks for, so that it does not end with an error if that is too small. */
enum { SPARE = 64 };

/* The packed bytes, all of the room up to the position: those that come before, and the pool's from start on. */
static void compare(struct h_case *c, struct h_values v, const char *name, const unsigned char *packed, int start,
                    MPI_Count size)
{
    const MPI_Aint bytes = start + DTP_pool_bytes(c->send.pool);
    unsigned char *expected = h_alloc(bytes);
    const bool is_known = DTP_pool_external(c->send.pool, v.start, v.stride, DTP_pool_elements(c->send.pool),
                                            expected + start) == DTP_SUCCESS;
    const MPI_Aint compared = is_known ? bytes : start;
    MPI_Aint at = 0;

    for (int k = 0; k < start; k++)
        expected[k] = h_byte_before(k);
    while (at < compared && at < size && packed[at] == expected[at])
        at++;
    if (is_known && size != bytes)
        h_fail(c, "%s: position: expected %lld, found %lld", name, (long long) bytes, (long long) size);
    else if (at < compared)
        h_fail(c, "%s: byte %lld of %lld: expected 0x%02x, found 0x%02x", name, (long long) at, (long long) compared,
               (unsigned) expected[at], (unsigned) packed[at]);
    free(expected);
}

/* Where all that is packed is known to fit, there is no more room than that. */
static MPI_Count spare(const struct h_case *c, MPI_Count most)
{
    return most == DTP_pool_bytes(c->send.pool) && h_pair_turn(c) % 2 ? 0 : SPARE;
}

static void convert(struct h_case *c, const struct h_packing *form)
{
    const struct h_values v = h_mine(c, 0);
    const struct h_instances sent = h_whole(c->send);
    const MPI_Count most = h_pack_size(c, form, sent);
    const int start = h_bytes_before(c);
    struct h_room room = h_room(start + most + spare(c, most));
    MPI_Count size = 0, consumed = 0;

    h_fill(c->send, v);
    h_clear(c->recv);
    h_pack_before(c, form, start, &room, &size);
    h_check_number(c, form->pack_name, "position after MPI_BYTE", start, size);
    h_pack(c, form, sent, &room, &size);
    if (most < size - start)
        h_fail(c, "%s: expected at least the %lld bytes that were packed, found %lld", form->size_name,
               (long long) (size - start), (long long) most);
    compare(c, v, form->pack_name, room.bytes, start, size);
    h_check_intact(c, c->send, v);
    h_room_keep(&room, size);
    h_unpack_before(c, form, start, &room, size, &consumed);
    h_check_number(c, form->unpack_name, "position after MPI_BYTE", start, consumed);
    h_unpack(c, form, &room, size, &consumed, h_whole(c->recv));
    h_check_number(c, form->unpack_name, "position", size, consumed);
    h_room_check_kept(c, &room, form->unpack_name);
    h_check_received(c, c->recv, v);
    h_room_free(&room);
}

static void visit(struct h_case *c)
{
    const struct h_packing *forms;
    const int n = h_packings(H_EXTERNAL32, &forms);

    for (int k = 0; k < n; k++)
        if (h_begin(c, forms[k].pack_name))
            convert(c, &forms[k]);
}

static void run(void)
{
    h_use_values_in("external32");
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"the representation external32", 0, run};
