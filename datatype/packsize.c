/* MPI_Pack_size, MPI_Pack and MPI_Unpack: the size suffices, the bytes are those of the elements in order, and they unpack
 * into every other layout. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

/* The packed bytes; an MPI may put a header before them, and then only unpacking can tell. */
static void check_bytes(struct h_pair *p, const char *packed, int position)
{
    const MPI_Aint bytes = DTP_pool_bytes(p->send.pool);
    const struct h_values v = h_mine(p, 0);
    char *expected;
    MPI_Aint k = 0;

    if (position < bytes)
        h_fail(p, "MPI_Pack wrote %d bytes; expected %lld at least", position, (long long) bytes);
    if (position != bytes)
        return;
    expected = h_alloc(bytes);
    H_DTP(DTP_pool_packed(p->send.pool, v.start, v.stride, DTP_pool_elements(p->send.pool), expected));
    while (k < bytes && packed[k] == expected[k])
        k++;
    if (k < bytes)
        h_fail(p, "MPI_Pack: byte %lld of %lld: expected 0x%02x, found 0x%02x", (long long) k, (long long) bytes,
               (unsigned char) expected[k], (unsigned char) packed[k]);
    free(expected);
}

static int pack(struct h_pair *p, char *packed, int size)
{
    int position = 0;

    h_now(p, "MPI_Pack", 0, 0);
    h_fill(p->send, h_mine(p, 0));
    H_MPI(MPI_Pack(H_ARGS(p->send), packed, size, &position, p->comm->comm));
    if (position > size)
        h_fail(p, "MPI_Pack wrote %d bytes; MPI_Pack_size says %d at most", position, size);
    h_check_intact(p, p->send, h_mine(p, 0));
    return position;
}

static void unpack(struct h_pair *p, const char *packed, int size)
{
    int position = 0;

    h_now(p, "MPI_Unpack", 0, 0);
    h_clear(p->recv);
    H_MPI(MPI_Unpack(packed, size, &position, H_ARGS(p->recv), p->comm->comm));
    if (position != size)
        h_fail(p, "MPI_Unpack read %d bytes; expected %d, what MPI_Pack wrote", position, size);
    h_check_received(p, p->recv, h_mine(p, 0));
}

static void visit(struct h_pair *p)
{
    int size, position;
    char *packed;

    h_now(p, "MPI_Pack_size", 0, 0);
    h_check(p, DTP_obj_type_check(p->send.pool, p->send.index), "the type");
    H_MPI(MPI_Pack_size(p->send.mpi->DTP_obj_count, p->send.mpi->DTP_obj_type, p->comm->comm, &size));
    packed = h_alloc(size);
    memset(packed, 0xa5, (size_t) size);
    position = pack(p, packed, size);
    check_bytes(p, packed, position);
    unpack(p, packed, position);
    free(packed);
}

static void run(void)
{
    h_each_pair(H_SELF, visit);
}

const struct h_program h_program = {"packing and unpacking", 0, run};
