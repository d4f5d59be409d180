/* Packing: MPI_Pack_size is an upper bound, MPI_Pack makes the bytes that the type map says, wherever they begin, in
 * room that need not be larger than they are, and every layout unpacks into every other.  What MPI says of each type is
 * compared with what its tree says. */
#include "messages/packing.h"

#include <stdbool.h>
#include <stdlib.h>

enum { SPARE = 24 }; /* bytes of room beyond what may be needed */

/* Whether a packed byte is wrong where all others are right: elements may have bytes without a value. */
static bool is_wrong(struct h_case *c, struct h_values v, unsigned char *expected, MPI_Aint at, unsigned char found)
{
    const unsigned char right = expected[at];
    bool is_wrong;

    if (found == right)
        return false;
    expected[at] = found;
    is_wrong = DTP_pool_packed_check(c->send.pool, v.start, v.stride, DTP_pool_elements(c->send.pool), expected);
    expected[at] = right;
    return is_wrong;
}

/* The packed bytes are wrong: at which one first. */
static void fail_at_first(struct h_case *c, const struct h_packing *form, struct h_values v,
                          const unsigned char *packed, MPI_Count start)
{
    const MPI_Aint end = (MPI_Aint) start + DTP_pool_bytes(c->send.pool);
    unsigned char *expected = h_alloc(end);
    MPI_Aint at = (MPI_Aint) start;

    H_DTP(DTP_pool_packed(c->send.pool, v.start, v.stride, DTP_pool_elements(c->send.pool), expected + start));
    while (at < end - 1 && !is_wrong(c, v, expected + start, at - (MPI_Aint) start, packed[at]))
        at++;
    h_fail_at_byte(c, form, expected, packed, at, end);
    free(expected);
}

/* The native representation is the bytes of the elements one after the other, unless the MPI adds something to them:
 * then there is nothing to compare with, and unpacking decides; as where elements share bytes. */
static void check_packed(struct h_case *c, const struct h_packing *form, struct h_values v,
                         const unsigned char *packed, MPI_Count start, MPI_Count position)
{
    const MPI_Aint bytes = DTP_pool_bytes(c->send.pool);
    const MPI_Count taken = position - start;

    if (taken < bytes)
        h_fail(c, "%s: position: expected at least %lld, found %lld", form->pack_name, (long long) (start + bytes),
               (long long) position);
    else if (taken == bytes && !c->shares &&
             DTP_pool_packed_check(c->send.pool, v.start, v.stride, DTP_pool_elements(c->send.pool), packed + start))
        fail_at_first(c, form, v, packed, start);
}

static void pack(struct h_case *c, const struct h_packing *form)
{
    MPI_Count size, taken;

    h_check_type(c, c->send, c->send.mpi->DTP_obj_type);
    h_check_type(c, c->recv, c->recv.mpi->DTP_obj_type);
    size = h_pack_size(c, form, h_whole(c->send));
    taken = h_pack_behind(c, form, h_mine(c, 0), size + (h_pair_turn(c) % 2 ? 0 : SPARE), check_packed);
    if (taken < size)
        (void) h_pack_behind(c, form, h_mine(c, 1), taken, check_packed);
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
