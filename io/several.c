/* Two accesses to one file that are under way together: nonblocking ones, which complete in the reverse order, and one
 * at an explicit offset while a split access is under way; accesses to two open files, each with a view of its own:
 * blocking ones in turn, split ones under way together (MPI-3.1, 13.4). */
#include "files/file.h"

#include <stdbool.h>

static struct h_obj object_of(struct h_case *c, const struct h_file_form *form, int k)
{
    if (form->flags & H_WRITES)
        return k == 0 ? c->send : h_send_object(c, k);
    return k == 0 ? c->recv : h_recv_object(c, k);
}

/* Nothing, by an object's type, in the way that the form moves data. */
static void access_nothing(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const DTP_obj_s *o = object_of(c, form, 1).mpi;
    MPI_Status status = h_status();

    if (form->flags & H_WRITES)
        H_MPI(MPI_File_write_at(f->fh, 0, o->DTP_obj_buf, 0, o->DTP_obj_type, &status));
    else
        H_MPI(MPI_File_read_at(f->fh, 0, o->DTP_obj_buf, 0, o->DTP_obj_type, &status));
    h_check_none(c, &status, o->DTP_obj_type);
}

/* A pointer that an access moves has moved once that has begun. */
static void access_together(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const struct h_file_form *forms[H_FILE_ROUNDS] = {form, form->end ? h_file_at(form) : form};
    struct h_flight flights[H_FILE_ROUNDS];

    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++)
        flights[c->round] = h_file_prepare(c, f, forms[c->round], object_of(c, form, c->round));
    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++) {
        if (c->round == 0 || !form->end)
            h_file_place(c, f, form);
        h_file_begin(c, &flights[c->round]);
    }
    c->round = form->end ? 0 : H_FILE_ROUNDS - 1;
    if (form->end)
        access_nothing(c, f, form);
    else
        h_file_check_pointers(c, f, form);
    for (int k = H_FILE_ROUNDS - 1; k >= 0; k--)
        h_file_end(c, &flights[k]);
    h_file_check_pointers(c, f, form);
}

static void begin_both(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    c->more_sent = c->more_received = 1;
    if (!h_begin(c, form->name))
        return;
    h_file_open(c, f, form);
    access_together(c, f, form);
    h_file_finish(c, f, form);
}

static void access_in_turn(struct h_case *c, struct h_file *files[2], const struct h_file_form *form)
{
    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++)
        for (int k = 0; k < 2; k++) {
            (void) h_file_prepare(c, files[k], form, object_of(c, form, 0));
            h_file_access(c, files[k], form);
        }
}

/* Split accesses to both files are under way, which move unlike numbers of elements; the rest follows. */
static void access_split(struct h_case *c, struct h_file *files[2], const struct h_file_form *form)
{
    const MPI_Aint all = DTP_pool_elements(c->recv.pool), some = (all + 1) / 2;
    struct h_flight flights[2];

    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++) {
        flights[0] = h_file_prepare(c, files[0], form, object_of(c, form, 0));
        flights[1] = h_file_prepare_part(c, files[1], h_file_split_at(form), 0, some);
        h_file_place(c, files[0], form);
        for (int k = 0; k < 2; k++)
            h_file_begin(c, &flights[k]);
        for (int k = 0; k < 2; k++)
            h_file_end(c, &flights[k]);
        h_file_check_pointers(c, files[0], form);
        if (all > some)
            h_file_access_part(c, files[1], h_file_at(form), some, all - some);
    }
}

static void open_both(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    struct h_file other, *files[2] = {f, &other};

    c->more_sent = c->more_received = 0;
    if (h_file_other(c, &other) && h_begin(c, form->name)) {
        h_file_open(c, f, form);
        h_file_open(c, &other, form);
        (form->end ? access_split : access_in_turn)(c, files, form);
        for (int k = 0; k < 2; k++)
            h_file_finish(c, files[k], form);
    }
    h_view_free(&other);
}

static void access_file(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const bool is_together = c->completion || (form->end && h_pair_turn(c) % 2);

    (is_together ? begin_both : open_both)(c, f, form);
}

static void run(void)
{
    static const struct h_file_cases cases = {0, "native", access_file};

    h_each_file(H_INTRA, 1, &cases);
}

const struct h_program h_program = {"several accesses, and several files, at a time", H_SEVERAL | H_FILES, run};
