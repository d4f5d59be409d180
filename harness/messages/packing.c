/* Packing, as natively and in "external32", with large counts too, and the room that is packed into. */
#include "messages/packing.h"
#include "run/report.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 64, GUARD_BYTE = 0xa5 };

/* ---- the forms ---- */

static int size_native(struct h_instances o, MPI_Comm comm, MPI_Count *size)
{
    int bytes = -1, code = MPI_Pack_size(o.count, o.type, comm, &bytes);

    *size = bytes;
    return code;
}

static int pack_native(struct h_instances o, void *out, MPI_Count room, MPI_Count *position, MPI_Comm comm)
{
    int at = (int) *position, code = MPI_Pack(H_INSTANCES(o), out, (int) room, &at, comm);

    *position = at;
    return code;
}

static int unpack_native(const void *in, MPI_Count size, MPI_Count *position, struct h_instances o, MPI_Comm comm)
{
    int at = (int) *position, code = MPI_Unpack(in, (int) size, &at, H_INSTANCES(o), comm);

    *position = at;
    return code;
}

static const char external32[] = "external32";

static int size_external(struct h_instances o, MPI_Comm comm, MPI_Count *size)
{
    MPI_Aint bytes = -1;
    int code = MPI_Pack_external_size(external32, o.count, o.type, &bytes);

    (void) comm;
    *size = bytes;
    return code;
}

static int pack_external(struct h_instances o, void *out, MPI_Count room, MPI_Count *position, MPI_Comm comm)
{
    MPI_Aint at = (MPI_Aint) *position;
    int code = MPI_Pack_external(external32, H_INSTANCES(o), out, (MPI_Aint) room, &at);

    (void) comm;
    *position = at;
    return code;
}

static int unpack_external(const void *in, MPI_Count size, MPI_Count *position, struct h_instances o, MPI_Comm comm)
{
    MPI_Aint at = (MPI_Aint) *position;
    int code = MPI_Unpack_external(external32, in, (MPI_Aint) size, &at, H_INSTANCES(o));

    (void) comm;
    *position = at;
    return code;
}

#if defined HAVE_MPI_PACK_C && defined HAVE_MPI_UNPACK_C && defined HAVE_MPI_PACK_EXTERNAL_C
static int size_native_c(struct h_instances o, MPI_Comm comm, MPI_Count *size)
{
    return MPI_Pack_size_c(o.count, o.type, comm, size);
}

static int pack_native_c(struct h_instances o, void *out, MPI_Count room, MPI_Count *position, MPI_Comm comm)
{
    return MPI_Pack_c(H_INSTANCES(o), out, room, position, comm);
}

static int unpack_native_c(const void *in, MPI_Count size, MPI_Count *position, struct h_instances o, MPI_Comm comm)
{
    return MPI_Unpack_c(in, size, position, H_INSTANCES(o), comm);
}

static int size_external_c(struct h_instances o, MPI_Comm comm, MPI_Count *size)
{
    (void) comm;
    return MPI_Pack_external_size_c(external32, o.count, o.type, size);
}

static int pack_external_c(struct h_instances o, void *out, MPI_Count room, MPI_Count *position, MPI_Comm comm)
{
    (void) comm;
    return MPI_Pack_external_c(external32, H_INSTANCES(o), out, room, position);
}

static int unpack_external_c(const void *in, MPI_Count size, MPI_Count *position, struct h_instances o, MPI_Comm comm)
{
    (void) comm;
    return MPI_Unpack_external_c(external32, in, size, position, H_INSTANCES(o));
}
#define LARGE(...) , __VA_ARGS__
#else
#define LARGE(...)
#endif

static const struct h_packing native[] = {
    {"MPI_Pack_size", "MPI_Pack", "MPI_Unpack", size_native, pack_native, unpack_native, H_NATIVE}
    LARGE({"MPI_Pack_size_c", "MPI_Pack_c", "MPI_Unpack_c", size_native_c, pack_native_c, unpack_native_c, H_NATIVE})
};

static const struct h_packing external[] = {
    {"MPI_Pack_external_size", "MPI_Pack_external", "MPI_Unpack_external", size_external, pack_external,
     unpack_external, H_EXTERNAL32}
    LARGE({"MPI_Pack_external_size_c", "MPI_Pack_external_c", "MPI_Unpack_external_c", size_external_c, pack_external_c,
           unpack_external_c, H_EXTERNAL32})
};

int h_packings(enum h_representation which, const struct h_packing **forms)
{
    *forms = which == H_NATIVE ? native : external;
    return which == H_NATIVE ? H_NUM(native) : H_NUM(external);
}

/* ---- room ---- */

struct h_room h_room(MPI_Count size)
{
    struct h_room room = {.size = size};

