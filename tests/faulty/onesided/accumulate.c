/* Faults of accumulate calls. */
#include "faulty.h"
#include "hooks.h"

static bool replace(struct accumulate *a, MPI_Op this, MPI_Op by)
{
    if (a->op != this)
        return false;
    a->op = by;
    return true;
}

#define REPLACED(NAME, THIS, BY) bool NAME(struct accumulate *a) { return replace(a, THIS, BY); }
REPLACED(sum_replaces, MPI_SUM, MPI_REPLACE)
REPLACED(no_op_writes, MPI_NO_OP, MPI_REPLACE)
REPLACED(min_is_max, MPI_MIN, MPI_MAX)
REPLACED(replace_adds, MPI_REPLACE, MPI_SUM)
REPLACED(sums_for_prod, MPI_PROD, MPI_SUM)
REPLACED(bor_for_bxor, MPI_BXOR, MPI_BOR)
REPLACED(band_replaces, MPI_BAND, MPI_REPLACE)
REPLACED(band_for_land, MPI_LAND, MPI_BAND)
REPLACED(lor_for_lxor, MPI_LXOR, MPI_LOR)
REPLACED(maxloc_is_minloc, MPI_MAXLOC, MPI_MINLOC)

bool result_is_new(struct accumulate *a)
{
    a->new_result = a->op != MPI_NO_OP;
    return a->new_result;
}

bool done_twice(struct accumulate *a)
{
    a->twice = a->op == MPI_SUM;
    return a->twice;
}

/* The row has the function of movement.c, too, that loses the element.  MPI_NO_OP needs no origin. */
bool last_not_accumulated(struct accumulate *a)
{
    const void *changed = a->op == MPI_NO_OP ? a->buf : landing_of_origin(ACCUMULATE, a->buf, a->count, a->type, 0);
    const bool struck = changed != a->buf;

    a->buf = changed;
    return struck;
}

bool derived_origin_wrong(struct accumulate *a)
{
    return depth_of(a->type) > 0 && last_not_accumulated(a);
}
