/* The layouts of a basic pool that the specification has: the rows of layouts.def. */
#include "layout_table.h"

#include "arith.h"
#include "error.h"

#include <stdio.h>

/* The parameters of one object, all in elements. */
struct parameters {
    const struct dtpi_basic *basic;
    MPI_Aint count, blklen, stride;
};

void dtpi_factors(MPI_Aint n, MPI_Aint *small, MPI_Aint *large)
{
    MPI_Aint f = dtpi_max(dtpi_min(64, n / 2), 1);

    while (n % f != 0)
        f--;
    *small = dtpi_min(f, n / f);
    *large = dtpi_max(f, n / f);
}

static struct dtpi_tree *make_BASIC(const struct parameters *p)
{
    return dtpi_tree_basic(p->basic);
}

static struct dtpi_tree *make_CONTIG(const struct parameters *p)
{
    return dtpi_tree_contiguous(p->blklen, dtpi_tree_basic(p->basic));
}

/* `count` blocks of `blklen`, at a stride of `stride` elements, by any constructor that can say so. */
static struct dtpi_tree *regular(enum dtpi_ctor ctor, const struct parameters *p, MPI_Aint unit)
{
    const struct dtpi_run run = {.count = p->count, .blklen = p->blklen, .step = p->stride * unit,
                                 .child = dtpi_tree_basic(p->basic)};

    return dtpi_tree_blocks(ctor, 1, &run);
}

#define MAKE_REGULAR(NAME, CTOR, UNIT)                                                                                 \
    static struct dtpi_tree *make_##NAME(const struct parameters *p)                                                   \
    {                                                                                                                  \
        return regular(CTOR, p, UNIT);                                                                                 \
    }

MAKE_REGULAR(VECTOR, DTPI_VECTOR, 1)
MAKE_REGULAR(INDEXED, DTPI_INDEXED, 1)
MAKE_REGULAR(BLOCK_INDEXED, DTPI_INDEXED_BLOCK, 1)
MAKE_REGULAR(HVECTOR, DTPI_HVECTOR, p->basic->kind->extent)
MAKE_REGULAR(HINDEXED, DTPI_HINDEXED, p->basic->kind->extent)
MAKE_REGULAR(BLOCK_HINDEXED, DTPI_HINDEXED_BLOCK, p->basic->kind->extent)

/* The first `blklen` columns of a matrix of `count` rows and `stride` columns. */
static struct dtpi_tree *make_SUBARRAY_C(const struct parameters *p)
{
    const struct dtpi_dim dims[] = {{.size = p->count, .subsize = p->count},
                                    {.size = p->stride, .subsize = p->blklen}};

    return dtpi_tree_subarray(2, dims, MPI_ORDER_C, dtpi_tree_basic(p->basic));
}

static struct dtpi_tree *make_SUBARRAY_F(const struct parameters *p)
{
    const struct dtpi_dim dims[] = {{.size = p->stride, .subsize = p->blklen},
                                    {.size = p->count, .subsize = p->count}};

    return dtpi_tree_subarray(2, dims, MPI_ORDER_FORTRAN, dtpi_tree_basic(p->basic));
}

enum number { ONE, N, SMALL, LARGE };
enum stride { NONE, TWO, PLUS_1, TWICE, TWICE_CNT };

static const struct layout {
    const char *name;
    struct dtpi_tree *(*make)(const struct parameters *p);
    enum number count, blklen;
    enum stride stride;
} layouts[] = {
#define DTPI_LAYOUT(FAMILY, CTOR, COUNT, BLKLEN, STRIDE)                                                               \
    {DTPI_LAYOUT_PREFIX #FAMILY "__" #CTOR, make_##CTOR, COUNT, BLKLEN, STRIDE},
#include "layouts.def"
#undef DTPI_LAYOUT
};
enum { NUM_LAYOUTS = sizeof layouts / sizeof layouts[0] };

static bool needs_factors(const struct layout *l)
{
    return l->count == SMALL || l->count == LARGE || l->blklen == SMALL || l->blklen == LARGE;
}

static bool applies(const struct dtpi_signature *s, int row)
{
    return s->elements > 1 || !needs_factors(&layouts[row]);
}

static void name_of(int row, char name[DTPI_LAYOUT_NAME])
{
    (void) snprintf(name, DTPI_LAYOUT_NAME, "%s", layouts[row].name);
}

static MPI_Aint number_of(enum number which, MPI_Aint n, MPI_Aint small, MPI_Aint large)
{
    const MPI_Aint numbers[] = {[ONE] = 1, [N] = n, [SMALL] = small, [LARGE] = large};

    return numbers[which];
}

static MPI_Aint stride_of(enum stride which, MPI_Aint count, MPI_Aint blklen)
{
    switch (which) {
        case TWO:
            return 2;
        case PLUS_1:
            return dtpi_add_capped(blklen, 1);
        case TWICE:
            return dtpi_mul_capped(blklen, 2);
        case TWICE_CNT:
            return dtpi_mul_capped(count, 2);
        default:
            return 0;
    }
}

static int make(const struct dtpi_signature *s, int row, MPI_Aint max_bytes, struct dtpi_object *object)
{
    const struct layout *l = &layouts[row];
    const struct dtpi_part *part = &s->parts[0];
    struct parameters p = {.basic = part->basic};
    MPI_Aint small, large, room = max_bytes / part->basic->kind->extent, least = DTPI_AINT_MAX;

    dtpi_factors(part->count, &small, &large);
    p.count = number_of(l->count, part->count, small, large);
    p.blklen = number_of(l->blklen, part->count, small, large);
    p.stride = stride_of(l->stride, p.count, p.blklen);
    if (l->stride == TWICE_CNT && p.count > 1 && p.stride > (room - p.blklen) / (p.count - 1)) {
        object->cut_from = p.stride;
        p.stride = dtpi_max((room - p.blklen) / (p.count - 1), dtpi_mul_capped(p.blklen, 2));
    }
    if (!dtpi_add_mul(p.blklen, p.count - 1, l->stride == NONE ? 1 : p.stride, &least) || least > room)
        return dtpi_error(DTP_ERR_TOO_LARGE, "%s of %s:%lld needs %lld elements of %d bytes, more than "
                          "DTP_MAX_BUFSIZE=%lld bytes", l->name, part->basic->name, (long long) part->count,
                          (long long) least, part->basic->kind->extent, (long long) max_bytes);
    object->count = l->stride == NONE ? p.count : 1;
    object->stride = p.stride;
    object->tree = l->make(&p);
    return object->tree ? DTP_SUCCESS : dtpi_error_code();
}

const struct dtpi_layout_table dtpi_basic_layouts = {
    .rows = NUM_LAYOUTS, .second = NUM_LAYOUTS, .applies = applies, .name = name_of, .make = make};
