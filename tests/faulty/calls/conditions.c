/* When a fault in a collective operation or an access to a file strikes: conditions.def names these. */
#include "calls/collective.h"

#include <stdlib.h>
#include <string.h>

/* ---- which processes ---- */

static bool is_power_of_two(int n)
{
    return (n & (n - 1)) == 0;
}

static int topology_of(const struct collective *c)
{
    int topology = MPI_UNDEFINED;

    if (c->comm != MPI_COMM_NULL)
        PMPI_Topo_test(c->comm, &topology);
    return topology;
}

/* So many ranks after the root, within one group. */
static bool is_near_root(const struct collective *c, int after)
{
    return !c->inter && c->root >= 0 && c->size > 1 && c->rank == (c->root + after) % c->size;
}

bool is_in_place(const struct collective *c) { return c->in_place; }
bool is_absolute(const struct collective *c) { return c->absolute; }
bool is_not_in_place(const struct collective *c) { return !c->in_place; }
bool is_root_away(const struct collective *c) { return c->root > 0; }
bool is_at_root(const struct collective *c) { return c->root == MPI_ROOT || (!c->inter && c->root == c->rank); }
bool is_root_last(const struct collective *c) { return c->root > 0 && c->root == c->size - 1; }
bool is_before_root(const struct collective *c) { return is_near_root(c, c->size - 1); }
bool is_after_root(const struct collective *c) { return is_near_root(c, 1); }
bool is_first(const struct collective *c) { return c->rank == 0; }
bool is_last(const struct collective *c) { return c->size > 1 && c->rank == c->size - 1; }
bool is_third(const struct collective *c) { return c->rank >= 2; }
bool is_odd_rank(const struct collective *c) { return c->rank % 2 == 1; }
bool is_alone(const struct collective *c) { return c->size == 1 && c->peers == 1; }
bool is_odd(const struct collective *c) { return !is_power_of_two(c->size); }
bool are_five(const struct collective *c) { return c->size >= 5; }
bool are_eight(const struct collective *c) { return c->size >= 8; }
bool is_across(const struct collective *c) { return c->inter; }
bool is_within(const struct collective *c) { return !c->inter; }
bool are_groups_unlike(const struct collective *c) { return c->inter && c->peers != c->size; }
bool is_one_to_many(const struct collective *c) { return c->inter && c->size == 1 && c->peers > 1; }
bool is_many_to_one(const struct collective *c) { return c->inter && c->size > 1 && c->peers == 1; }

bool sends_less(const struct collective *c)
{
    return c->inter && c->sent.n > 0 && c->received.n > 0 && c->sent.parts[0].n > 0 &&
           c->sent.parts[0].n < c->received.parts[0].n;
}

bool is_silent(const struct collective *c) { return c->inter && total_of(&c->sent) == 0 && total_of(&c->received) > 0; }

static bool has_one_side(const struct collective *c, const struct parts *nothing, const struct parts *some)
{
    return !c->inter && nothing->n > 1 && total_of(nothing) == 0 && total_of(some) > 0;
}

bool gets_nothing(const struct collective *c) { return has_one_side(c, &c->received, &c->sent); }
bool gives_nothing(const struct collective *c) { return has_one_side(c, &c->sent, &c->received); }
bool is_later(const struct collective *c) { return c->starts > 1; }
bool is_fifth_start(const struct collective *c) { return c->starts > 4; }
bool is_out_of_turn(const struct collective *c) { return c->is_out_of_turn; }
bool has_own_op(const struct collective *c) { return is_own_op(c->op); }
bool is_not_commuting(const struct collective *c) { return c->op != MPI_OP_NULL && !op_commutes(c->op); }
bool is_cartesian(const struct collective *c) { return topology_of(c) == MPI_CART; }
bool is_graph(const struct collective *c) { return topology_of(c) == MPI_GRAPH; }
bool is_distributed(const struct collective *c) { return topology_of(c) == MPI_DIST_GRAPH; }

bool is_not_world(const struct collective *c)
{
    int result = MPI_IDENT;

    if (c->comm != MPI_COMM_NULL)
        PMPI_Comm_compare(c->comm, MPI_COMM_WORLD, &result);
    return result == MPI_SIMILAR || result == MPI_UNEQUAL;
}

/* In the order of world, with gaps between them. */
bool is_of_strided_ranks(const struct collective *c)
{
    MPI_Group group, world;
    bool has_gaps = false, is_ordered = !c->inter && c->comm != MPI_COMM_NULL && c->size > 1;
    int before = -1, rank;

    if (!is_ordered)
        return false;
    PMPI_Comm_group(c->comm, &group);
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int k = 0; k < c->size; k++, before = rank) {
        PMPI_Group_translate_ranks(group, 1, &k, world, &rank);
        has_gaps |= k > 0 && rank > before + 1;
        is_ordered &= rank > before;
    }
    PMPI_Group_free(&group);
    PMPI_Group_free(&world);
    return is_ordered && has_gaps;
}

