/* Packing at positions near and beyond 2^31 and 2^32, where these are large counts or addresses: what is packed lies
 * there, and is unpacked from there.  Memory is taken for what is touched alone. */
#include "messages/packing.h"

static const struct place {
    const char *name;
    MPI_Count start;
} places[] = {
    {"across-2^31", ((MPI_Count) 1 << 31) - 3}, {"beyond-2^31", ((MPI_Count) 1 << 31) + 40},
    {"across-2^32", ((MPI_Count) 1 << 32) - 3}, {"beyond-2^32", ((MPI_Count) 1 << 32) + 24},
};

static void visit_form(struct h_case *c, const struct h_packing *form)
{
    const struct place *place = &places[h_pair_turn(c) / 2 % H_NUM(places)];
    const MPI_Count start = place->start;
    MPI_Count size;
    unsigned char *memory;

    h_use_values_in(form->representation == H_EXTERNAL32 ? "external32" : "native");
    c->variant = place->name;
    if (!h_begin(c, form->pack_name))
        return;
    size = h_pack_size(c, form, h_whole(c->send));
    memory = h_map((MPI_Aint) (start + size));
    if (!memory) {
        h_leave_out("no addresses for %lld bytes", (long long) (start + size));
        return;
    }
    h_pack_at(c, form, memory + start, size, start, 0);
    if (h_asks(c, form->unpack_name))
        h_pack_at(c, form, memory + start, size, 0, start);
    h_unmap(memory, (MPI_Aint) (start + size));
}

/* The first native form has positions that are int. */
static void visit(struct h_case *c)
{
    const struct h_packing *native, *external;
    const int num_native = h_packings(H_NATIVE, &native), num_external = h_packings(H_EXTERNAL32, &external);

    for (int k = 1; k < num_native; k++)
        visit_form(c, &native[k]);
    for (int k = 0; k < num_external; k++)
        visit_form(c, &external[k]);
}

static void run(void)
{
    if (sizeof(MPI_Aint) < 8)
        h_leave_out("MPI_Aint has %d bytes", (int) sizeof(MPI_Aint));
    else
        h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"packing at positions beyond 2^31 and 2^32", H_SENDS, run};
