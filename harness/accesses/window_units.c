/* Displacement units of windows. */
#include "state.h"
#include "accesses/window.h"
#include "tables.h"

#include <stdbool.h>

/* Those of windows over far objects are small for displacements that are large, and the other way round. */
static const int units[] = {1, 8, 3, 16, 4, 2, 7, 12}, far_units[] = {4096, 1, 4, 8, 12};

int h_unit(const struct h_case *c, int rank)
{
    const int *of = c->distance ? far_units : units, n = c->distance ? H_NUM(far_units) : H_NUM(units);
    int k = 0;

    while (of[k] != c->unit)
        k++;
    return of[(k + (c->units_differ ? rank : 0)) % n];
}

bool h_is_whole_units(const struct h_case *c, MPI_Aint bytes)
{
    for (int r = 0; r < c->comm->size; r++)
        if (bytes % h_unit(c, r) != 0)
            return false;
    return true;
}

/* One window serves several origins: its unit does not depend on them. */
static int unit_of(const struct h_case *c, const struct h_way *w)
{
    if (!w->has_units)
        return 1;
    if (w->distances)
        return far_units[(c->j + c->comm->number + (int) (harness.moved % 5)) % H_NUM(far_units)];
    return units[(c->j + 3 * (int) (w - h_ways) + c->comm->number + (int) (harness.moved % 5)) % H_NUM(units)];
}

/* In turn, for each way and number of elements from another target on. */
static bool units_differ(const struct h_case *c, const struct h_way *w)
{
    const int turn = c->j + c->comm->number + (int) (w - h_ways) + (int) (harness.moved % 17);

    return w->has_units && turn % 3 != 0;
}

/* Elements that do not lie one after the other are not asked for by their numbers. */
static bool are_whole(const struct h_case *c)
{
    MPI_Aint lb, extent;

    if (harness.moved == 1 || !h_has_basic_type(c->recv))
        return true;
    H_DTP(DTP_obj_extent(c->recv.pool, c->recv.index, &lb, &extent));
    return h_is_whole_units(c, extent);
}

void h_units_choose(struct h_case *c, const struct h_way *w, unsigned windows)
{
    c->unit = unit_of(c, w);
    c->units_differ = (windows & ~(unsigned) H_BY_ELEMENTS) != H_CREATE && units_differ(c, w);
    if (windows & H_BY_ELEMENTS && !are_whole(c)) {
        c->unit = 1;
        c->units_differ = 0;
    }
}