/* ---- which types and counts: those of the first block ---- */

static const struct part *first_of(const struct collective *c)
{
    const struct parts *p = c->received.n > 0 ? &c->received : &c->sent;

    return p->n > 0 ? &p->parts[0] : NULL;
}

struct bounds bounds_of_first(const struct collective *c)
{
    return first_of(c) ? bounds_of(first_of(c)->type) : (struct bounds) {0, 0, 0, 0};
}

bool is_derived(const struct collective *c)
{
    return first_of(c) && depth_of(first_of(c)->type) > 1; /* a duplicate */
}

bool is_basic(const struct collective *c) { return first_of(c) && !is_derived(c); }
bool is_lower(const struct collective *c) { return bounds_of_first(c).true_lb != 0; }
bool is_wider(const struct collective *c) { return bounds_of_first(c).extent > bounds_of_first(c).true_extent; }
bool is_overhanging(const struct collective *c) { return bounds_of_first(c).extent < bounds_of_first(c).true_extent; }
bool is_negative(const struct collective *c) { return bounds_of_first(c).extent < 0; }

/* Whether n bytes of one of the type are packed in the order in which they lie. */
static bool keeps_order(MPI_Datatype type, int n)
{
    unsigned char *bytes = malloc(2 * (size_t) n);
    int position = 0;
    bool same;

    if (!bytes)
        return true;
    for (int k = 0; k < n; k++)
        bytes[k] = (unsigned char) (k ^ k >> 8);
    PMPI_Pack(bytes, 1, type, bytes + n, n, &position, MPI_COMM_SELF);
    same = memcmp(bytes, bytes + n, (size_t) n) == 0;
    free(bytes);
    return same;
}

bool is_permuted(const struct collective *c)
{
    const struct bounds b = bounds_of_first(c);

    return is_derived(c) && b.lb == 0 && b.true_lb == 0 && b.extent == b.true_extent &&
           b.extent == size_of(first_of(c)->type) && !keeps_order(first_of(c)->type, (int) b.extent);
}

bool are_several(const struct collective *c) { return first_of(c) && first_of(c)->count > 1; }
bool is_reused(const struct collective *c) { return first_of(c) && first_of(c)->uses > 2; }

bool are_unlike(const struct collective *c)
{
    return c->sent.n > 0 && c->received.n > 0 && !same_map(c->sent.parts[0].type, c->received.parts[0].type);
}

/* Of one size and the same bounds, with elements elsewhere. */
static bool look_alike(const struct part *a, const struct part *b)
{
    const struct bounds one = bounds_of(a->type), other = bounds_of(b->type);

    return a->count == b->count && a->n == b->n && a->n > 0 && one.lb == other.lb && one.extent == other.extent &&
           !same_map(a->type, b->type);
}

bool are_lookalikes(const struct collective *c)
{
    return c->sent.n > 0 && c->received.n > 0 && look_alike(&c->sent.parts[0], &c->received.parts[0]);
}

bool are_peers_lookalikes(const struct collective *c)
{
    return c->received.n > 1 && look_alike(&c->received.parts[0], &c->received.parts[1]);
}

bool are_some_empty(const struct collective *c)
{
    int empty = 0;

    for (int k = 0; k < c->received.n; k++)
        empty += c->received.parts[k].n == 0;
    return empty > 0 && empty < c->received.n;
}

/* Of the side that has most. */
bool are_alike(const struct collective *c)
{
    const struct parts *p = c->received.n > c->sent.n ? &c->received : &c->sent;

    for (int k = 1; k < p->n; k++)
        if (p->parts[k].n != p->parts[0].n)
            return false;
    return p->n > 1 && p->parts[0].n > 0;
}

bool is_indivisible(const struct collective *c)
{
    const MPI_Aint sent = total_of(&c->sent), received = total_of(&c->received);

    return (sent > received ? sent : received) % c->size != 0;
}

bool is_odd_count(const struct collective *c)
{
    const struct part *p = first_of(c);
    const int size = p ? size_of(last_leaf(p->type)) : 0;

    return size > 0 && p->n / size % 2 == 1;
}

/* By as many bytes as the header of a message may take. */
bool is_below_power(const struct collective *c)
{
    const MPI_Aint sent = total_of(&c->sent), n = sent > 0 ? sent : total_of(&c->received);

    for (MPI_Aint header = 32; header <= 128; header *= 2)
        if (n >= 1 << 10 && ((n + header) & (n + header - 1)) == 0)
            return true;
    return false;
}

/* ---- files ---- */

bool is_beside_split(const struct collective *c) { return is_splitting(c->file); }
bool is_later_view(const struct collective *c) { return views_of(c->file) > 1; }
bool are_two_files(const struct collective *c) { return c->file != MPI_FILE_NULL && are_files_open(2); }

