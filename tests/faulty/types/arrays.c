/* Subarrays and darrays that get some of their dimensions wrong; and what is returned of constructors' arguments. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

/* ---- subarrays ---- */

static bool exchange_starts(struct array *a, int i, int j)
{
    const int first = a->starts[i];

    if (first == a->starts[j] || a->starts[j] + a->subsizes[i] > a->sizes[i] || first + a->subsizes[j] > a->sizes[j])
        return false;
    a->starts[i] = a->starts[j];
    a->starts[j] = first;
    return true;
}

static bool start_at_0(struct array *a, int k)
{
    const bool changed = a->starts[k] != 0;

    a->starts[k] = 0;
    return changed;
}

/* Rows that are whole begin with the first one. */
bool whole_rows_at_start(struct array *a)
{
    return a->dims == 2 && *a->order == MPI_ORDER_C && a->subsizes[1] == a->sizes[1] && start_at_0(a, 0);
}

bool single_column_exchanged(struct array *a)
{
    return a->dims == 2 && *a->order == MPI_ORDER_C && a->subsizes[1] == 1 && exchange_starts(a, 0, 1);
}

bool fortran_slowest_at_start(struct array *a)
{
    return a->dims == 3 && *a->order == MPI_ORDER_FORTRAN && start_at_0(a, 2);
}

bool middle_starts_exchanged(struct array *a)
{
    return a->dims == 4 && exchange_starts(a, 1, 2);
}

/* The part is as wide as it is high. */
bool subsizes_exchanged(struct array *a)
{
    const int first = a->dims == 2 ? a->subsizes[0] : 0;

    if (a->dims != 2 || first == a->subsizes[1] || a->starts[0] + a->subsizes[1] > a->sizes[0] ||
        a->starts[1] + first > a->sizes[1])
        return false;
    a->subsizes[0] = a->subsizes[1];
    a->subsizes[1] = first;
    return true;
}

/* ---- darrays ---- */

/* Coordinate k of the process. */
static int coordinate(const struct dealt *d, int k)
{
    int rank = *d->rank;

    for (int i = d->dims - 1; i > k; i--)
        rank /= d->procs[i];
    return rank % d->procs[k];
}

/* A process that has nothing of an array has what the first one has. */
bool empty_part_filled(struct dealt *d)
{
    if (d->dims != 1 || d->distribs[0] != MPI_DISTRIBUTE_BLOCK || d->dargs[0] == MPI_DISTRIBUTE_DFLT_DARG ||
        *d->rank * d->dargs[0] < d->sizes[0])
        return false;
    *d->rank = 0;
    return true;
}

/* In Fortran order processes are numbered along the first dimension, too. */
bool fortran_grid_by_columns(struct dealt *d)
{
    int rank = 0;

    if (*d->order != MPI_ORDER_FORTRAN)
        return false;
    for (int k = d->dims - 1; k >= 0; k--)
        rank = rank * d->procs[k] + coordinate(d, k);
    if (rank == *d->rank)
        return false;
    *d->rank = rank;
    return true;
}

bool third_distribution_of_second(struct dealt *d)
{
    const int none = MPI_DISTRIBUTE_NONE;

    if (d->dims < 3 || d->distribs[1] == none || d->distribs[2] == none || d->distribs[2] == d->distribs[1] ||
        d->procs[2] < 2)
        return false;
    d->distribs[2] = d->distribs[1];
    d->dargs[2] = MPI_DISTRIBUTE_DFLT_DARG;
    return true;
}

/* Where the last dimension is dealt out to three processes or more, to the one on the other end. */
bool odd_grid_reversed(struct dealt *d)
{
    const int last = d->dims - 1, mine = coordinate(d, last), other = d->procs[last] - 1 - mine;

    if (d->procs[last] < 3 || mine == other)
        return false;
    *d->rank += other - mine;
    return true;
}

/* Parts of several elements each: the first of two dimensions takes the argument of the second. */
bool arguments_exchanged(struct dealt *d)
{
    const int first = d->dargs[0];

    if (d->dims != 2 || d->distribs[0] != MPI_DISTRIBUTE_CYCLIC || d->distribs[1] != MPI_DISTRIBUTE_CYCLIC ||
        first == d->dargs[1])
        return false;
    d->dargs[0] = d->dargs[1];
    d->dargs[1] = first;
    return true;
}

/* ---- elements of arrays ---- */

