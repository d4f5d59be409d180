/* Absolute addresses: a type whose displacements are from MPI_BOTTOM describes the same data as the object, to messages
 * and to every call that packs; and addresses are added and subtracted by the calls that there are for it. */
#include "messages/packing.h"

static void pack(struct h_case *c, const struct h_packing *form)
{
    struct h_instances from = h_at_bottom(c->send), to = h_at_bottom(c->recv);

    h_pack_over(c, form, c->send, from, c->recv, h_whole(c->recv), 0);
    h_pack_over(c, form, c->send, h_whole(c->send), c->recv, to, 1);
    H_MPI(MPI_Type_free(&from.type));
    H_MPI(MPI_Type_free(&to.type));
}

static void message(struct h_case *c)
{
    struct h_instances from = h_at_bottom(c->send), to = h_at_bottom(c->recv);

    h_send_to_self_as(c, c->send, from, c->recv, to, 2);
    H_MPI(MPI_Type_free(&from.type));
    H_MPI(MPI_Type_free(&to.type));
}

/* The bounds of the object, as addresses. */
static void arithmetic(struct h_case *c)
{
    char *buf = c->recv.mpi->DTP_obj_buf;
    MPI_Aint lo, hi, base, first, past;

    H_DTP(DTP_obj_bounds(c->recv.pool, c->recv.index, &lo, &hi));
    H_MPI(MPI_Get_address(buf, &base));
    H_MPI(MPI_Get_address(buf + lo, &first));
    H_MPI(MPI_Get_address(buf + hi, &past));
    h_check_number(c, "MPI_Aint_diff", "the object", hi - lo, MPI_Aint_diff(past, first));
    h_check_number(c, "MPI_Aint_diff", "the object, backwards", lo - hi, MPI_Aint_diff(first, past));
    h_check_number(c, "MPI_Aint_add", "the first byte", first, MPI_Aint_add(base, lo));
    h_check_number(c, "MPI_Aint_add", "past the last byte", past, MPI_Aint_add(base, hi));
}

static void visit(struct h_case *c)
{
    for (int which = H_NATIVE; which <= H_EXTERNAL32; which++) {
        const struct h_packing *forms;
        const int n = h_packings(which, &forms);
        h_use_values_in(which == H_EXTERNAL32 ? "external32" : "native");
        c->variant = "absolute";
        for (int k = 0; k < n; k++)
            if (h_due(c, k, n) && h_begin(c, forms[k].pack_name))
                pack(c, &forms[k]);
    }
    h_use_values_in("native");
    if (h_begin(c, "MPI_Sendrecv"))
        message(c);
    if (h_begin(c, "MPI_Get_address"))
        arithmetic(c);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"absolute addresses", 0, run};
