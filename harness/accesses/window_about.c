/* What MPI says of a window: its attributes, and the segments of a shared one. */
#include "accesses/access.h"
#include "accesses/window.h"
#include "harness.h"
#include "tables.h"
#include "run/report.h"

void *h_shared_object(struct h_case *c, int rank)
{
    MPI_Aint size;
    char *base;
    int unit;

    H_MPI(MPI_Win_shared_query(c->win, rank, &size, &unit, &base));
    h_check_number(c, "MPI_Win_shared_query", "size", h_memory_size(c, rank, true), size);
    h_check_number(c, "MPI_Win_shared_query", "disp_unit", h_unit(c, rank), unit);
    return base + h_zero_in_memory(c, rank);
}

/* An attribute, which must be there. */
static void *attribute_of(struct h_case *c, int key, const char *name)
{
    void *value = NULL;
    int is_there = 0;

    H_MPI(MPI_Win_get_attr(c->win, key, &value, &is_there));
    h_check_number(c, "MPI_Win_get_attr", name, 1, is_there != 0);
    return is_there ? value : NULL;
}

static void check_number(struct h_case *c, const char *name, long long expected, const void *found, long long number)
{
    if (found)
        h_check_number(c, "MPI_Win_get_attr", name, expected, number);
}

void h_check_attributes(struct h_case *c)
{
    static const struct {
        unsigned bit;
        int flavor;
    } flavors[] = {{H_CREATE, MPI_WIN_FLAVOR_CREATE}, {H_ALLOCATE, MPI_WIN_FLAVOR_ALLOCATE},
                   {H_ALLOCATE_SHARED, MPI_WIN_FLAVOR_SHARED}, {H_DYNAMIC, MPI_WIN_FLAVOR_DYNAMIC}};
    const struct h_way *w = h_way_of(c);
    const char *base = attribute_of(c, MPI_WIN_BASE, "MPI_WIN_BASE");
    const MPI_Aint *size = attribute_of(c, MPI_WIN_SIZE, "MPI_WIN_SIZE");
    const int *unit = attribute_of(c, MPI_WIN_DISP_UNIT, "MPI_WIN_DISP_UNIT");
    const int *flavor = attribute_of(c, MPI_WIN_CREATE_FLAVOR, "MPI_WIN_CREATE_FLAVOR");
    const int *model = attribute_of(c, MPI_WIN_MODEL, "MPI_WIN_MODEL");
    const void *first;
    MPI_Aint bytes;

    h_window_memory(&first, &bytes);
    h_check_number(c, "MPI_Win_get_attr", "MPI_WIN_BASE", 0, base - (const char *) first);
    check_number(c, "MPI_WIN_SIZE", bytes, size, size ? *size : 0);
    check_number(c, "MPI_WIN_DISP_UNIT", h_unit(c, c->comm->rank), unit, unit ? *unit : 0);
    check_number(c, "MPI_WIN_MODEL", 1, model, model && (*model == MPI_WIN_UNIFIED || *model == MPI_WIN_SEPARATE));
    for (int k = 0; k < H_NUM(flavors); k++)
        if (flavors[k].bit == w->bit)
            check_number(c, "MPI_WIN_CREATE_FLAVOR", flavors[k].flavor, flavor, flavor ? *flavor : 0);
    h_count_verified();
}
