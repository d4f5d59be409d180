/* Packing in pieces: instance by instance, in steps of several sizes, at growing positions of one buffer; and unpacking
 * the elements one by one, in threes, sevens and so on. */
#include "packing.h"

static const int steps[] = {1, 2, 3, 7, 64};
static const char *const names[] = {"by-1", "by-2", "by-3", "by-7", "by-64"};
enum { NUM_STEPS = sizeof steps / sizeof steps[0] };

/* Room for the pieces, each of which may need as much as MPI_Pack_size says of it; and for one of no instances. */
static MPI_Count room_for(struct h_case *c, const struct h_packing *form, int step)
{
    const int n = c->send.mpi->DTP_obj_count;

    return n / step * h_pack_size(c, form, h_instances(c->send, step)) +
           h_pack_size(c, form, h_instances(c->send, n % step)) +
           h_pack_size(c, form, h_instances(c->send, 0));
}

/* At most `step` instances, from number k on. */
static struct h_instances piece(struct h_obj o, int k, int step)
{
    const int left = o.mpi->DTP_obj_count - k;
    MPI_Aint lb, extent;

    H_MPI(MPI_Type_get_extent(o.mpi->DTP_obj_type, &lb, &extent));
    return (struct h_instances) {(char *) o.mpi->DTP_obj_buf + k * extent, left < step ? left : step,
                                 o.mpi->DTP_obj_type};
}

/* The send object, `step` instances at a time, and then none of them. */
static MPI_Count pack(struct h_case *c, const struct h_packing *form, struct h_room *room, int step)
{
    MPI_Count position = 0;

    for (int k = 0; k < c->send.mpi->DTP_obj_count; k += step)
        h_pack(c, form, piece(c->send, k, step), room, &position);
    h_pack(c, form, h_instances(c->send, 0), room, &position);
    return position;
}

static void unpack(struct h_case *c, const struct h_packing *form, struct h_room *room, MPI_Count size, int step)
{
    MPI_Count position = 0;

    for (int k = 0; k < c->recv.mpi->DTP_obj_count; k += step)
        h_unpack(c, form, room, size, &position, piece(c->recv, k, step));
    h_unpack(c, form, room, size, &position, h_instances(c->recv, 0));
    h_check_number(c, form->unpack_name, "position", size, position);
}

static void in_pieces(struct h_case *c, const struct h_packing *form, int i)
{
    const struct h_values v = h_mine(c, i);
    struct h_room room = h_room(room_for(c, form, steps[i]));
    MPI_Count size;

    h_fill(c->send, v);
    h_clear(c->recv);
    size = pack(c, form, &room, steps[i]);
    h_room_keep(&room, size);
    unpack(c, form, &room, size, steps[NUM_STEPS - 1 - i]);
    h_room_check_kept(c, &room, form->unpack_name);
    h_check_intact(c, c->send, v);
    h_check_received(c, c->recv, v);
    h_room_free(&room);
}

/* Both forms, in as many steps as say. */
static void visit_forms(struct h_case *c, enum h_representation which, int first, int past)
{
    const struct h_packing *forms;
    const int n = h_packings(which, &forms);

    for (int i = first * n; i < past * n; i++) {
        c->variant = names[i / n];
        if (h_due(c, i % n, n) && h_begin(c, forms[i % n].pack_name))
            in_pieces(c, &forms[i % n], i / n);
    }
}

/* All steps; of "external32" one, in turn. */
static void visit(struct h_case *c)
{
    const int step = (c->i + 2 * c->j) % NUM_STEPS;

    visit_forms(c, H_NATIVE, 0, NUM_STEPS);
    h_use_values_in("external32");
    visit_forms(c, H_EXTERNAL32, step, step + 1);
    h_use_values_in("native");
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"packing and unpacking in pieces", 0, run};
