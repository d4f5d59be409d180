/* Packing in pieces: instance by instance, in steps of several sizes, at growing positions of one buffer; and unpacking the elements
 * one by one, in threes, sevens and so on. */
#include "harness.h"

#include <stdlib.h>

static const int steps[] = {1, 2, 3, 7, 64};
static const char *const names[] = {"by-1", "by-2", "by-3", "by-7", "by-64"};
enum { NUM_STEPS = sizeof steps / sizeof steps[0] };

/* Room for the pieces: each may need as much as MPI_Pack_size says of it. */
static int room_for(struct h_case *c, const DTP_obj_s *o, int step)
{
    int whole, rest, pieces = o->DTP_obj_count / step;

    H_MPI(MPI_Pack_size(step, o->DTP_obj_type, c->comm->comm, &whole));
    H_MPI(MPI_Pack_size(o->DTP_obj_count % step, o->DTP_obj_type, c->comm->comm, &rest));
    return pieces * whole + rest;
}

static char *instance(const DTP_obj_s *o, int k)
{
    MPI_Aint lb, extent;

    H_MPI(MPI_Type_get_extent(o->DTP_obj_type, &lb, &extent));
    return (char *) o->DTP_obj_buf + k * extent;
}

/* The send object, `step` instances at a time. */
static int pack(struct h_case *c, char *packed, int room, int step)
{
    const DTP_obj_s *o = c->send.mpi;
    int position = 0;

    for (int k = 0; k < o->DTP_obj_count; k += step) {
        int n = o->DTP_obj_count - k < step ? o->DTP_obj_count - k : step;
        H_MPI(MPI_Pack(instance(o, k), n, o->DTP_obj_type, packed, room, &position, c->comm->comm));
    }
    return position;
}

static void unpack(struct h_case *c, char *packed, int size, int step)
{
    const DTP_obj_s *o = c->recv.mpi;
    int position = 0;

    for (int k = 0; k < o->DTP_obj_count; k += step) {
        int n = o->DTP_obj_count - k < step ? o->DTP_obj_count - k : step;
        H_MPI(MPI_Unpack(packed, size, &position, instance(o, k), n, o->DTP_obj_type, c->comm->comm));
    }
    if (position != size)
        h_fail(c, "MPI_Unpack: position: expected %d, found %d", size, position);
}

static void visit(struct h_case *c)
{
    for (int i = 0; i < NUM_STEPS; i++) {
        const struct h_values v = h_mine(c, i);
        char *packed;
        int room, size;
        c->variant = names[i];
        if (!h_begin(c, "MPI_Pack"))
            continue;
        room = room_for(c, c->send.mpi, steps[i]);
        packed = h_alloc(room);
        h_fill(c->send, v);
        h_clear(c->recv);
        size = pack(c, packed, room, steps[i]);
        unpack(c, packed, size, steps[NUM_STEPS - 1 - i]);
        h_check_intact(c, c->send, v);
        h_check_received(c, c->recv, v);
        free(packed);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"packing and unpacking in pieces", 0, run};
