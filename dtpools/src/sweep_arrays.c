/* Subarrays and darrays of several dimensions, each whole, partial or dealt out. */
#include "sweep_family.h"

#include "copies.h"

#include <stdio.h>

enum { MAX_DIMS = 6 };

/* Parts of n dimensions with at most all elements together: small ones, and what is left in dimension `large`. */
static void split(const struct dtpi_arguments *a, int row, int n, int large, MPI_Aint parts[MAX_DIMS])
{
    MPI_Aint left = a->n;

    for (int d = 0; d < n; d++) {
        parts[d] = d == large ? 1 : dtpi_small_part(left, d + row);
        left /= parts[d];
    }
    parts[large] = left;
}

/* ---- SUBARRAY ---- */

/* In each dimension whole (W) or partial (P). */
static const struct {
    int dims, parts; /* the bits of the partial ones */
    int order;
} subarrays[] = {
    {1, 0, MPI_ORDER_C}, {1, 1, MPI_ORDER_C}, {1, 1, MPI_ORDER_FORTRAN},
    {2, 0, MPI_ORDER_C}, {2, 1, MPI_ORDER_C}, {2, 2, MPI_ORDER_C}, {2, 3, MPI_ORDER_C},
    {2, 0, MPI_ORDER_FORTRAN}, {2, 1, MPI_ORDER_FORTRAN}, {2, 2, MPI_ORDER_FORTRAN}, {2, 3, MPI_ORDER_FORTRAN},
    {3, 1, MPI_ORDER_C}, {3, 2, MPI_ORDER_C}, {3, 3, MPI_ORDER_C}, {3, 4, MPI_ORDER_C}, {3, 5, MPI_ORDER_C},
    {3, 6, MPI_ORDER_C}, {3, 7, MPI_ORDER_C},
    {3, 1, MPI_ORDER_FORTRAN}, {3, 2, MPI_ORDER_FORTRAN}, {3, 3, MPI_ORDER_FORTRAN}, {3, 4, MPI_ORDER_FORTRAN},
    {3, 5, MPI_ORDER_FORTRAN}, {3, 6, MPI_ORDER_FORTRAN}, {3, 7, MPI_ORDER_FORTRAN},
    {4, 1, MPI_ORDER_C}, {4, 2, MPI_ORDER_FORTRAN}, {4, 4, MPI_ORDER_FORTRAN}, {4, 5, MPI_ORDER_C},
    {4, 7, MPI_ORDER_FORTRAN}, {4, 8, MPI_ORDER_C}, {4, 10, MPI_ORDER_C}, {4, 11, MPI_ORDER_FORTRAN},
    {4, 13, MPI_ORDER_C}, {4, 14, MPI_ORDER_FORTRAN}, {4, 15, MPI_ORDER_C}, {4, 15, MPI_ORDER_FORTRAN},
    {5, 21, MPI_ORDER_C}, {5, 14, MPI_ORDER_FORTRAN}, {6, 41, MPI_ORDER_C}, {6, 22, MPI_ORDER_FORTRAN},
};
enum { NUM_SUBARRAYS = sizeof subarrays / sizeof subarrays[0] };

static char letter_of(int order)
{
    return order == MPI_ORDER_C ? 'C' : 'F';
}

static void name_subarray(int row, char *name, size_t size)
{
    char which[MAX_DIMS + 1] = "";

    for (int d = 0; d < subarrays[row].dims; d++)
        which[d] = subarrays[row].parts >> d & 1 ? 'P' : 'W';
    (void) snprintf(name, size, "%dD_%s_%c", subarrays[row].dims, which, letter_of(subarrays[row].order));
}

/* How many elements of a dimension are left out; of four dimensions and more so many that each of their starts could be
 * that of another one. */
static MPI_Aint spare_of(int row, int d)
{
    const int n = subarrays[row].dims;

    if (!(subarrays[row].parts >> d & 1))
        return 0;
    return n > 3 ? 3 : 1 + (row + d) % 3 + (n == 1);
}

/* A partial dimension begins with its second element, later, or such that it reaches the end; one of several, in some
 * rows, with its first. */
static MPI_Aint start_of(int row, int d, MPI_Aint spare)
{
    const int parts = subarrays[row].parts, first = parts & -parts;

    if (parts != first && row % 3 == 0 && 1 << d == first)
        return 0;
    return 1 + (row + d) % spare;
}

