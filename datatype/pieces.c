/* Packing in pieces: element by element, as one of its basic type; instance by instance, in steps of several sizes; at
 * growing positions of one buffer, between elements of the basic types, in turn twice, with other values; and unpacking
 * in other pieces than packing. */
#include "case/signature.h"
#include "messages/empties.h"
#include "messages/packing.h"
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>

/* Instances. */
enum { ELEMENT_BY_ELEMENT = 0 };
static const int steps[] = {ELEMENT_BY_ELEMENT, 1, 2, 3, 7, 64};
static const char *const names[] = {"by-element", "by-1", "by-2", "by-3", "by-7", "by-64"};
enum { NUM_STEPS = H_NUM(steps) };

/* ---- pieces ---- */

/* The pieces of an object, and after them one of no instances. */
struct pieces {
    MPI_Aint n;
    struct h_instances *each;
};

static void cut_elements(struct h_obj o, MPI_Aint n, struct h_instances *each)
{
    MPI_Aint *disps = h_alloc(n * (MPI_Aint) sizeof *disps);
    MPI_Datatype *types = h_alloc(n * (MPI_Aint) sizeof *types);

    H_DTP(DTP_obj_disps(o.pool, o.index, disps));
    h_signature_elements(o.pool, types);
    for (MPI_Aint k = 0; k < n; k++)
        each[k] = (struct h_instances) {(char *) o.mpi->DTP_obj_buf + disps[k], 1, types[k]};
    free(types);
    free(disps);
}

/* `step` instances each, the last one what is left. */
static void cut_instances(struct h_obj o, int step, MPI_Aint n, struct h_instances *each)
{
    MPI_Aint lb, extent;

    H_MPI(MPI_Type_get_extent(o.mpi->DTP_obj_type, &lb, &extent));
    for (int k = 0; k < (int) n; k++) {
        const int left = o.mpi->DTP_obj_count - k * step;
        each[k] = h_instances(o, left < step ? left : step);
        each[k].buf = (char *) each[k].buf + k * step * extent;
    }
}

static struct pieces pieces_of(struct h_obj o, int step)
{
    const MPI_Aint n = step == ELEMENT_BY_ELEMENT ? DTP_pool_elements(o.pool)
                                                  : (o.mpi->DTP_obj_count + step - 1) / step;
    struct pieces p = {n + 1, h_alloc((n + 1) * (MPI_Aint) sizeof *p.each)};

    if (step == ELEMENT_BY_ELEMENT)
        cut_elements(o, n, p.each);
    else
        cut_instances(o, step, n, p.each);
    p.each[n] = h_instances(o, 0);
    return p;
}

/* Each may need as much as MPI_Pack_size says of it, which is asked once for those that follow each other alike. */
static MPI_Count room_for(struct h_case *c, const struct h_packing *form, struct pieces p)
{
    MPI_Count room = 0, size = 0;

    for (MPI_Aint k = 0; k < p.n; k++) {
        if (k == 0 || p.each[k].count != p.each[k - 1].count || p.each[k].type != p.each[k - 1].type)
            size = h_pack_size(c, form, p.each[k]);
        room += size;
    }
    return room;
}

static void pack(struct h_case *c, const struct h_packing *form, struct h_room *room, MPI_Count *position,
                 struct pieces p)
{
    for (MPI_Aint k = 0; k < p.n; k++)
        h_pack(c, form, p.each[k], room, position);
}

static void unpack(struct h_case *c, const struct h_packing *form, struct h_room *room, MPI_Count size,
                   MPI_Count *position, struct pieces p)
{
    for (MPI_Aint k = 0; k < p.n; k++)
        h_unpack(c, form, room, size, position, p.each[k]);
}

/* ---- the cases ---- */

/* One element of the signature before the object, and one after it. */
static void check_between(struct h_case *c, const struct h_packing *form, struct h_room *room, MPI_Count size,
                          MPI_Count *position, struct h_obj one, struct h_values v)
{
    h_clear(one);
    h_unpack(c, form, room, size, position, h_whole(one));
    h_check_received_part(c, one, v, 1);
}