bool is_in_atomic_mode(const struct collective *c)
{
    int flag = 0;

    if (c->file != MPI_FILE_NULL)
        PMPI_File_get_atomicity(c->file, &flag);
    return flag;
}

bool ends_before_view(const struct collective *c)
{
    MPI_Offset size = 0;

    if (c->file == MPI_FILE_NULL)
        return false;
    PMPI_File_get_size(c->file, &size);
    return size <= view_of(c->file).disp;
}

static int amode_of(const struct collective *c)
{
    int amode = 0;

    if (c->file != MPI_FILE_NULL)
        PMPI_File_get_amode(c->file, &amode);
    return amode;
}

bool is_one_way(const struct collective *c) { return amode_of(c) & (MPI_MODE_RDONLY | MPI_MODE_WRONLY); }
bool is_appending(const struct collective *c) { return amode_of(c) & MPI_MODE_APPEND; }

/* Of collective accesses: all ranks ask. */
bool is_less(const struct collective *c)
{
    const MPI_Aint mine = total_of(&c->sent) + total_of(&c->received);
    long long bytes = (long long) mine, most;

    PMPI_Allreduce(&bytes, &most, 1, MPI_LONG_LONG, MPI_MAX, c->comm);
    return mine > 0 && mine < most;
}

/* Whether this rank accesses plain memory, another one nothing, and another one a type with gaps. */
bool is_memory_mixed(const struct collective *c)
{
    enum { NOTHING = 1, PLAIN = 2, GAPS = 4 };
    const MPI_Aint bytes = total_of(&c->sent) + total_of(&c->received);
    const bool has_gaps = bytes > 0 && bounds_of_first(c).true_extent > size_of(first_of(c)->type);
    int mine = bytes == 0 ? NOTHING : has_gaps ? GAPS : PLAIN, all;

    PMPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_BOR, c->comm);
    return mine == PLAIN && all == (NOTHING | PLAIN | GAPS);
}

/* ---- neighbours ---- */

/* How many a process of a distributed graph receives from and sends to; whether edges have weights. */
static bool degrees_of(const struct collective *c, int *in, int *out, int *weighted)
{
    *in = *out = -1;
    *weighted = 0;
    if (topology_of(c) == MPI_DIST_GRAPH)
        PMPI_Dist_graph_neighbors_count(c->comm, in, out, weighted);
    return *in >= 0;
}

bool has_no_way_out(const struct collective *c)
{
    int in, out, weighted;

    return degrees_of(c, &in, &out, &weighted) && out == 0;
}

bool is_weighted(const struct collective *c)
{
    int in, out, weighted;

    return degrees_of(c, &in, &out, &weighted) && weighted;
}

bool has_lonely_rank(const struct collective *c)
{
    int n = -1;

    if (is_graph(c))
        PMPI_Graph_neighbors_count(c->comm, c->size - 1, &n);
    return n == 0;
}

bool are_three_dims(const struct collective *c)
{
    int dims = 0;

    if (is_cartesian(c))
        PMPI_Cartdim_get(c->comm, &dims);
    return dims == 3;
}

bool are_periods_mixed(const struct collective *c)
{
    enum { MOST = 8 };
    int dims = 0, periods[MOST], sizes[MOST], coords[MOST], periodic = 0;

    if (is_cartesian(c))
        PMPI_Cartdim_get(c->comm, &dims);
    if (dims == 0 || dims > MOST)
        return false;
    PMPI_Cart_get(c->comm, dims, sizes, periods, coords);
    for (int k = 0; k < dims; k++)
        periodic += periods[k] != 0;
    return periodic > 0 && periodic < dims;
}

void neighbours_of(const struct collective *c, int *sources)
{
    int indegree, outdegree, weighted, dims, *other, *more;

    for (int k = 0; k < c->received.n; k++)
        sources[k] = MPI_PROC_NULL;
    switch (topology_of(c)) {
        case MPI_CART:
            PMPI_Cartdim_get(c->comm, &dims);
            for (int k = 0; k < dims; k++)
                PMPI_Cart_shift(c->comm, k, 1, &sources[2 * k], &sources[2 * k + 1]);
            return;
        case MPI_GRAPH:
            PMPI_Graph_neighbors(c->comm, c->rank, c->received.n, sources);
            return;
        case MPI_DIST_GRAPH:
            PMPI_Dist_graph_neighbors_count(c->comm, &indegree, &outdegree, &weighted);
            other = memory((outdegree + 1) * (MPI_Aint) sizeof *other);
            more = memory((indegree + outdegree + 1) * (MPI_Aint) sizeof *more);
            PMPI_Dist_graph_neighbors(c->comm, indegree, sources, more, outdegree, other, more + indegree);
            free(other);
            free(more);
            return;
        default:
            for (int k = 0; k < c->received.n; k++)
                sources[k] = k;
    }
}
