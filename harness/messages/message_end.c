/* The ways to describe one and the same object to a call: its own arguments, a type that is freed while it is in
 * use, absolute addresses, packed data, one handle for several buffers, memory at any address that the type allows. */
#include "state.h"
#include "case/freed_types.h"
#include "case/pools.h"
#include "case/signature.h"
#include "messages/empties.h"
#include "messages/message_end.h"

#include <stdbool.h>

static void make_plain(struct h_case *c, struct h_message_end *end, int k)
{
    struct h_obj o = end->sends ? k ? h_send_object(c, k) : c->send : k ? h_recv_object(c, k) : c->recv;

    end->described = end->held = o;
    end->m.buf = o.mpi->DTP_obj_buf;
    end->m.count = o.mpi->DTP_obj_count;
    end->m.type = h_type(c, o.pool, o.index);
}

/* A type is freed as soon as a call has taken it (MPI-3.1, 4.1.9). */
static void make_freed(struct h_case *c, struct h_message_end *end, int k)
{
    make_plain(c, end, k);
    end->m.type = end->made = h_call_type(c, end->described, true);
}

static void free_type(struct h_message_end *end)
{
    h_call_type_free(end->described, end->made != MPI_DATATYPE_NULL, &end->made);
}

static void use_made(struct h_message_end *end, void *buf, int count)
{
    end->m.buf = buf;
    end->m.count = count;
    end->m.type = end->made;
}

static void use_absolute(struct h_message_end *end, int count)
{
    H_MPI(MPI_Type_commit(&end->made));
    use_made(end, MPI_BOTTOM, count);
}

static void make_absolute(struct h_case *c, struct h_message_end *end, int k)
{
    MPI_Aint address;

    make_plain(c, end, k);
    H_MPI(MPI_Get_address(end->m.buf, &address));
    H_MPI(MPI_Type_create_struct(1, &end->m.count, &address, &end->m.type, &end->made));
    use_absolute(end, 1);
}

/* As many instances as there were, each of the extent that the type had. */
static void make_absolute_instances(struct h_case *c, struct h_message_end *end, int k)
{
    const int one = 1;
    MPI_Aint address, lb, extent;
    MPI_Datatype there;

    make_plain(c, end, k);
    H_MPI(MPI_Get_address(end->m.buf, &address));
    H_MPI(MPI_Type_get_extent(end->m.type, &lb, &extent));
    H_MPI(MPI_Type_create_hindexed(1, &one, &address, end->m.type, &there));
    H_MPI(MPI_Type_create_resized(there, MPI_Aint_add(address, lb), extent, &end->made));
    H_MPI(MPI_Type_free(&there));
    use_absolute(end, end->m.count);
}

/* Each element at its own address, as variables of an application are: a struct of basic types, in the order of the
 * type map. */
static void make_absolute_elements(struct h_case *c, struct h_message_end *end, int k)
{
    enum { MOST = 1024 };
    const MPI_Aint n = DTP_pool_elements((end->sends ? c->send : c->recv).pool);
    int lengths[MOST];
    MPI_Aint addresses[MOST];
    MPI_Datatype types[MOST];

    if (n > MOST) {
        make_absolute(c, end, k);
        return;
    }
    make_plain(c, end, k);
    h_signature_elements(end->described.pool, types);
    H_DTP(DTP_obj_disps(end->described.pool, end->described.index, addresses));
    for (MPI_Aint at = 0; at < n; at++) {
        lengths[at] = 1;
        H_MPI(MPI_Get_address((char *) end->m.buf + addresses[at], &addresses[at]));
    }
    H_MPI(MPI_Type_create_struct((int) n, lengths, addresses, types, &end->made));
    use_absolute(end, 1);
}

static void free_made(struct h_message_end *end)
{
    if (end->made != MPI_DATATYPE_NULL)
        H_MPI(MPI_Type_free(&end->made));
}

