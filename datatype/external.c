/* The representation "external32": MPI_Pack_external makes the elements in type map order, most significant byte first,
 * no more of them than MPI_Pack_external_size says; and they unpack into every other layout.  The bytes of types whose
 * form is not known (see DTP_pool_external) are not looked at, and must come back as they were. */
#include "messages/packing.h"

#include <stdbool.h>
#include <stdlib.h>

/* Room beyond what MPI asks for, so that it does not end with an error if that is too small. */
enum { SPARE = 64 };

/* The packed bytes: those that come before, and the object's. */
static void check_packed(struct h_case *c, const struct h_packing *form, struct h_values v,
                         const unsigned char *packed, MPI_Count start, MPI_Count position)
{
    const int before = h_bytes_before(c);
    const MPI_Aint bytes = before + DTP_pool_bytes(c->send.pool);
    unsigned char *expected = h_alloc(bytes);
    const bool is_known = DTP_pool_external(c->send.pool, v.start, v.stride, DTP_pool_elements(c->send.pool),
                                            expected + before) == DTP_SUCCESS;
    const MPI_Aint compared = is_known ? bytes : before;
    MPI_Aint at = 0;

    h_check_number(c, form->pack_name, "position after MPI_BYTE", before, start);
    for (int k = 0; k < before; k++)
        expected[k] = h_byte_before(k);
    while (at < compared && at < position && packed[at] == expected[at])
        at++;
    if (is_known && position != bytes)
        h_fail(c, "%s: position: expected %lld, found %lld", form->pack_name, (long long) bytes, (long long) position);
    else if (at < compared)
        h_fail_at_byte(c, form, expected, packed, at, compared);
    free(expected);
}

/* Where all that is packed is known to fit, there is no more room than that. */
static MPI_Count spare(const struct h_case *c, MPI_Count most)
{
    return most == DTP_pool_bytes(c->send.pool) && h_pair_turn(c) % 2 ? 0 : SPARE;
}

static void convert(struct h_case *c, const struct h_packing *form)
{
    const MPI_Count most = h_pack_size(c, form, h_whole(c->send));
    const MPI_Count taken = h_pack_behind(c, form, h_mine(c, 0), most + spare(c, most), check_packed);

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
