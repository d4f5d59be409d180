/* Reads in which ranks have elements in common, as those of arrays with halos do: all at once, each rank from its share
 * on to the end of the next one; then each rank everything (MPI-3.1, 13.4). */
#include "files/file.h"

/* Parts of what the rank f->who would access: there are shares for one rank more, and the last rank has the rest. */
static void read_round(struct h_case *c, struct h_file *f, const struct h_file_form *form, MPI_Aint share)
{
    const MPI_Aint n = DTP_pool_elements(f->pool), from = c->comm->rank * share;
    const bool is_last = c->comm->rank + 1 == c->comm->size;

    h_file_access_part(c, f, form, from, is_last ? n - from : 2 * share);
    h_file_access_part(c, f, form, 0, n);
}

static void read_file(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const MPI_Aint share = DTP_pool_elements(f->pool) / (c->comm->size + 1);

    if (share == 0 || form->flags & H_SHARED || !h_begin(c, form->name))
        return;
    h_file_open(c, f, form);
    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++) {
        f->who = (c->i + c->round) % c->comm->size;
        h_view_set(c, f);
        read_round(c, f, form, share);
    }
    h_file_close(f);
}

static void run(void)
{
    static const struct h_file_cases cases[] = {
        {H_READ_ONLY | H_ELEMENT_VIEW, "native", read_file},
        {H_READ_ONLY | H_ELEMENT_VIEW | H_SMALL_BUFFERS, "native", read_file},
    };

    h_each_file(H_WORLD | H_SPLIT | H_REVERSED, H_NUM(cases), cases);
}

const struct h_program h_program = {"reads of what other ranks read too", H_FILES, run};
