/* Faults of accumulate calls. */
#include "faulty.h"
#include "hooks.h"

bool sum_replaces(struct accumulate *a)
{
    if (a->op != MPI_SUM)
        return false;
    a->op = MPI_REPLACE;
    return true;
}

bool no_op_writes(struct accumulate *a)
{
    if (a->op != MPI_NO_OP)
        return false;
    a->op = MPI_REPLACE;
    return true;
}

bool min_is_max(struct accumulate *a)
{
    if (a->op != MPI_MIN)
        return false;
    a->op = MPI_MAX;
    return true;
}

bool replace_adds(struct accumulate *a)
{
    if (a->op != MPI_REPLACE)
        return false;
    a->op = MPI_SUM;
    return true;
}

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

/* The row has the function of movement.c, too, that loses the element. */
bool last_not_accumulated(struct accumulate *a)
{
    const void *changed = landing_of_origin(ACCUMULATE, a->buf, a->count, a->type, 0);
    const bool struck = changed != a->buf;

    a->buf = changed;
    return struck;
}

bool derived_origin_wrong(struct accumulate *a)
{
    return depth_of(a->type) > 0 && last_not_accumulated(a);
}