/* Several buffers of one layout, and one handle for all of them. */
static void make_shared(struct h_case *c, struct h_message_end *end, int k)
{
    const struct h_obj first = end->sends ? c->send : c->recv;
    struct h_obj o = h_object_get(end->sends ? harness.send[k] : harness.recv[k], first.index, end->sends);

    if (!o.mpi) {
        make_plain(c, end, k);
        return;
    }
    h_object_use(o);
    end->described = end->held = o;
    end->m.buf = o.mpi->DTP_obj_buf;
    end->m.count = first.mpi->DTP_obj_count;
    end->m.type = first.mpi->DTP_obj_type;
}

static void make_moved(struct h_case *c, struct h_message_end *end, int k)
{
    int alignment, places;

    make_plain(c, end, k);
    alignment = h_signature_alignment(end->described.pool);
    places = H_COPIES_ALIGNMENT / alignment;
    end->copy = h_copy_at(end->described, alignment * ((h_pair_turn(c) + 5 * k) % places));
    if (!end->copy.all.pool)
        return;
    end->held = end->copy.all;
    end->m.buf = end->held.mpi->DTP_obj_buf;
}

static void free_moved(struct h_message_end *end)
{
    if (end->copy.all.pool)
        h_copies_free(&end->copy);
}

/* ---- packed data ---- */

static int room_for(const struct h_message_end *end)
{
    const DTP_obj_s *o = end->described.mpi;
    int room;

    H_MPI(MPI_Pack_size(o->DTP_obj_count, o->DTP_obj_type, end->m.comm, &room));
    return room;
}

static void pack(struct h_message_end *end)
{
    int position = 0;

    H_MPI(MPI_Pack(H_ARGS(end->described), end->room.bytes, (int) end->room.size, &position, end->m.comm));
    end->m.count = position;
}

/* The count is known from the first packing on; what is packed, later.  A receive may have room for more. */
static void make_packed(struct h_case *c, struct h_message_end *end, int k)
{
    enum { MORE = 16 };

    make_plain(c, end, k);
    if (!end->sends && DTP_pool_elements(end->described.pool) != c->elements) {
        end->guise = NULL;
        return;
    }
    end->room = h_room(room_for(end) + (end->sends || (h_pair_turn(c) + k) % 2 ? 0 : MORE));
    end->m.buf = end->room.bytes;
    end->m.count = (int) end->room.size;
    end->m.type = MPI_PACKED;
    if (!end->sends)
        return;
    h_fill(end->described, (struct h_values) {1, 0});
    pack(end);
}

static void clear_packed(struct h_message_end *end)
{
    h_room_clear(&end->room);
}

/* A message that is shorter than the buffer leaves the rest as it was (MPI-3.1, 3.2.4). */
static void unpack(struct h_case *c, struct h_message_end *end, const MPI_Status *status)
{
    int count, position = 0;

    H_MPI(MPI_Get_count(status, MPI_PACKED, &count));
    H_MPI(MPI_Unpack(end->room.bytes, count, &position, H_ARGS(end->described), end->m.comm));
    h_check_number(c, "MPI_Unpack", "position", count, position);
    h_room_check_rest(c, &end->room, count, "a receive of MPI_PACKED");
}

static void free_packed(struct h_message_end *end)
{
    h_room_free(&end->room);
}

/* ---- the table ---- */

enum { AT_SENDER = 1, AT_RECEIVER = 2, AT_BOTH = 3 };

