/* Faults of constructors that take two things to strike, of which either alone goes well. */
#include "faulty.h"
#include "hooks.h"

/* ---- lists of blocks ---- */

static bool is_list(const struct blocks *b)
{
    return b->combiner == MPI_COMBINER_INDEXED || b->combiner == MPI_COMBINER_HINDEXED ||
           b->combiner == MPI_COMBINER_INDEXED_BLOCK || b->combiner == MPI_COMBINER_HINDEXED_BLOCK;
}

/* Blocks that neither rise nor fall throughout: the second and the third one are exchanged. */
bool mixed_order_exchanged(struct blocks *b)
{
    bool rises = false, falls = false;
    MPI_Aint second;

    if (!is_list(b) || b->n < 3 || b->lens[1] == b->lens[2])
        return false;
    for (int k = 1; k < b->n; k++) {
        rises |= b->disps[k] > b->disps[k - 1];
        falls |= b->disps[k] < b->disps[k - 1];
    }
    second = b->disps[1];
    b->disps[1] = b->disps[2];
    b->disps[2] = second;
    return rises && falls;
}

bool mixed_order_of_one_length(struct blocks *b)
{
    bool rises = false, falls = false;
    MPI_Aint second;

    if (b->combiner != MPI_COMBINER_INDEXED_BLOCK && b->combiner != MPI_COMBINER_HINDEXED_BLOCK)
        return false;
    for (int k = 1; k < b->n; k++) {
        rises |= b->disps[k] > b->disps[k - 1];
        falls |= b->disps[k] < b->disps[k - 1];
    }
    if (!rises || !falls || b->n < 3)
        return false;
    second = b->disps[1];
    b->disps[1] = b->disps[2];
    b->disps[2] = second;
    return true;
}

/* Two empty blocks at first: the third one is empty too. */
bool two_empty_end_list(struct blocks *b)
{
    if (!is_list(b) || b->n < 3 || b->lens[0] != 0 || b->lens[1] != 0 || b->lens[2] == 0)
        return false;
    b->lens[2] = 0;
    return true;
}

/* An empty last block below all others sets the lower bound. */
bool empty_last_below(struct blocks *b)
{
    const int last = b->n - 1;

    if (!is_list(b) || b->n < 2 || b->lens[last] != 0 || b->disps[last] >= b->lb)
        return false;
    b->extent += b->lb - b->disps[last];
    b->lb = b->disps[last];
    return true;
}

/* ---- members and blocks of what is resized to less ---- */

static bool is_smaller(MPI_Datatype type)
{
    const struct bounds b = bounds_of(type);

    return b.extent >= 0 && b.extent < b.true_extent;
}

/* The last instance of such a member is lost, if there are several. */
bool smaller_member_short(struct blocks *b)
{
    for (int k = 0; b->types && k < b->n; k++)
        if (b->lens[k] > 1 && is_smaller(b->types[k])) {
            b->lens[k]--;
            return true;
        }
    return false;
}

bool smaller_with_lb_short(struct blocks *b)
{
    for (int k = 0; b->types && k < b->n; k++)
        if (b->lens[k] > 0 && is_smaller(b->types[k]) && bounds_of(b->types[k]).lb < 0) {
            b->lens[k]--;
            return true;
        }
    return false;
}

bool smaller_block_short(struct blocks *b)
{
    if (!is_list(b) || b->n < 2 || !is_smaller(b->child) || b->lens[b->n - 1] < 2)
        return false;
    b->lens[b->n - 1]--;
    return true;
}

/* ---- arrays ---- */

/* In Fortran order, a part that reaches the end of the fastest dimension begins with the slowest one. */
bool fortran_end_starts_lost(struct array *a)
{
    const int last = a->dims - 1;

    if (*a->order != MPI_ORDER_FORTRAN || a->dims < 2 || a->starts[0] == 0 ||
        a->starts[0] + a->subsizes[0] != a->sizes[0] || a->starts[last] == 0)
        return false;
    a->starts[last] = 0;
    return true;
}

/* The second of two dimensions that are dealt out in turn, by several. */
bool second_cyclic_by_one(struct dealt *d)
{
    if (d->dims < 2 || d->distribs[1] != MPI_DISTRIBUTE_CYCLIC || d->dargs[1] < 2 || d->procs[1] < 2)
        return false;
    d->dargs[1] = 1;
    return true;
}

/* In Fortran order, the first dimension, uneven and in blocks: the last process has the part of the first one. */
bool fortran_uneven_block(struct dealt *d)
{
    if (*d->order != MPI_ORDER_FORTRAN || d->distribs[0] != MPI_DISTRIBUTE_BLOCK || d->procs[0] < 2 ||
        d->sizes[0] % d->procs[0] == 0 || *d->rank == 0)
        return false;
    *d->rank = 0;
    return true;
}

/* In C order, the last dimension in turn, of a process that is not the first in the dimension before. */
bool row_of_cyclic(struct dealt *d)
{
    const int last = d->dims - 1;

    if (*d->order != MPI_ORDER_C || d->dims < 3 || d->distribs[last] != MPI_DISTRIBUTE_CYCLIC ||
        d->procs[last - 1] < 2 || *d->rank / d->procs[last] % d->procs[last - 1] == 0)
        return false;
    *d->rank -= d->procs[last];
    return true;
}
