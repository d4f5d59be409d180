/* Accesses that go on where the last one has ended, by the pointers alone: each of a block of the file, of half a block
 * or the rest of it, of one and a half, or of one element (MPI-3.1, 13.4.3, 13.4.4). */
#include "files/file.h"

enum { MOST = 12 }; /* accesses of a round; the last one has the rest */

/* Elements from one on to the end of its block of the file: all that lie one after the other. */
static MPI_Aint rest_of_block(const struct h_file *f, MPI_Aint first, MPI_Aint left)
{
    const MPI_Aint bytes = h_element_bytes(f->pool);
    MPI_Aint n = 1;

    while (n < left && h_file_disp(f, first + n) == h_file_disp(f, first + n - 1) + bytes)
        n++;
    return n;
}

/* Elements of access number k of a round, where so many are left from a first one on. */
static MPI_Aint length(const struct h_case *c, const struct h_file *f, int k, MPI_Aint first, MPI_Aint left)
{
    const MPI_Aint block = rest_of_block(f, first, left), half = (block + 1) / 2;

    switch (h_pair_turn(c) % 4) {
    case 0:
        return block;
    case 1:
        return k % 2 ? block : half;
    case 2:
        return block < left ? block + (rest_of_block(f, first + block, left - block) + 1) / 2 : block;
    default:
        return 1;
    }
}

static void go_on(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const MPI_Aint all = DTP_pool_elements(f->pool), first = h_file_first(c, f);

    for (MPI_Aint from = 0, n, k = 0; from < all; from += n, k++) {
        n = k < MOST - 1 ? length(c, f, (int) k, first + from, all - from) : all - from;
        h_file_go_on(c, f, form, from, n);
    }
}

/* By the shared pointer the ranks in turn. */
static void access_round(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    h_file_place(c, f, form);
    for (int r = 0; r < c->comm->size; r++) {
        if (r == c->comm->rank)
            go_on(c, f, form);
        if (form->flags & H_SHARED)
            H_MPI(MPI_Barrier(c->comm->comm));
    }
    h_file_check_pointers(c, f, form);
}

/* In the order of the ranks an access goes on where another rank has ended. */
static void access_onwards(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    if (h_file_is_ordered(form) || !h_begin(c, form->name))
        return;
    h_file_open(c, f, form);
    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++)
        access_round(c, f, form);
    h_file_finish(c, f, form);
}

static void run(void)
{
    static const struct h_file_cases cases = {H_ELEMENT_VIEW, "native", access_onwards};

    h_each_file(H_INTRA, 1, &cases);
}

const struct h_program h_program = {"accesses that go on where the last one has ended", H_FILES, run};