static const struct h_guise {
    const char *name;
    int where;
    void (*make)(struct h_case *c, struct h_message_end *end, int k);
    void (*started)(struct h_message_end *end);
    void (*filled)(struct h_message_end *end);
    void (*arrived)(struct h_case *c, struct h_message_end *end, const MPI_Status *status);
    void (*undo)(struct h_message_end *end);
} guises[] = {
    {.name = "plain", .where = AT_BOTH, .make = make_plain},
    {.name = "type-freed", .where = AT_BOTH, .make = make_freed, .started = free_type, .undo = free_type},
    {.name = "absolute", .where = AT_BOTH, .make = make_absolute, .undo = free_made},
    {.name = "packed-sent", .where = AT_SENDER, .make = make_packed, .filled = pack, .undo = free_packed},
    {.name = "one-handle", .where = AT_BOTH, .make = make_shared},
    {.name = "packed-received", .where = AT_RECEIVER, .make = make_packed, .filled = clear_packed, .arrived = unpack,
     .undo = free_packed},
    {.name = "absolute-instances", .where = AT_BOTH, .make = make_absolute_instances, .undo = free_made},
    {.name = "absolute-elements", .where = AT_BOTH, .make = make_absolute_elements, .undo = free_made},
    {.name = "any-address", .where = AT_BOTH, .make = make_moved, .undo = free_moved},
};

const char *h_guise_name(int k)
{
    return k < H_NUM(guises) ? guises[k].name : NULL;
}

void h_message_end_make(struct h_case *c, struct h_message_end *end, int guise, bool sends, int k)
{
    end->guise = &guises[guises[guise].where & (sends ? AT_SENDER : AT_RECEIVER) ? guise : 0];
    end->sends = sends;
    end->moved = c->elements;
    end->made = MPI_DATATYPE_NULL;
    end->m.comm = c->comm->comm;
    end->guise->make(c, end, k);
    end->guise = end->guise ? end->guise : &guises[0];
}

/* Of a type of size zero, nothing is no instance (MPI-3.1, 3.2.5). */
static void check_nothing(struct h_case *c, struct h_message_end *end, const MPI_Status *status)
{
    h_check_partial(c, end->described, status, 0);
    if (end->made != MPI_DATATYPE_NULL)
        h_check_none(c, status, end->made);
}

static const struct h_guise first_elements = {.name = "first-elements"},
                            empty = {.name = "empty", .arrived = check_nothing, .undo = free_made};

void h_message_end_make_first(struct h_case *c, struct h_message_end *end, MPI_Aint k)
{
    const struct h_obj o = h_first_elements(k > 0 ? k : 1);

    *end = (struct h_message_end) {.described = o, .held = o, .guise = &first_elements, .sends = true, .moved = k,
                                   .made = MPI_DATATYPE_NULL, .m = {H_ARGS(o), .comm = c->comm->comm}};
    if (k == 0)
        end->m.count = 0;
}

/* The buffer of a message of nothing may be any. */
void h_message_end_make_empty(struct h_case *c, struct h_message_end *end, bool sends, int k, int which)
{
    h_message_end_make(c, end, 0, sends, k);
    end->moved = 0;
    end->guise = &empty;
    if (which == 0) {
        if (sends) {
            end->m.count = 0;
            end->m.buf = k % 2 ? NULL : end->m.buf;
        }
        return;
    }
    end->made = h_empty_type(which, end->m.type);
    use_made(end, k % 2 ? end->m.buf : NULL, 1 + k);
}

void h_message_end_started(struct h_message_end *end)
{
    if (end->guise->started)
        end->guise->started(end);
}

void h_message_end_fill(struct h_message_end *end, struct h_values v)
{
    if (end->sends)
        h_fill(end->held, v);
    else
        h_clear(end->held);
    if (end->guise->filled)
        end->guise->filled(end);
}

bool h_message_end_is_direct(const struct h_message_end *end)
{
    return !end->guise->arrived;
}

void h_message_end_arrived(struct h_case *c, struct h_message_end *end, const MPI_Status *status, int source, int tag)
{
    h_check_envelope(c, status, source, tag);
    if (end->guise->arrived)
        end->guise->arrived(c, end, status);
    else
        h_check_partial(c, end->described, status, end->moved);
}

void h_message_end_free(struct h_message_end *end)
{
    if (end->guise->undo)
        end->guise->undo(end);
    h_later_types_free();
}
