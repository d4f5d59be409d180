/* Accesses that begin and end within file types: of each round the elements past one of them, then those before, at
 * explicit offsets or where a seek has set the pointer, the shared one too; but by the shared pointer each rank another
 * number of them, some none; in the order of the ranks, where some ranks access nothing, those before and then those
 * past (MPI-3.1, 13.4).  With INTERLEAVED, through views in which the elements of the ranks lie between each other. */
#include "files/file.h"

#ifdef INTERLEAVED
enum { VIEWS = H_ELEMENT_VIEW | H_INTERLEAVED_VIEW };
#else
enum { VIEWS = H_ELEMENT_VIEW };
#endif

/* Of four ranks one accesses nothing at first, and then everything, and the next one the other way round; the others
 * access a part of what they have. */
static MPI_Aint middle_of_rank(const struct h_case *c, MPI_Aint middle, MPI_Aint n)
{
    const int way = (h_pair_turn(c) + c->round + c->comm->rank) % 4;

    if (way < 2)
        return way == 0 ? n : 0;
    return 1 + (middle + c->comm->rank) % (n - 1);
}

/* In the order of the ranks: one between two others accesses nothing, and then alone what comes after their parts. */
static void access_around(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const int rank = c->comm->rank, none = 1 + h_pair_turn(c) % (c->comm->size - 2);
    const MPI_Aint n = DTP_pool_elements(f->pool), first = rank == none ? 0 : n;

    f->who = rank == none ? c->comm->size - 1 : rank - (rank > none);
    h_file_access_part(c, f, form, 0, first);
    h_file_access_part(c, f, form, first, n - first);
    f->who = rank;
}

static void access_round(struct h_case *c, struct h_file *f, const struct h_file_form *form, MPI_Aint middle)
{
    const MPI_Aint n = DTP_pool_elements(f->pool);
    const int last = h_pair_turn(c) % c->comm->size;   /* that accesses something at first */
    const MPI_Aint before = c->comm->rank < last ? n : c->comm->rank == last ? middle : 0;

    if (h_file_is_ordered(form) && c->comm->size > 2 && (h_pair_turn(c) / 2 + c->round) % 2) {
        access_around(c, f, form);
    } else if (h_file_is_ordered(form)) {
        h_file_access_part(c, f, form, 0, before);
        h_file_access_part(c, f, form, before, n - before);
    } else {
        const MPI_Aint own = form->flags & H_SHARED ? middle : middle_of_rank(c, middle, n);
        h_file_access_part(c, f, form, own, n - own);
        h_file_access_part(c, f, form, 0, own);
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
    h_file_finish(c, f, form);
}

static void run(void)
{
    static const struct h_file_cases cases = {VIEWS, "native", access_parts};

    h_each_file(H_INTRA, 1, &cases);
}

const struct h_program h_program = {"accesses that begin and end within file types", H_FILES, run};
