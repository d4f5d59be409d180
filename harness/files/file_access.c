/* Accesses to the files of cases. */
#include "files/file.h"
#include "case/freed_types.h"

#include <stdbool.h>
#include <string.h>

/* The values of this rank's access in the case's round. */
static struct h_values values_of(const struct h_case *c, const struct h_file *f)
{
    return h_theirs(c, f->who, h_file_operation(f, c->round));
}

/* Etypes before the access of the case's round, in the view. */
static MPI_Offset offset_of(const struct h_case *c, const struct h_file *f)
{
    if (h_view_is_common(f->view))
        return (c->round * c->comm->size + f->who) * f->etypes;
    return h_view_is_hollow(f, f->who) ? 0 : c->round * f->etypes;
}

/* From the start, then from where it stands; which the standard leaves open after the end of the file. */
static void seek(const struct h_case *c, struct h_file *f)
{
    const MPI_Offset skipped = h_view_is_common(f->view) ? (c->comm->size - 1) * f->etypes : 0;

    if (c->round == 0 || f->cut >= 0)
        H_MPI(MPI_File_seek(f->fh, offset_of(c, f), MPI_SEEK_SET));
    else
        H_MPI(MPI_File_seek(f->fh, skipped, MPI_SEEK_CUR));
}

/* The arguments of a call that moves the object, or nothing, at an offset in etypes. */
static struct h_transfer transfer_of(const struct h_case *c, const struct h_file *f, const struct h_moved *m,
                                     MPI_Offset offset, bool moves)
{
    const DTP_obj_s *o = m->object.mpi;
    struct h_instances memory = h_instances(m->object, moves ? o->DTP_obj_count : 0);
    const bool absolute = moves && c->absolute;

    if (absolute)
        memory = h_at_bottom(m->object);
    return (struct h_transfer) {.fh = f->fh, .offset = offset, .buf = memory.buf, .count = memory.count,
                                .type = memory.type, .made = absolute ? memory.type : MPI_DATATYPE_NULL,
                                .request = MPI_REQUEST_NULL, .status = h_status()};
}

bool h_file_is_nonblocking(const struct h_file_form *form)
{
    return strcmp(form->form, "nonblocking") == 0;
}

/* Of the two accesses of a case that are begun and ended one has a type of its own, which is freed while it is pending
 * (MPI-3.1, 2.5.1). */
static void call(const struct h_case *c, const struct h_file_form *form, struct h_transfer *t)
{
    const MPI_Datatype type = t->type;
    const bool is_begun = h_file_is_nonblocking(form) || form->end;
    const bool frees = is_begun && (c->i + c->round) % 2 == 0 && h_asks(c, "MPI_Type_free");

    if (frees)
        H_MPI(MPI_Type_dup(type, &t->type));
    h_mpi(form->call(t), form->name, __FILE__, __LINE__);
    if (frees)
        h_type_give_up(&t->type);
    t->type = type;
}

static void check_moved(struct h_case *c, const struct h_moved *m, const struct h_file_form *form)
{
    if (form->flags & H_WRITES)
        h_check_intact(c, m->object, m->values);
    else
        h_check_received_part(c, m->object, m->values, m->elements);
}

static void complete(struct h_case *c, const struct h_file_form *form, struct h_transfer *t)
{
    if (form->end)
        h_mpi(form->end(t), form->name, __FILE__, __LINE__);
    if (h_file_is_nonblocking(form))
        h_complete(c, 1, &t->request, &t->status);
    h_later_types_free();
    if (t->made != MPI_DATATYPE_NULL)
        H_MPI(MPI_Type_free(&t->made));
}

/* A few questions: that one gets a yes at last was not said before MPI-4.1 (3.7.6). */
static bool is_said_complete(MPI_Request request)
{
    int done = 0;

    for (int k = 0; k < 10 && !done; k++)
        H_MPI(MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE));
    return done;
}

/* The data are looked at before any other call, in the second round before the request that is said to be complete is
 * completed. */
static void finish(struct h_case *c, const struct h_moved *m, const struct h_file_form *form, struct h_transfer *t)
{
    const bool is_asked = h_file_is_nonblocking(form) && c->round == 1 && h_asks(c, "MPI_Request_get_status") &&
                          is_said_complete(t->request);

    if (!is_asked)
        complete(c, form, t);
    c->after = is_asked ? "get_status" : NULL;
    check_moved(c, m, form);
    c->after = NULL;
    if (is_asked)
        complete(c, form, t);
}

static void transfer(struct h_case *c, const struct h_moved *m, const struct h_file_form *form, struct h_transfer *t)
{
    call(c, form, t);
    finish(c, m, form, t);
}

/* By the shared pointer, independently: the ranks in turn. */
static void transfer_in_turn(struct h_case *c, const struct h_moved *m, const struct h_file_form *form,
                             struct h_transfer *t)
{
    for (int r = 0; r < c->comm->size; r++) {
        if (r == c->comm->rank)
            transfer(c, m, form, t);
        H_MPI(MPI_Barrier(c->comm->comm));
    }
}

