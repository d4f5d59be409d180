/* The representation "external32": MPI_Pack_external makes the elements in type map order, most significant byte first, no more of
 * them than MPI_Pack_external_size says; and they unpack into every other layout.  The bytes of types whose form is not told
 * (see DTP_pool_external) are not looked at, and must come back as they were. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

/* Room beyond what MPI asks for, so that it does not end with an error if that is too small. */
enum { SPARE = 64 };

static void compare(struct h_case *c, struct h_values v, const char *packed, MPI_Aint size)
{
    const MPI_Aint bytes = DTP_pool_bytes(c->send.pool);
    char *expected = h_alloc(bytes);
    MPI_Aint at = 0;

    if (DTP_pool_external(c->send.pool, v.start, v.stride, DTP_pool_elements(c->send.pool), expected) == DTP_SUCCESS) {
        while (at < bytes && at < size && packed[at] == expected[at])
            at++;
        if (size != bytes)
            h_fail(c, "MPI_Pack_external: position: expected %ld, found %ld", (long) bytes, (long) size);
        else if (at < bytes)
            h_fail(c, "MPI_Pack_external: byte %ld of %ld: expected 0x%02x, found 0x%02x", (long) at, (long) bytes,
                   (unsigned) expected[at] & 0xff, (unsigned) packed[at] & 0xff);
    }
    free(expected);
}

static void convert(struct h_case *c)
{
    const struct h_values v = h_mine(c, 0);
    MPI_Aint room = -1, size = 0, consumed = 0;
    char *packed;

    h_fill(c->send, v);
    h_clear(c->recv);
    H_MPI(MPI_Pack_external_size("external32", c->send.mpi->DTP_obj_count, c->send.mpi->DTP_obj_type, &room));
    packed = h_alloc(room + SPARE);
    H_MPI(MPI_Pack_external("external32", H_ARGS(c->send), packed, room + SPARE, &size));
    if (room < size)
        h_fail(c, "MPI_Pack_external_size: expected at least the %ld bytes that were packed, found %ld", (long) size, (long) room);
    compare(c, v, packed, size);
    h_check_intact(c, c->send, v);
    H_MPI(MPI_Unpack_external("external32", packed, size, &consumed, H_ARGS(c->recv)));
    if (consumed != size)
        h_fail(c, "MPI_Unpack_external: position: expected %ld, found %ld", (long) size, (long) consumed);
    h_check_received(c, c->recv, v);
    free(packed);
}

static void visit(struct h_case *c)
{
    if (h_begin(c, "MPI_Pack_external"))
        convert(c);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"the representation external32", 0, run};
