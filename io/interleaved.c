/* Ranks write elements, each into the holes of the others, or the first one, whose view has no holes, into one hole of
 * the others: all at once, which leaves what the others write; then one at
 * a time, and one of them once more; both again where the file ends before what they write; then one at a time, in
 * atomic mode, in which the others read it without MPI_File_sync (MPI-3.1, 13.6.1); and again in that mode, one of them
 * once more.  Each time by another call that writes. */
#include "files/file.h"

#include <stdbool.h>

static void write_part(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    struct h_flight flight = h_file_prepare(c, f, form, c->send);

    if (!(form->flags & H_AT))
        H_MPI(MPI_File_seek(f->fh, flight.transfer.offset, MPI_SEEK_SET));
    h_file_call(c, &flight);
    h_check_intact(c, c->send, flight.moved.values);
}

/* Returns what it must have read. */
static struct h_values read_part(struct h_case *c, struct h_file *f)
{
    struct h_flight flight = h_file_prepare(c, f, &h_file_forms[1], c->recv);

    h_file_call(c, &flight);
    return flight.moved.values;
}

static void write_at_once(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++) {
        H_MPI(MPI_Barrier(c->comm->comm));
        write_part(c, f, form);
    }
}

/* Each rank in turn, and then the first of these again: its holes have what the others wrote since. */
static void write_again(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const int size = c->comm->size, first = h_pair_turn(c) % size;

    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++)
        for (int k = 0; k <= size; k++) {
            if (c->comm->rank == (first + k) % size)
                write_part(c, f, form);
            H_MPI(MPI_Barrier(c->comm->comm));
        }
}

/* The part of the rank f->who; an MPI may keep what is read before, which is not looked at. */
static void pass_on(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    h_view_set(c, f);
    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++) {
        (void) read_part(c, f);
        H_MPI(MPI_Barrier(c->comm->comm));
        if (c->comm->rank == f->who)
            write_part(c, f, form);
        H_MPI(MPI_Barrier(c->comm->comm));
        if (c->comm->rank != f->who)
            h_check_received(c, c->recv, read_part(c, f));
        H_MPI(MPI_Barrier(c->comm->comm));
    }
}

static void write_in_turn(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    for (f->who = 0; f->who < c->comm->size; f->who++)
        pass_on(c, f, form);
}

/* Those by the shared pointer need views that are alike (MPI-3.1, 13.4.4). */
static bool may_write(const struct h_file_form *form, bool all_write)
{
    return form->flags & H_WRITES && !(form->flags & (all_write ? H_SHARED : H_SHARED | H_COLLECTIVE));
}

static const struct h_file_form *choose_form(int turn, bool all_write)
{
    int n = 0;

    for (int k = 0; k < h_num_file_forms; k++)
        n += may_write(&h_file_forms[k], all_write);
    for (int k = 0, before = turn % n;; k++)
        if (may_write(&h_file_forms[k], all_write) && before-- == 0)
            return &h_file_forms[k];
}

static void access_file(struct h_case *c, struct h_file *f, const struct h_file_form *reads)
{
    static const struct {
        enum h_file_mode mode;
        const char *name;
        void (*write)(struct h_case *c, struct h_file *f, const struct h_file_form *form);
        bool all_write; /* at a time */
    } ways[] = {
        {H_READ_WRITE, NULL, write_at_once, true},
        {H_READ_WRITE, "rewritten", write_again, false},
        {H_GROWING, "growing", write_at_once, true},
        {H_GROWING, "growing-rewritten", write_again, false},
        {H_ATOMIC, "atomic", write_in_turn, false},
        {H_ATOMIC, "atomic-rewritten", write_again, false},
    };

    (void) reads;
    for (int k = 0; k < H_NUM(ways); k++) {
        const struct h_file_form *form = choose_form(h_pair_turn(c) + k / 2, ways[k].all_write);
        f->mode = ways[k].mode;
        c->mode = ways[k].name;
        c->form = form->form;
        c->completion = h_file_is_nonblocking(form) ? h_completion(h_pair_turn(c) + k) : NULL;
        if (!h_begin(c, form->name))
            continue;
        h_file_open(c, f, form);
        ways[k].write(c, f, form);
        h_file_check(c, f);
        h_file_close(f);
    }
}

static void run(void)
{
    static const struct h_file_cases cases = {
        H_ONE_FORM | H_PLAIN_VIEW | H_ELEMENT_VIEW | H_INTERLEAVED_VIEW | H_AROUND_VIEW, "native", access_file
    };

    h_each_file(H_INTRA, 1, &cases);
}

const struct h_program h_program = {"writes into the holes of other ranks", H_FILES, run};
