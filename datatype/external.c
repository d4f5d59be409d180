/* The representation "external32": MPI_Pack_external makes the elements in type map order, most significant byte first,
 * no more of them than MPI_Pack_external_size says; and they unpack into every other layout. */
#include "messages/packing.h"

/* Room beyond what MPI asks for, so that it does not end with an error if that is too small. */
enum { SPARE = 64 };

/* Where all that is packed is known to fit, there is no more room than that. */
static MPI_Count spare(const struct h_case *c, MPI_Count most)
{
    return most == DTP_pool_bytes(c->send.pool) && h_pair_turn(c) % 2 ? 0 : SPARE;
}

static void convert(struct h_case *c, const struct h_packing *form)
{
    const MPI_Count most = h_pack_size(c, form, h_whole(c->send));
    const MPI_Count taken = h_pack_behind(c, form, h_mine(c, 0), most + spare(c, most));

    if (most < taken)
        h_fail(c, "%s: expected at least the %lld bytes that were packed, found %lld", form->size_name,
               (long long) taken, (long long) most);
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
