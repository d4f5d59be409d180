/* The representation "external32": MPI_Pack_external makes the elements in type map order, most significant byte first,
 * no more of them than MPI_Pack_external_size says; and they unpack into every other layout.  The bytes of types whose
 * form is not known (see DTP_pool_external) are not looked at, and must come back as they were. */
#include "packing.h"

#include <stdlib.h>

/* Room beyond what MPI asks for, so that it does not end with an error if that is too small. */
enum { SPARE = 64 };

/* Where the packed bytes of every second pair begin: "external32" has no alignment. */
enum { ODD = 3 };

static void compare(struct h_case *c, struct h_values v, const char *name, const unsigned char *packed, MPI_Count size)
{
    const MPI_Aint bytes = DTP_pool_bytes(c->send.pool);
    unsigned char *expected = h_alloc(bytes);
    MPI_Aint at = 0;

    if (DTP_pool_external(c->send.pool, v.start, v.stride, DTP_pool_elements(c->send.pool), expected) == DTP_SUCCESS) {
        while (at < bytes && at < size && packed[at] == expected[at])
            at++;
        if (size != bytes)
            h_fail(c, "%s: position: expected %lld, found %lld", name, (long long) bytes, (long long) size);
        else if (at < bytes)
            h_fail(c, "%s: byte %lld of %lld: expected 0x%02x, found 0x%02x", name, (long long) at, (long long) bytes,
                   (unsigned) expected[at], (unsigned) packed[at]);
    }
    free(expected);
}

static void convert(struct h_case *c, const struct h_packing *form)
{
    const struct h_values v = h_mine(c, 0);
    const struct h_instances sent = h_instances(c->send, c->send.mpi->DTP_obj_count);
    const MPI_Count most = h_pack_size(c, form, sent), start = c->i % 2 ? ODD : 0;
    struct h_room room = h_room(start + most + SPARE);
    MPI_Count size = start, consumed = start;

    h_fill(c->send, v);
    h_clear(c->recv);
    h_pack(c, form, sent, &room, &size);
    if (most < size - start)
        h_fail(c, "%s: expected at least the %lld bytes that were packed, found %lld", form->size_name,
               (long long) (size - start), (long long) most);
    compare(c, v, form->pack_name, room.bytes + start, size - start);
    h_check_intact(c, c->send, v);
    h_room_keep(&room, size);
    h_unpack(c, form, &room, size, &consumed, h_instances(c->recv, c->recv.mpi->DTP_obj_count));
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