static void make_subarray(const struct dtpi_arguments *a, int row, struct dtpi_object *object)
{
    const int n = subarrays[row].dims, large = row % n, thin = (large + 1) % n;
    struct dtpi_dim dims[MAX_DIMS];
    MPI_Aint parts[MAX_DIMS];

    split(a, row, n, large, parts);
    if (row % 5 == 3 && thin != large) { /* a part of one element in a dimension */
        parts[large] *= parts[thin];
        parts[thin] = 1;
    }
    for (int d = 0; d < n; d++) {
        const MPI_Aint spare = spare_of(row, d);
        dims[d] = (struct dtpi_dim) {.size = parts[d] + spare, .subsize = parts[d]};
        dims[d].start = spare > 0 ? start_of(row, d, spare) : 0;
    }
    object->tree = dtpi_with_rest(a, dtpi_tree_subarray(n, dims, subarrays[row].order, dtpi_tree_ref(a->type)));
}

const struct dtpi_family dtpi_family_subarray = {"SUBARRAY", NUM_SUBARRAYS, name_subarray, NULL, make_subarray};

/* ---- DARRAY ---- */

/* Of one dimension: every way to deal it out, every one of three processes, even or not.  Of more dimensions: the ways
 * such that each two dimensions have each two of them. */
static const struct {
    int dims, rows;
} darrays[] = {{1, 26}, {2, 25}, {3, 25}, {4, 25}, {5, 10}};
enum { NUM_DARRAYS = 26 + 25 + 25 + 25 + 10 };

struct darray {
    int dims;
    const struct dtpi_deal *deals[MAX_DIMS];
    MPI_Aint processes[MAX_DIMS], coordinates[MAX_DIMS];
    bool even;
    int order;
};

static struct darray darray_of(int row)
{
    struct darray d = {.dims = 0};
    int i, j, ways;

    for (const int last = (int) (sizeof darrays / sizeof darrays[0]) - 1; d.dims < last; d.dims++) {
        if (row < darrays[d.dims].rows)
            break;
        row -= darrays[d.dims].rows;
    }
    d.dims = darrays[d.dims].dims;
    ways = d.dims == 1 ? DTPI_NUM_DEALS - 1 : DTPI_NUM_DEALS;
    i = row % ways;
    j = row / ways;
    if (d.dims == 1 && j == 6) /* the two that are not dealt out */
        j = i, i = ways;
    for (int k = 0; k < d.dims; k++) {
        d.deals[k] = &dtpi_deals[k == 0 ? i : (i * (k - 1) + j) % DTPI_NUM_DEALS];
        d.processes[k] = d.dims == 1 || (d.dims == 2 && k == 1) ? 3 : 2;
        if (d.deals[k]->distribution == DTPI_NOT_DISTRIBUTED)
            d.processes[k] = 1;
        d.coordinates[k] = (j + k) % d.processes[k];
    }
    d.even = d.dims == 1 ? j >= 3 : (i + j) % 3 == 0;
    d.order = (i + j) % 2 == 0 ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    return d;
}

static void name_darray(int row, char *name, size_t size)
{
    const struct darray d = darray_of(row);
    int at = snprintf(name, size, "%dD", d.dims);

    for (int k = 0; k < d.dims; k++)
        at += snprintf(name + at, size - (size_t) at, "_%s%d", d.deals[k]->name, (int) d.coordinates[k]);
    (void) snprintf(name + at, size - (size_t) at, "_%s%c", d.even ? "EVEN_" : "", letter_of(d.order));
}

static void make_darray(const struct dtpi_arguments *a, int row, struct dtpi_object *object)
{
    const struct darray d = darray_of(row);
    MPI_Aint parts[MAX_DIMS], processes = 1, rank = 0;
    struct dtpi_dim dims[MAX_DIMS];

    split(a, row, d.dims, row % d.dims, parts);
    for (int k = 0; k < d.dims; k++) {
        dims[k] = dtpi_deal_out(d.deals[k], parts[k], d.processes[k], d.coordinates[k], d.even);
        processes *= d.processes[k];
        rank = rank * d.processes[k] + d.coordinates[k];
    }
    object->tree = dtpi_with_rest(a, dtpi_tree_darray(processes, rank, d.dims, dims, d.order, dtpi_tree_ref(a->type)));
}

const struct dtpi_family dtpi_family_darray = {"DARRAY", NUM_DARRAYS, name_darray, NULL, make_darray};