/* The pointer stands before this etype. */
void h_file_check_position(struct h_case *c, struct h_file *f, bool shared, const char *what, MPI_Offset expected)
{
    MPI_Offset found = -77;

    if (shared)
        H_MPI(MPI_File_get_position_shared(f->fh, &found));
    else
        H_MPI(MPI_File_get_position(f->fh, &found));
    h_check_number(c, shared ? "MPI_File_get_position_shared" : "MPI_File_get_position", what, expected, found);
    if (shared)
        H_MPI(MPI_Barrier(c->comm->comm));
}

static MPI_Offset offset_after(const struct h_case *c, const struct h_file *f)
{
    return offset_of(c, f) + (h_view_is_hollow(f, f->who) ? 0 : f->etypes);
}

/* As transfer; the individual pointer is past what is under way (MPI-3.1, 13.4.3). */
static void transfer_past(struct h_case *c, struct h_file *f, const struct h_moved *m, const struct h_file_form *form,
                          struct h_transfer *t)
{
    call(c, form, t);
    h_file_check_position(c, f, false, "etypes before completion", offset_after(c, f));
    finish(c, m, form, t);
}

/* Not where the file ends before that. */
static bool is_pointer_known(const struct h_file *f, const struct h_file_form *form)
{
    return h_file_is_nonblocking(form) && !(form->flags & (H_AT | H_SHARED)) && f->cut < 0;
}

/* Where accesses that do not move the individual pointer find it, and leave it. */
enum { PARKED = 1 };

static bool parks(const struct h_file *f, const struct h_file_form *form)
{
    return form->flags & (H_AT | H_SHARED) && !h_view_is_hollow(f, f->who);
}

static void check_parked(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    if (parks(f, form))
        h_file_check_position(c, f, false, "etypes", PARKED);
}

/* The pointers: those that the access moves, and those that it does not.  The shared one needs a common view (MPI-3.1,
 * 13.4.4). */
void h_file_check_pointers(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    if (form->flags & H_SHARED)
        h_file_check_position(c, f, true, "etypes", (c->round + 1) * c->comm->size * f->etypes);
    else if (c->round == 0 && h_view_is_common(f->view) && h_asks(c, "MPI_File_get_position_shared"))
        h_file_check_position(c, f, true, "etypes", 0);
    check_parked(c, f, form);
    if (!(form->flags & (H_AT | H_SHARED)))
        h_file_check_position(c, f, false, "etypes", offset_after(c, f));
}

void h_file_place(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    if (!(form->flags & (H_AT | H_SHARED)))
        seek(c, f);
    if (parks(f, form))
        H_MPI(MPI_File_seek(f->fh, PARKED, MPI_SEEK_SET));
}

void h_file_access(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const struct h_moved m = {form->flags & H_WRITES ? c->send : c->recv, values_of(c, f), h_file_elements(c, f)};
    struct h_transfer t = transfer_of(c, f, &m, offset_of(c, f), !h_view_is_hollow(f, f->who));

    h_file_place(c, f, form);
    if (form->flags & H_SHARED && !(form->flags & H_COLLECTIVE))
        transfer_in_turn(c, &m, form, &t);
    else if (h_pair_turn(c) % 2 && is_pointer_known(f, form))
        transfer_past(c, f, &m, form, &t);
    else
        transfer(c, &m, form, &t);
    if (form->flags & H_SHARED)
        H_MPI(MPI_Barrier(c->comm->comm));
    h_check_partial(c, m.object, &t.status, m.elements);
    if (f->cut < 0)
        h_file_check_pointers(c, f, form);
    else
        check_parked(c, f, form);
}

/* ---- accesses that are under way together ---- */

/* At an offset in etypes. */
static struct h_flight flight_of(struct h_case *c, struct h_file *f, const struct h_file_form *form, struct h_moved m,
                                 MPI_Offset offset, bool moves)
{
    if (form->flags & H_WRITES)
        h_fill(m.object, m.values);
    else
        h_clear(m.object);
    return (struct h_flight) {form, m, transfer_of(c, f, &m, offset, moves)};
}

struct h_flight h_file_prepare(struct h_case *c, struct h_file *f, const struct h_file_form *form, struct h_obj object)
{
    const struct h_moved m = {object, values_of(c, f), h_file_elements(c, f)};

    return flight_of(c, f, form, m, offset_of(c, f), !h_view_is_hollow(f, f->who));
}

/* By the shared pointer, independently: the ranks in turn. */
void h_file_begin(struct h_case *c, struct h_flight *flight)
{
    const bool in_turn = flight->form->flags & H_SHARED && !(flight->form->flags & H_COLLECTIVE);

    h_now(c, flight->form->name);
    for (int r = 0; r < c->comm->size; r++) {
        if (r == c->comm->rank)
            call(c, flight->form, &flight->transfer);
        if (in_turn)
            H_MPI(MPI_Barrier(c->comm->comm));
    }
}

void h_file_end(struct h_case *c, struct h_flight *flight)
{
    h_now(c, flight->form->name);
    finish(c, &flight->moved, flight->form, &flight->transfer);
    h_check_partial(c, flight->moved.object, &flight->transfer.status, flight->moved.elements);
}