    room.bytes = (unsigned char *) h_alloc((MPI_Aint) size + 2 * GUARD) + GUARD;
    h_room_clear(&room);
    return room;
}

void h_room_clear(struct h_room *room)
{
    memset(room->bytes - GUARD, GUARD_BYTE, (size_t) room->size + 2 * GUARD);
}

void h_room_free(struct h_room *room)
{
    free(room->bytes - GUARD);
    free(room->copy);
    *room = (struct h_room) {.bytes = NULL};
}

/* Checks that bytes from one to another are as h_room_clear has left them; whether they are. */
static bool check_clear(struct h_case *c, const struct h_room *room, MPI_Count from, MPI_Count to,
                        const char *procedure)
{
    const struct h_failure failure = {.kind = "after"};

    while (from < to && room->bytes[from] == GUARD_BYTE)
        from++;
    if (from < to)
        h_fail_as(c, NULL, &failure, "%s: byte %lld of room for %lld: expected it as it was, found it written",
                  procedure, (long long) from, (long long) room->size);
    return from >= to;
}

void h_room_check_rest(struct h_case *c, const struct h_room *room, MPI_Count from, const char *procedure)
{
    if (check_clear(c, room, -GUARD, 0, procedure))
        (void) check_clear(c, room, from, room->size + GUARD, procedure);
}

void h_room_keep(struct h_room *room, MPI_Count size)
{
    room->copy = h_alloc((MPI_Aint) size);
    room->kept = size;
    memcpy(room->copy, room->bytes, (size_t) size);
}

void h_room_check_kept(struct h_case *c, const struct h_room *room, const char *procedure)
{
    if (memcmp(room->copy, room->bytes, (size_t) room->kept) != 0)
        h_fail(c, "%s: the packed bytes: expected them as they were, found them changed", procedure);
    h_room_check_rest(c, room, room->size, procedure);
}

/* ---- the calls ---- */

static MPI_Count data_bytes(struct h_instances o)
{
    MPI_Count size;

    H_MPI(PMPI_Type_size_x(o.type, &size));
    return o.count * size;
}

/* Whether elements have as many bytes as in memory: in "external32" they may be smaller (MPI-3.1, 13.5.2). */
static bool has_native_sizes(const struct h_case *c, const struct h_packing *form)
{
    MPI_Aint external;

    return form->representation == H_NATIVE || (DTP_pool_external_bytes(c->send.pool, &external) == DTP_SUCCESS &&
                                                external == DTP_pool_bytes(c->send.pool));
}

MPI_Count h_pack_size(struct h_case *c, const struct h_packing *form, struct h_instances o)
{
    MPI_Count bytes = data_bytes(o), size = -1;

    h_now(c, form->size_name);
    h_mpi(form->size(o, c->comm->comm, &size), form->size_name, __FILE__, __LINE__);
    if (size < bytes && !has_native_sizes(c, form))
        bytes = 0;
    if (size < bytes)
        h_fail(c, "%s: expected at least the %lld bytes of data, found %lld", form->size_name, (long long) bytes,
               (long long) size);
    return size < 0 ? 0 : size;
}

/* Up to where a call may write: all of the room or, in turn, as far as MPI says that the message may reach. */
static MPI_Count limit_of(struct h_case *c, const struct h_packing *form, struct h_instances o,
                          const struct h_room *room, MPI_Count position)
{
    const MPI_Count least = h_pair_turn(c) % 2 ? room->size : position + h_pack_size(c, form, o);

    return least < room->size ? least : room->size;
}

/* Packs into memory up to a limit; whether the position stays within. */
static bool pack_into(struct h_case *c, const struct h_packing *form, struct h_instances o, void *memory,
                      MPI_Count limit, MPI_Count *position)
{
    const MPI_Count before = *position;

    h_now(c, form->pack_name);
    h_mpi(form->pack(o, memory, limit, position, c->comm->comm), form->pack_name, __FILE__, __LINE__);
    if (*position >= before && *position <= limit)
        return true;
    h_fail(c, "%s: position: expected %lld to %lld, found %lld", form->pack_name, (long long) before,
           (long long) limit, (long long) *position);
    return false;
}

/* Nothing is written past the size that a call is given (MPI-3.1, 4.2).  The nearest bytes are looked at: there may be
 * many messages. */
static void check_next(struct h_case *c, const struct h_room *room, MPI_Count limit, const char *procedure)
{
    enum { NEAR = 64 };

    (void) check_clear(c, room, limit, limit + NEAR < room->size ? limit + NEAR : room->size, procedure);
}

void h_pack(struct h_case *c, const struct h_packing *form, struct h_instances o, struct h_room *room,
            MPI_Count *position)
{
    const MPI_Count limit = limit_of(c, form, o, room, *position);

    if (pack_into(c, form, o, room->bytes, limit, position))
        check_next(c, room, limit, form->pack_name);
    h_room_check_rest(c, room, room->size, form->pack_name);
}

