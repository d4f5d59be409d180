/* Where the blocks of an operation lie. */
#include "blocks/side.h"
#include "case/extent.h"
#include "case/signature.h"
#include "run/report.h"

#include <limits.h>
#include <stdbool.h>

enum { ALIGNED = 16 };

static MPI_Aint round_up(MPI_Aint n)
{
    return (n + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* So many extents from a block to the next one that they do not meet; 0 if there is no such number. */
static MPI_Aint extents_of(const struct h_block *b, MPI_Aint extent)
{
    const MPI_Aint count = (MPI_Aint) b->copies * b->pool->DTP_obj_array[b->index].DTP_obj_count;
    MPI_Aint lo, hi, size = extent < 0 ? -extent : extent, apart;

    H_DTP(DTP_obj_bounds(b->pool, b->index, &lo, &hi));
    if (size == 0)
        return 0;
    apart = (hi - lo) / size + 1;
    return (count > apart ? count : apart) + 1;
}

bool h_side_has_displs(const struct h_case *c, const struct h_side *s)
{
    return c->what->flags & (s == c->from ? H_COUNTS_SEND : H_COUNTS_RECV) && !(c->what->flags & H_REDUCES);
}

/* Blocks with displacements of their own lie apart, whether their counts are alike or not: in every second case
 * the last block is the first one in memory, in every second none begins at displacement 0; or, where they are
 * alike, as close as without displacements. */
static bool is_close(const struct h_case *c)
{
    return !(c->what->flags & H_TYPES) && h_are_alike(c);
}

static bool is_apart(const struct h_case *c, const struct h_side *s)
{
    return h_side_has_displs(c, s) && !is_close(c);
}

static bool is_backwards(const struct h_case *c)
{
    return h_places_digit(c, H_BACKWARDS, 2) == 1;
}

unsigned h_places_turned(const struct h_case *c)
{
    return is_backwards(c) ? c->places - H_BACKWARDS : c->places + H_BACKWARDS;
}

int h_has_gap_before(const struct h_case *c)
{
    return c->what->flags & (H_COUNTS | H_TYPES) && !is_close(c) && h_places_digit(c, H_GAP_BEFORE, 2) == 1;
}

/* Which block is the k-th one in memory, where displacements say: all backwards; or, of those that lie close, the
 * second and the third one exchanged, if there are others around them. */
static int block_at(const struct h_case *c, const struct h_side *s, int k)
{
    if (!h_side_has_displs(c, s) || !is_backwards(c))
        return k;
    if (!is_close(c))
        return s->n - 1 - k;
    return s->n > 3 && (k == 1 || k == 2) ? 3 - k : k;
}

/* One after the other by the extent, as the standard says of blocks without displacements; or apart. */
bool h_side_place_by_extent(const struct h_case *c, struct h_side *s, bool between)
{
    const bool apart = is_apart(c, s) && !between;
    MPI_Aint extent, at = is_apart(c, s) && h_has_gap_before(c) ? 2 : 0;

    if (s->n == 0 || (s->n == 1 && at == 0 && !apart && s->blocks[0].copies <= 1))
        return true;
    if (!h_extent(s->blocks[0].pool, s->blocks[0].index, &extent))
        return false;
    for (int k = 0; k < s->n; k++) {
        struct h_block *b = &s->blocks[block_at(c, s, k)];
        const MPI_Aint count = b->pool->DTP_obj_array[b->index].DTP_obj_count;
        const MPI_Aint step = apart ? extents_of(b, extent) : count * (b->copies > 1 ? b->copies : 1);
        if (step == 0)
            return false;
        b->disp = at * extent;
        s->displs[b - s->blocks] = (int) at;
        at += step + (apart ? step * (b->copies > 1) : 0);
    }
    return true;
}

/* Blocks that lie in the gaps of one, as the columns of a matrix do: the first element of each is `step` bytes after
 * that of the one before. */
struct mesh {
    MPI_Aint next, step;
    MPI_Aint left;      /* how many there are still to come */
};

static MPI_Aint element_of(const struct h_block *b, MPI_Aint k)
{
    MPI_Aint disp;

    H_DTP(DTP_obj_disp(b->pool, b->index, k, &disp));
    return disp;
}

/* As many as the first gap of a block has room for.  None if it has little room in all, or elements of several types,
 * or padded ones. */
static struct mesh mesh_of(const struct h_block *b)
{
    const MPI_Aint elements = DTP_pool_elements(b->pool), size = h_element_bytes(b->pool);
    MPI_Aint lo, hi, first, step = size, apart;

    H_DTP(DTP_obj_bounds(b->pool, b->index, &lo, &hi));
    if (h_signature_types(b->pool) > 1 || size & (size - 1) || hi - lo < 2 * elements * size)
        return (struct mesh) {.left = 0};
    first = element_of(b, 0);
    while (element_of(b, step / size) == first + step)
        step += size;
    apart = element_of(b, step / size) - first;
    apart = apart < 0 ? -apart : apart;
    return (struct mesh) {.next = b->disp + first + step, .step = step, .left = apart / step - 1};
}

bool h_side_is_between(const struct h_case *c, const struct h_side *s)
{
    return (c->what->flags & H_TYPES || h_side_has_displs(c, s)) && h_places_digit(c, H_BETWEEN, 2) == 1;
}

/* By displacements in bytes, which are ints in most calls. */
bool h_side_place_by_bytes(const struct h_case *c, struct h_side *s, bool between)
{
    MPI_Aint at = h_has_gap_before(c) ? 2 * ALIGNED : 0, lo, hi, extent = 0, end;
    struct mesh mesh = {.left = 0};

    for (int k = 0; k < s->n; k++) {
        struct h_block *b = &s->blocks[is_backwards(c) ? s->n - 1 - k : k];
        const MPI_Aint more = b->copies > 1 ? (MPI_Aint) b->pool->DTP_obj_array[b->index].DTP_obj_count : 0;
        H_DTP(DTP_obj_bounds(b->pool, b->index, &lo, &hi));
        if (more > 0 && !h_extent(b->pool, b->index, &extent))
            return false;
        extent = more > 0 ? more * extent : 0;
        if (mesh.left-- > 0) {
            b->disp = mesh.next - element_of(b, 0);
            mesh.next += mesh.step;
        } else {
            b->disp = round_up(at - lo - (extent < 0 ? extent : 0));
            mesh = between ? mesh_of(b) : (struct mesh) {.left = 0};
        }
        end = b->disp + hi + (extent > 0 ? extent : 0);
        at = end > at ? end : at;
        if (b->disp > INT_MAX)
            return false;
    }
    return true;
}