void h_file_call(struct h_case *c, struct h_flight *flight)
{
    call(c, flight->form, &flight->transfer);
    complete(c, flight->form, &flight->transfer);
}

static const struct h_file_form *find_form(const char *form, unsigned flags)
{
    int k = 0;

    while (strcmp(h_file_forms[k].form, form) != 0 || h_file_forms[k].flags != flags)
        k++;
    return &h_file_forms[k];
}

const struct h_file_form *h_file_at(const struct h_file_form *form)
{
    return find_form("blocking", H_AT | (form->flags & H_WRITES));
}

const struct h_file_form *h_file_split_at(const struct h_file_form *form)
{
    return find_form("split", H_AT | H_COLLECTIVE | (form->flags & H_WRITES));
}

/* ---- parts of accesses ---- */

/* In the first round from the start, then from where it stands. */
static void seek_to(struct h_case *c, struct h_file *f, bool shared, MPI_Offset to)
{
    MPI_Offset at = 0;
    const int whence = c->round == 0 ? MPI_SEEK_SET : MPI_SEEK_CUR;

    if (whence == MPI_SEEK_CUR && shared)
        H_MPI(MPI_File_get_position_shared(f->fh, &at));
    else if (whence == MPI_SEEK_CUR)
        H_MPI(MPI_File_get_position(f->fh, &at));
    if (shared)
        H_MPI(MPI_Barrier(c->comm->comm));
    if (shared)
        H_MPI(MPI_File_seek_shared(f->fh, to - at, whence));
    else
        H_MPI(MPI_File_seek(f->fh, to - at, whence));
    h_file_check_position(c, f, shared,
                          shared ? "etypes after MPI_File_seek_shared" : "etypes after MPI_File_seek", to);
}

/* By the shared pointer: the ranks in turn, each from where its own part begins. */
static void transfer_part_in_turn(struct h_case *c, struct h_file *f, const struct h_moved *m,
                                  const struct h_file_form *form, struct h_transfer *t)
{
    for (int r = 0; r < c->comm->size; r++) {
        const MPI_Offset to = t->offset + (r - c->comm->rank) * f->etypes;
        seek_to(c, f, true, to);
        if (r == c->comm->rank)
            transfer(c, m, form, t);
        H_MPI(MPI_Barrier(c->comm->comm));
        h_file_check_position(c, f, true, "etypes", to + m->elements);
    }
}

bool h_file_is_ordered(const struct h_file_form *form)
{
    return form->flags & H_SHARED && form->flags & H_COLLECTIVE;
}

static struct h_flight part_of(struct h_case *c, struct h_file *f, const struct h_file_form *form, struct h_obj object,
                               MPI_Aint from, MPI_Aint n)
{
    struct h_moved m = {object, values_of(c, f), n};

    m.values.start += (int) from * m.values.stride;
    return flight_of(c, f, form, m, offset_of(c, f) + from, n > 0);
}

struct h_flight h_file_prepare_part(struct h_case *c, struct h_file *f, const struct h_file_form *form, MPI_Aint from,
                                    MPI_Aint n)
{
    return part_of(c, f, form, h_first_elements(n > 0 ? n : 1), from, n);
}

/* All elements, or none, are of the case's object, with its gaps. */
static struct h_flight part_at_once(struct h_case *c, struct h_file *f, const struct h_file_form *form, MPI_Aint from,
                                    MPI_Aint n)
{
    const struct h_obj whole = form->flags & H_WRITES ? c->send : c->recv;
    const struct h_obj object = n == 0 || n == DTP_pool_elements(f->pool) ? whole : h_first_elements(n);

    return part_of(c, f, form, object, from, n);
}

void h_file_go_on(struct h_case *c, struct h_file *f, const struct h_file_form *form, MPI_Aint from, MPI_Aint n)
{
    struct h_flight flight = part_at_once(c, f, form, from, n);

    transfer(c, &flight.moved, form, &flight.transfer);
    h_check_partial(c, flight.moved.object, &flight.transfer.status, n);
}

void h_file_access_part(struct h_case *c, struct h_file *f, const struct h_file_form *form, MPI_Aint from, MPI_Aint n)
{
    struct h_flight flight = part_at_once(c, f, form, from, n);
    const struct h_moved *m = &flight.moved;
    struct h_transfer *t = &flight.transfer;

    if (h_file_is_ordered(form)) {
        transfer(c, m, form, t);
    } else if (form->flags & H_SHARED) {
        transfer_part_in_turn(c, f, m, form, t);
    } else {
        if (!(form->flags & H_AT))
            seek_to(c, f, false, t->offset);
        transfer(c, m, form, t);
        if (!(form->flags & H_AT))
            h_file_check_position(c, f, false, "etypes", t->offset + n);
    }
    h_check_partial(c, m->object, &t->status, n);
}

void h_file_write(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++) {
        h_fill(c->send, values_of(c, f));
        h_file_access(c, f, form);
    }
    h_file_check(c, f);
}

void h_file_read(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++) {
        h_clear(c->recv);
        h_file_access(c, f, form);
    }
}