static void unpack_from(struct h_case *c, const struct h_packing *form, const void *memory, MPI_Count size,
                        MPI_Count *position, struct h_instances o)
{
    h_now(c, form->unpack_name);
    h_mpi(form->unpack(memory, size, position, o, c->comm->comm), form->unpack_name, __FILE__, __LINE__);
}

void h_unpack(struct h_case *c, const struct h_packing *form, struct h_room *room, MPI_Count size, MPI_Count *position,
              struct h_instances o)
{
    unpack_from(c, form, room->bytes, size, position, o);
}

/* ---- bytes before an object ---- */

enum { MOST_BEFORE = 8 };

int h_bytes_before(const struct h_case *c)
{
    static const int numbers[] = {0, 3, 1, 6, 2, 5, 7};

    return numbers[h_pair_turn(c) % H_NUM(numbers)];
}

unsigned char h_byte_before(int k)
{
    return (unsigned char) (0xb1 + k);
}

static struct h_instances in_bytes(unsigned char *bytes, int n)
{
    return (struct h_instances) {bytes, n, MPI_BYTE};
}

void h_pack_before(struct h_case *c, const struct h_packing *form, int n, struct h_room *room, MPI_Count *position)
{
    unsigned char bytes[MOST_BEFORE];

    for (int k = 0; k < n; k++)
        bytes[k] = h_byte_before(k);
    h_pack(c, form, in_bytes(bytes, n), room, position);
}

void h_unpack_before(struct h_case *c, const struct h_packing *form, int n, struct h_room *room, MPI_Count size,
                     MPI_Count *position)
{
    unsigned char found[MOST_BEFORE] = {0};

    h_unpack(c, form, room, size, position, in_bytes(found, n));
    for (int k = 0; k < n; k++)
        h_check_named(c, form->unpack_name, "MPI_BYTE", "", h_byte_before(k), found[k]);
}

/* ---- there and back ---- */

MPI_Count h_pack_behind(struct h_case *c, const struct h_packing *form, struct h_values v, MPI_Count bytes)
{
    const int before = h_bytes_before(c);
    struct h_room room = h_room(h_pack_size(c, form, in_bytes(NULL, before)) + bytes);
    MPI_Count start = 0, position, consumed = 0;

    h_fill(c->send, v);
    h_clear(c->recv);
    h_pack_before(c, form, before, &room, &start);
    room.size = start + bytes;
    position = start;
    h_pack(c, form, h_whole(c->send), &room, &position);
    h_check_packed(c, form, v, room.bytes, (MPI_Aint) start, (MPI_Aint) position);
    h_check_intact(c, c->send, v);
    h_room_keep(&room, position);
    h_unpack_before(c, form, before, &room, position, &consumed);
    h_check_number(c, form->unpack_name, "position after MPI_BYTE", start, consumed);
    h_unpack(c, form, &room, position, &consumed, h_whole(c->recv));
    h_check_number(c, form->unpack_name, "position", position, consumed);
    h_room_check_kept(c, &room, form->unpack_name);
    h_check_received(c, c->recv, v);
    h_room_free(&room);
    return position - start;
}

void h_pack_at(struct h_case *c, const struct h_packing *form, unsigned char *at, MPI_Count size,
               MPI_Count packed_from, MPI_Count unpacked_from)
{
    const struct h_values v = h_mine(c, packed_from > 0);
    MPI_Count position = packed_from, end, consumed = unpacked_from;

    h_fill(c->send, v);
    h_clear(c->recv);
    if (!pack_into(c, form, h_whole(c->send), at - packed_from, packed_from + size, &position))
        return;
    end = unpacked_from + position - packed_from;
    unpack_from(c, form, at - unpacked_from, end, &consumed, h_whole(c->recv));
    h_check_number(c, form->unpack_name, "position", end, consumed);
    h_check_intact(c, c->send, v);
    h_check_received(c, c->recv, v);
}

void h_pack_over(struct h_case *c, const struct h_packing *form, struct h_obj from, struct h_instances sent,
                 struct h_obj to, struct h_instances received, int op)
{
    const struct h_values v = h_mine(c, op);
    struct h_room room = h_room(h_pack_size(c, form, sent));
    MPI_Count size = 0, consumed = 0;

    h_fill(from, v);
    h_clear(to);
    h_pack(c, form, sent, &room, &size);
    h_unpack(c, form, &room, size, &consumed, received);
    h_check_number(c, form->unpack_name, "position", size, consumed);
    h_check_intact(c, from, v);
    h_check_received_part(c, to, v, DTP_pool_elements(from.pool));
    h_room_free(&room);
}