/* An array is of elements without the gap at their end. */
bool array_of_true_elements(struct calls_call *c)
{
    const int old = calls_find(c->procedure, "oldtype");
    MPI_Aint lb, extent, true_lb, true_extent;
    MPI_Datatype cut;

    if (!calls_is(c, "MPI_Type_create_subarray") && !calls_is(c, "MPI_Type_create_darray"))
        return false;
    PMPI_Type_get_extent(CALLS_HANDLE(MPI_Datatype, c, old), &lb, &extent);
    PMPI_Type_get_true_extent(CALLS_HANDLE(MPI_Datatype, c, old), &true_lb, &true_extent);
    if (extent <= true_extent || true_extent == 0)
        return false;
    PMPI_Type_create_resized(CALLS_HANDLE(MPI_Datatype, c, old), lb, true_extent, &cut);
    CALLS_HANDLE(MPI_Datatype, c, old) = cut;
    return true;
}

/* ---- what is returned of arguments ---- */

bool starts_returned_zero(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    const int dims = combiner == MPI_COMBINER_SUBARRAY ? integers[0] : 0;
    bool changed = false;

    (void) ints, (void) addresses, (void) displs;
    for (int k = 0; k < dims; k++) {
        changed |= integers[1 + 2 * dims + k] != 0;
        integers[1 + 2 * dims + k] = 0;
    }
    return changed;
}

/* Of a darray's contents, those of the list behind so many lists of its dimensions that have one value get another. */
static bool returned_as(int combiner, int *integers, int list, int value, int other)
{
    const int dims = combiner == MPI_COMBINER_DARRAY ? integers[2] : 0;
    bool changed = false;

    for (int k = 0; k < dims; k++)
        if (integers[3 + list * dims + k] == value) {
            integers[3 + list * dims + k] = other;
            changed = true;
        }
    return changed;
}

bool default_argument_returned(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) ints, (void) addresses, (void) displs;
    return returned_as(combiner, integers, 2, MPI_DISTRIBUTE_DFLT_DARG, 1);
}

bool default_argument_returned_zero(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) ints, (void) addresses, (void) displs;
    return returned_as(combiner, integers, 2, MPI_DISTRIBUTE_DFLT_DARG, 0);
}

bool no_distribution_returned(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) ints, (void) addresses, (void) displs;
    return returned_as(combiner, integers, 1, MPI_DISTRIBUTE_NONE, -1);
}

bool resized_lb_returned_zero(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) ints, (void) integers;
    if (combiner != MPI_COMBINER_RESIZED || addresses < 2 || displs[0] == 0)
        return false;
    displs[0] = 0;
    return true;
}

bool block_length_returned_one(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) addresses, (void) displs;
    if ((combiner != MPI_COMBINER_INDEXED_BLOCK && combiner != MPI_COMBINER_HINDEXED_BLOCK) || ints < 2 ||
        integers[1] < 2)
        return false;
    integers[1] = 1;
    return true;
}

bool stride_returned_positive(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    if (combiner == MPI_COMBINER_VECTOR && ints > 2 && integers[2] < 0) {
        integers[2] = -integers[2];
        return true;
    }
    if (combiner != MPI_COMBINER_HVECTOR || addresses < 1 || displs[0] >= 0)
        return false;
    displs[0] = -displs[0];
    return true;
}

bool displacements_returned_from_first(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    const MPI_Aint first = addresses > 0 ? displs[0] : 0;

    (void) ints, (void) integers;
    if (combiner != MPI_COMBINER_STRUCT || first == 0)
        return false;
    for (int k = 0; k < addresses; k++)
        displs[k] -= first;
    return true;
}

/* A duplicate of a predefined type is said to be predefined. */
bool duplicate_returned_named(struct calls_call *c)
{
    MPI_Datatype type;
    struct arguments a;
    bool found;

    if (strcmp(c->procedure->name, "MPI_Type_get_envelope") != 0)
        return false;
    type = CALLS_HANDLE(MPI_Datatype, c, 0);
    if (!is_made_by(type, MPI_COMBINER_DUP))
        return false;
    a = arguments_of(type);
    found = is_made_by(a.types[0], MPI_COMBINER_NAMED);
    free_arguments(&a);
    if (!found)
        return false;
    *(int *) pointer_of(c, "combiner") = MPI_COMBINER_NAMED;
    *(int *) pointer_of(c, "num_datatypes") = 0;
    return true;
}