static void in_pieces(struct h_case *c, const struct h_packing *form, int i)
{
    const struct h_values other = h_mine(c, 2 * NUM_STEPS + 1), v[] = {h_mine(c, i), h_mine(c, NUM_STEPS + i)};
    const int times = 1 + (h_pair_turn(c) + i) % H_NUM(v);
    const struct h_obj one = h_first_elements(1);
    const struct pieces packed = pieces_of(c->send, steps[i]), unpacked = pieces_of(c->recv, steps[NUM_STEPS - 1 - i]);
    struct h_room room = h_room(times * room_for(c, form, packed) + 2 * h_pack_size(c, form, h_whole(one)));
    MPI_Count size = 0, consumed = 0;

    h_fill(one, other);
    h_pack(c, form, h_whole(one), &room, &size);
    for (int k = 0; k < times; k++) {
        h_fill(c->send, v[k]);
        pack(c, form, &room, &size, packed);
        h_check_intact(c, c->send, v[k]);
    }
    h_pack(c, form, h_whole(one), &room, &size);
    h_room_keep(&room, size);
    check_between(c, form, &room, size, &consumed, one, other);
    for (int k = 0; k < times; k++) {
        h_clear(c->recv);
        unpack(c, form, &room, size, &consumed, unpacked);
        h_check_received(c, c->recv, v[k]);
    }
    check_between(c, form, &room, size, &consumed, one, other);
    h_check_number(c, form->unpack_name, "position", size, consumed);
    h_room_check_kept(c, &room, form->unpack_name);
    h_room_free(&room);
    free(unpacked.each);
    free(packed.each);
}

static void pack_around(struct h_case *c, const struct h_packing *form, struct h_room *room, MPI_Count *size,
                        struct h_obj one, const struct h_instances *around)
{
    if (around)
        h_pack(c, form, *around, room, size);
    h_pack(c, form, h_whole(one), room, size);
    if (around)
        h_pack(c, form, *around, room, size);
}

static void check_around(struct h_case *c, const struct h_packing *form, struct h_room *room, MPI_Count size,
                         struct h_obj one, struct h_values v, const struct h_instances *around)
{
    MPI_Count consumed = 0;

    if (around)
        h_unpack(c, form, room, size, &consumed, *around);
    check_between(c, form, room, size, &consumed, one, v);
    if (around)
        h_unpack(c, form, room, size, &consumed, *around);
    h_check_number(c, around ? form->unpack_name : form->pack_name, "position", size, consumed);
}

/* Instances without elements: of a type of size zero, which the caller frees; the first is a count of 0, without a
 * buffer. */
static struct h_instances nothing_of(struct h_obj o, int which)
{
    if (which == 0)
        return (struct h_instances) {NULL, 0, o.mpi->DTP_obj_type};
    return (struct h_instances) {o.mpi->DTP_obj_buf, 3, h_empty_type(which, o.mpi->DTP_obj_type)};
}

/* Instances without elements around one element, packed or unpacked: they take nothing of it, also where there is more
 * room. */
static void of_nothing(struct h_case *c, const struct h_packing *form, int which, bool unpacks)
{
    enum { MORE = 256 };
    const struct h_values v = h_mine(c, 2 * NUM_STEPS);
    const struct h_obj one = h_first_elements(1);
    struct h_instances nothing = nothing_of(c->recv, which);
    struct h_room room = h_room(h_pack_size(c, form, h_whole(one)) +
                                2 * h_pack_size(c, form, nothing) + MORE);
    MPI_Count size = 0;

    h_fill(one, v);
    h_clear(c->recv);
    pack_around(c, form, &room, &size, one, unpacks ? NULL : &nothing);
    check_around(c, form, &room, size, one, v, unpacks ? &nothing : NULL);
    h_check_received_part(c, c->recv, v, 0);
    if (which > 0)
        H_MPI(MPI_Type_free(&nothing.type));
    h_room_free(&room);
}

/* Each way to have no elements. */
static void visit_nothing(struct h_case *c)
{
    static const char *const ways[] = {"of", "into"};
    const struct h_packing *forms;
    const int n = h_packings(H_NATIVE, &forms);

    for (int which = 0; h_empty_name(which); which++)
        for (int unpacks = 0; unpacks < 2; unpacks++) {
            const struct h_packing *form = &forms[(h_pair_turn(c) + which) % n];
            char variant[64];
            snprintf(variant, sizeof variant, "%s-nothing/%s", ways[unpacks], h_empty_name(which));
            c->variant = variant;
            if (h_begin(c, unpacks ? form->unpack_name : form->pack_name))
                of_nothing(c, form, which, unpacks);
            c->variant = NULL;
        }
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
    const int step = h_pair_turn(c) % NUM_STEPS;

    visit_forms(c, H_NATIVE, 0, NUM_STEPS);
    visit_nothing(c);
    h_use_values_in("external32");
    visit_forms(c, H_EXTERNAL32, step, step + 1);
    h_use_values_in("native");
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"packing and unpacking in pieces", 0, run};
