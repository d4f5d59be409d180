/* Packing: MPI_Pack_size is an upper bound, MPI_Pack makes the bytes that the type map says, wherever they begin, in
 * room that need not be larger than they are, and every layout unpacks into every other.  What MPI says of each type is
 * compared with what its tree says. */
#include "messages/packing.h"

enum { SPARE = 24 }; /* bytes of room beyond what may be needed */

static void pack(struct h_case *c, const struct h_packing *form)
{
    MPI_Count size, taken;

    h_check_type(c, c->send, c->send.mpi->DTP_obj_type);
    h_check_type(c, c->recv, c->recv.mpi->DTP_obj_type);
    size = h_pack_size(c, form, h_whole(c->send));
    taken = h_pack_behind(c, form, h_mine(c, 0), size + (h_pair_turn(c) % 2 ? 0 : SPARE));
    if (taken < size)
        (void) h_pack_behind(c, form, h_mine(c, 1), taken);
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
