/* Types whose handle may be that of a type that was freed, of which everything had been asked and which had moved data:
 * what MPI says of them, and what they move, is their own. */
#include "messages/packing.h"

#include <stdlib.h>

/* Two bytes with one between them. */
enum { BYTES = 2, EXTENT = 3 };

static void ask(MPI_Datatype type)
{
    int size, ints, addresses, types, combiner;
    MPI_Aint lb, extent;

    H_MPI(MPI_Type_size(type, &size));
    H_MPI(MPI_Type_get_extent(type, &lb, &extent));
    H_MPI(MPI_Type_get_true_extent(type, &lb, &extent));
    H_MPI(MPI_Type_get_envelope(type, &ints, &addresses, &types, &combiner));
}

/* From some memory to other memory of as many instances. */
static void move(struct h_case *c, const struct h_packing *form, struct h_instances from, struct h_instances to)
{
    const int self = c->comm->rank;
    struct h_room room = h_room(h_pack_size(c, form, from));
    MPI_Count size = 0, consumed = 0;
    MPI_Status status = h_status();
    int count = -1, elements = -1;

    h_pack(c, form, from, &room, &size);
    h_unpack(c, form, &room, size, &consumed, to);
    h_room_free(&room);
    H_MPI(MPI_Sendrecv(H_INSTANCES(from), self, 0, H_INSTANCES(to), self, 0, c->comm->comm, &status));
    H_MPI(MPI_Get_count(&status, to.type, &count));
    h_check_number(c, "MPI_Get_count", "count", to.count, count);
    H_MPI(MPI_Get_elements(&status, to.type, &elements));
    h_check_number(c, "MPI_Get_elements", "elements", (MPI_Count) BYTES * to.count, elements);
}

/* The type that is there before, in as many instances as that of the object. */
static void use_another(struct h_case *c, const struct h_packing *form, int count)
{
    unsigned char *memory = h_alloc(2 * EXTENT * (MPI_Aint) count);
    struct h_instances from = {memory, count, MPI_DATATYPE_NULL}, to;

    for (MPI_Aint i = 0; i < 2 * EXTENT * (MPI_Aint) count; i++)
        memory[i] = (unsigned char) i;
    H_MPI(MPI_Type_vector(BYTES, 1, 2, MPI_BYTE, &from.type));
    H_MPI(MPI_Type_commit(&from.type));
    to = (struct h_instances) {memory + EXTENT * (MPI_Aint) count, count, from.type};
    ask(from.type);
    move(c, form, from, to);
    H_MPI(MPI_Type_free(&from.type));
    free(memory);
}

static void use_own(struct h_case *c, const struct h_packing *form)
{
    const struct h_instances plain = h_whole(c->send);
    struct h_instances own = h_whole(c->recv);

    H_DTP(DTP_obj_type_create(c->recv.pool, c->recv.index, &own.type));
    h_pack_over(c, form, c->recv, own, c->send, plain, 0);
    h_pack_over(c, form, c->send, plain, c->recv, own, 1);
    h_check_type(c, c->recv, own.type);
    h_check_contents(c, c->recv, own.type);
    h_send_to_self_as(c, c->recv, own, c->send, plain, 2);
    h_send_to_self_as(c, c->send, plain, c->recv, own, 3);
    H_DTP(DTP_obj_type_free(c->recv.pool, c->recv.index, &own.type));
}

static void visit(struct h_case *c)
{
    const struct h_packing *forms;
    const int n = h_packings(H_NATIVE, &forms);

    c->variant = "after-another";
    for (int k = 0; k < n; k++) {
        if (!h_due(c, k, n) || !h_begin(c, forms[k].pack_name))
            continue;
        use_another(c, &forms[k], c->recv.mpi->DTP_obj_count);
        use_own(c, &forms[k]);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"types whose handle may have been that of another one", 0, run};
