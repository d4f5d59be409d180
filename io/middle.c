/* Accesses that begin and end within file types: of each round the elements past one of them, then those before, at
 * explicit offsets or where a seek has set the pointer, the shared one too; in the order of the ranks, where some ranks
 * access nothing, those before and then those past (MPI-3.1, 13.4). */
#include "file.h"

static void access_round(struct h_case *c, struct h_file *f, const struct h_file_form *form, MPI_Aint middle)
{
    const MPI_Aint n = DTP_pool_elements(f->pool);
    const int last = h_pair_turn(c) % c->comm->size;   /* that accesses something at first */
    const MPI_Aint before = c->comm->rank < last ? n : c->comm->rank == last ? middle : 0;

    if (h_file_is_ordered(form)) {
        h_file_access_part(c, f, form, 0, before);
        h_file_access_part(c, f, form, before, n - before);
    } else {
        h_file_access_part(c, f, form, middle, n - middle);
        h_file_access_part(c, f, form, 0, middle);
    }
}

static void access_parts(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const MPI_Aint n = DTP_pool_elements(f->pool), middle = n > 1 ? 1 + h_pair_turn(c) % (n - 1) : 0;

    if (middle == 0 || !h_begin(c, form->name))
        return;
    h_file_open(c, f, form);
    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++)
        access_round(c, f, form, middle);
    if (form->flags & H_WRITES)
        h_file_check(c, f);
    h_file_close(f);
}

static void visit(struct h_case *c)
{
    static const struct h_file_cases cases = {H_ELEMENT_VIEW, "native", access_parts};

    h_each_file_access(c, &cases);
}

static void run(void)
{
    h_each_pair(H_INTRA, visit);
}

const struct h_program h_program = {"accesses that begin and end within file types", 0, run};
