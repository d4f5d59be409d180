/* Parts of an object: every other element, or tiles. */
#include "case/parts.h"
#include "case/shared.h"
#include "case/signature.h"

#include <stdlib.h>

void h_parts_free(struct h_part *parts, int n)
{
    for (int k = 0; k < n; k++)
        H_MPI(MPI_Type_free(&parts[k].type));
}

/* The displacements of an object's elements; the caller frees them. */
static MPI_Aint *disps_of(struct h_obj o)
{
    MPI_Aint *disps = h_alloc(DTP_pool_elements(o.pool) * (MPI_Aint) sizeof *disps);

    H_DTP(DTP_obj_disps(o.pool, o.index, disps));
    return disps;
}

static MPI_Datatype basic_type(void)
{
    return h_first_elements(1).mpi->DTP_obj_type;
}

/* Elements at n displacements. */
static struct h_part list(struct h_obj o, int n, const MPI_Aint *at)
{
    struct h_part part = {.buf = o.mpi->DTP_obj_buf};

    H_MPI(MPI_Type_create_hindexed_block(n, 1, at, basic_type(), &part.type));
    H_MPI(MPI_Type_commit(&part.type));
    return part;
}

/* ---- halves ---- */

bool h_has_halves(const struct h_case *c)
{
    const MPI_Aint elements = DTP_pool_elements(c->recv.pool);

    return elements > 1 && elements == DTP_pool_elements(c->send.pool) && h_signature_types(c->recv.pool) == 1 &&
           !h_shares_bytes(c->recv.pool, c->recv.index);
}

static struct h_part every(struct h_obj o, const MPI_Aint *disps, int first, int step, int n)
{
    MPI_Aint *some = h_alloc((n + 1) * (MPI_Aint) sizeof *some);
    struct h_part part;

    for (int k = 0; k < n; k++)
        some[k] = disps[first + k * (MPI_Aint) step];
    part = list(o, n, some);
    free(some);
    return part;
}

struct h_part h_every(struct h_obj o, int first, int step, int n)
{
    MPI_Aint *disps = disps_of(o);
    const struct h_part part = every(o, disps, first, step, n);

    free(disps);
    return part;
}

static int half_of(struct h_obj o, int k)
{
    return (int) (DTP_pool_elements(o.pool) + 1 - k) / 2;
}

struct h_part h_half(struct h_obj o, int k)
{
    return h_every(o, k, 2, half_of(o, k));
}

void h_halves(struct h_obj o, struct h_part halves[2])
{
    MPI_Aint *disps = disps_of(o);

    for (int k = 0; k < 2; k++)
        halves[k] = every(o, disps, k, 2, half_of(o, k));
    free(disps);
}

/* ---- tiles ---- */

enum { QUARTERS = 4, COLUMNS = 4, WIDTH = COLUMNS / 2 };

/* Rows of a quarter; elements below the quarters. */
static int height(struct h_obj o)
{
    return (int) (DTP_pool_elements(o.pool) / COLUMNS / 2);
}

static int below(struct h_obj o)
{
    return (int) DTP_pool_elements(o.pool) - 2 * height(o) * COLUMNS;
}

/* The row and the column where quarter k begins. */
static int first_row(struct h_obj o, int k)
{
    return k / 2 * height(o);
}

static int first_column(int k)
{
    return k % 2 * WIDTH;
}

bool h_has_tiles(const struct h_case *c)
{
    return h_has_halves(c) && height(c->recv) > 0;
}

/* A basic type of an extent by which the elements of an object are apart; MPI_DATATYPE_NULL if they are not equally far
 * apart, or begin elsewhere than at displacement 0. The caller frees any but the basic type itself. */
static MPI_Datatype element_apart(const MPI_Aint *disps, MPI_Aint n)
{
    const MPI_Aint apart = disps[1] - disps[0];
    MPI_Datatype type = basic_type();
    MPI_Aint lb, extent;

    if (disps[0] != 0 || apart <= 0)
        return MPI_DATATYPE_NULL;
    for (MPI_Aint k = 2; k < n; k++)
        if (disps[k] - disps[k - 1] != apart)
            return MPI_DATATYPE_NULL;
    H_MPI(MPI_Type_get_extent(type, &lb, &extent));
    if (apart != extent)
        H_MPI(MPI_Type_create_resized(type, 0, apart, &type));
    return type;
}

static struct h_part subarray(struct h_obj o, int k, MPI_Datatype element)
{
    const int sizes[] = {2 * height(o), COLUMNS}, subsizes[] = {height(o), WIDTH};
    const int starts[] = {first_row(o, k), first_column(k)};
    struct h_part part = {.buf = o.mpi->DTP_obj_buf};

    H_MPI(MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, element, &part.type));
    H_MPI(MPI_Type_commit(&part.type));
    return part;
}

static struct h_part list_of_quarter(struct h_obj o, int k, const MPI_Aint *disps)
{
    MPI_Aint *some = h_alloc(height(o) * WIDTH * (MPI_Aint) sizeof *some);
    struct h_part part;
    int n = 0;

    for (int row = first_row(o, k); row < first_row(o, k) + height(o); row++)
        for (int column = first_column(k); column < first_column(k) + WIDTH; column++)
            some[n++] = disps[row * COLUMNS + column];
    part = list(o, n, some);
    free(some);
    return part;
}

int h_num_tiles(struct h_obj o)
{
    return QUARTERS + (below(o) > 0);
}

struct h_part h_tile(struct h_obj o, int k)
{
    MPI_Aint *disps = disps_of(o);
    MPI_Datatype element = element_apart(disps, DTP_pool_elements(o.pool));
    const struct h_part tile = k == QUARTERS                   ? list(o, below(o), disps + 2 * height(o) * COLUMNS)
                               : element == MPI_DATATYPE_NULL ? list_of_quarter(o, k, disps)
                                                               : subarray(o, k, element);

    if (element != MPI_DATATYPE_NULL && element != basic_type())
        H_MPI(MPI_Type_free(&element));
    free(disps);
    return tile;
}
