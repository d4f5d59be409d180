/* All ranks access a file by the shared pointer at once, each twice: the order is any, but each part of the file is
 * accessed once, by each rank in its own order (MPI-3.1, 13.4.4). */
#include "files/file.h"

enum { MOST_PARTS = 64 };

/* Which of all accesses has these values; they are numbered as their parts of the file are. */
static int find(struct h_case *c, struct h_file *f, struct h_obj found)
{
    struct h_values values[MOST_PARTS];
    const int n = H_FILE_ROUNDS * c->comm->size;

    for (int k = 0; k < n; k++)
        values[k] = h_theirs(c, k % c->comm->size, h_file_operation(f, k / c->comm->size));
    return h_check_one_of(c, found, n, values);
}

/* What all ranks find are all the parts of the file; the pointer is past them. */
static void read_parts(struct h_case *c, struct h_file *f, const struct h_file_form *form, int found[H_FILE_ROUNDS])
{
    MPI_Offset at = -77;

    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++) {
        struct h_flight flight = h_file_prepare(c, f, form, c->recv);
        h_file_call(c, &flight);
        found[c->round] = find(c, f, c->recv);
    }
    h_check_each_once(c, c->operation, "accesses to a part of the file", H_FILE_ROUNDS, found);
    H_MPI(MPI_File_get_position_shared(f->fh, &at));
    h_check_number(c, "MPI_File_get_position_shared", "etypes", H_FILE_ROUNDS * c->comm->size * f->etypes, at);
}

static void read_at_once(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    int found[H_FILE_ROUNDS];

    read_parts(c, f, form, found);
    if (found[1] >= 0)
        h_check_number(c, form->name, "the second of two reads is of a later part", 1, found[0] < found[1]);
}

static void write_at_once(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    int found[H_FILE_ROUNDS];

    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++) {
        struct h_flight flight = h_file_prepare(c, f, form, c->send);
        h_file_call(c, &flight);
        h_check_intact(c, c->send, flight.moved.values);
    }
    h_file_sync(c->comm, f->fh);
    h_now(c, "MPI_File_read_at");
    read_parts(c, f, h_file_at(form + 1), found);
}

static void access_file(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const bool at_once = form->flags & H_SHARED && !(form->flags & H_COLLECTIVE);

    if (!at_once || H_FILE_ROUNDS * c->comm->size > MOST_PARTS || !h_begin(c, form->name))
        return;
    h_file_open(c, f, form);
    H_MPI(MPI_Barrier(c->comm->comm));
    (form->flags & H_WRITES ? write_at_once : read_at_once)(c, f, form);
    h_file_close(f);
}

static void run(void)
{
    static const struct h_file_cases cases = {H_BOTH_WAYS, "native", access_file};

    h_each_file(H_INTRA, 1, &cases);
}

const struct h_program h_program = {"all ranks at once by the shared pointer", H_FILES, run};
