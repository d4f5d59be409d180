/* Process topologies: Cartesian ones, also periodic with one or two processes in a dimension, graphs and
 * distributed graphs, also with repeated edges, edges to oneself, and processes that nobody sends to, that send to
 * nobody, or both. */
#include "blocks/topology.h"
#include "harness.h"
#include "tables.h"
#include "case/comms.h"
#include "run/line.h"
#include "run/report.h"

#include <stdlib.h>

/* ---- the ends of edges ---- */

static void add(struct h_end **ends, int *n, int rank, int edge)
{
    *ends = h_grow(*ends, *n, sizeof **ends);
    (*ends)[(*n)++] = (struct h_end) {rank, edge};
}

/* How many of the first n ends are the same process: edge k to a process is edge k from it (MPI-4.1, 8.6). */
static int repeats(const struct h_end *ends, int n, int rank)
{
    int found = 0;

    for (int k = 0; k < n; k++)
        found += ends[k].rank == rank;
    return found;
}

static void add_all(struct h_topology *t, const int *sources, int num_sources, const int *dests, int num_dests)
{
    for (int k = 0; k < num_sources; k++)
        add(&t->sources, &t->num_sources, sources[k], repeats(t->sources, k, sources[k]));
    for (int k = 0; k < num_dests; k++)
        add(&t->dests, &t->num_dests, dests[k], repeats(t->dests, k, dests[k]));
}

/* ---- makers ---- */

enum { MOST_DIMS = 3 };

/* The rank in a topology that may have other ranks than the communicator that it was made of. */
static void find_rank(struct h_topology *t)
{
    H_MPI(MPI_Comm_rank(t->comm.comm, &t->comm.rank));
    h_comm_find_neighbours(&t->comm);
}

/* Blocks are those of the negative and of the positive direction of each of n dimensions.  What is sent in one
 * direction arrives from the other one, also where both are the same process (MPI-4.1, 8.6). */
static void find_shifts(struct h_topology *t, int n)
{
    find_rank(t);
    for (int k = 0; k < n; k++) {
        int ranks[2];
        H_MPI(MPI_Cart_shift(t->comm.comm, k, 1, &ranks[0], &ranks[1]));
        for (int way = 0; way < 2; way++) {
            add(&t->dests, &t->num_dests, ranks[way], 2 * k + way);
            add(&t->sources, &t->num_sources, ranks[way], 2 * k + 1 - way);
        }
    }
}

static void create_cart(struct h_topology *t, MPI_Comm comm, int n, const int *dims, const int *periods, int reorder)
{
    H_MPI(MPI_Cart_create(comm, n, dims, periods, reorder, &t->comm.comm));
    find_shifts(t, n);
}

static void make_cart(struct h_topology *t, MPI_Comm comm, int n, const int *dims, const int *periods)
{
    create_cart(t, comm, n, dims, periods, 0);
}

static void make_line(struct h_topology *t, MPI_Comm comm)
{
    make_cart(t, comm, 1, (const int[]) {t->comm.size}, (const int[]) {0});
}

static void make_ring(struct h_topology *t, MPI_Comm comm)
{
    make_cart(t, comm, 1, (const int[]) {t->comm.size}, (const int[]) {1});
}

static void make_grid(struct h_topology *t, MPI_Comm comm)
{
    int dims[2] = {0, 0};

    H_MPI(MPI_Dims_create(t->comm.size, 2, dims));
    make_cart(t, comm, 2, dims, (const int[]) {1, 0});
}

/* Two processes in the first dimension, if it can be, and one in the last. */
static void make_torus(struct h_topology *t, MPI_Comm comm)
{
    const int first = t->comm.size % 2 ? 1 : 2;

    make_cart(t, comm, MOST_DIMS, (const int[]) {first, t->comm.size / first, 1}, (const int[]) {1, 1, 1});
}

/* One process in the first dimension and two in the last, if it can be, which end there; periodic between.  The MPI may
 * give the processes other ranks. */
static void make_box(struct h_topology *t, MPI_Comm comm)
{
    const int last = t->comm.size % 2 ? 1 : 2;

    create_cart(t, comm, MOST_DIMS, (const int[]) {1, t->comm.size / last, last}, (const int[]) {0, 1, 0}, 1);
}

/* Two dimensions of three, with ends, without the first one, which is periodic and has one process. */
static void make_slice(struct h_topology *t, MPI_Comm comm)
{
    const int last = t->comm.size % 2 ? 1 : 2, is_kept[MOST_DIMS] = {0, 1, 1};
    MPI_Comm whole;

    H_MPI(MPI_Cart_create(comm, MOST_DIMS, (const int[]) {1, t->comm.size / last, last}, (const int[]) {1, 0, 0}, 0,
                          &whole));
    H_MPI(MPI_Cart_sub(whole, is_kept, &t->comm.comm));
    H_MPI(MPI_Comm_free(&whole));
    find_shifts(t, 2);
}

/* A graph with edges from each process to so many, edge k to the one that is steps[k] after it. */
static void create_graph(struct h_topology *t, MPI_Comm comm, const int *steps, int degree, int reorder)
{
    const int n = t->comm.size;
    int *index = h_alloc(n * (MPI_Aint) sizeof *index), *edges = h_alloc((n * degree + 1) * (MPI_Aint) sizeof *edges);
    const int *mine;

    for (int r = 0; r < n; r++) {
        for (int k = 0; k < degree; k++)
            edges[degree * r + k] = (r + steps[k]) % n;
        index[r] = degree * (r + 1);
    }
    H_MPI(MPI_Graph_create(comm, n, index, edges, reorder, &t->comm.comm));
    find_rank(t);
    mine = &edges[degree * t->comm.rank];
    add_all(t, mine, degree, mine, degree);
    free(index);
    free(edges);
}

/* Two edges each way to the next process, and one to oneself. */
static void make_graph(struct h_topology *t, MPI_Comm comm)
{
    const int before = t->comm.size - 1, steps[] = {1, before, 0, 1, before};

    create_graph(t, comm, steps, H_NUM(steps), 0);
}

/* A line of all processes but the last one, which has no neighbours, if there are three. */
static void make_apart(struct h_topology *t, MPI_Comm comm)
{
    const int n = t->comm.size, me = t->comm.rank, line = n > 2 ? n - 1 : n;
    int *index = h_alloc(n * (MPI_Aint) sizeof *index), *edges = h_alloc((2 * n + 1) * (MPI_Aint) sizeof *edges);
    int num_edges = 0, first = 0;

    for (int r = 0; r < n; r++) {
        first = r == me ? num_edges : first;
        if (r > 0 && r < line)
            edges[num_edges++] = r - 1;
        if (r + 1 < line)
            edges[num_edges++] = r + 1;
        index[r] = num_edges;
    }
    H_MPI(MPI_Graph_create(comm, n, index, edges, 0, &t->comm.comm));
    add_all(t, &edges[first], index[me] - first, &edges[first], index[me] - first);
    free(index);
    free(edges);
}

/* MPI_UNWEIGHTED may be an address that the compiler takes for an array of no elements, and warns of. */
static int *unweighted(void)
{
    int *volatile address = MPI_UNWEIGHTED;

    return address;
}

/* Edges as the MPI says that they are. */
static void find_edges(struct h_topology *t)
{
    int num_sources, num_dests, weighted, *ranks;

    find_rank(t);
    H_MPI(MPI_Dist_graph_neighbors_count(t->comm.comm, &num_sources, &num_dests, &weighted));
    ranks = h_alloc((num_sources + num_dests + 1) * (MPI_Aint) sizeof *ranks);
    H_MPI(MPI_Dist_graph_neighbors(t->comm.comm, num_sources, ranks, unweighted(), num_dests, ranks + num_sources,
                                   unweighted()));
    add_all(t, ranks, num_sources, ranks + num_sources, num_dests);
    free(ranks);
}

/* The edges of a process are those of its rank, which the MPI may change: then they are as it says. */
static void create_adjacent(struct h_topology *t, MPI_Comm comm, int num_sources, const int *sources, int num_dests,
                            const int *dests, int reorder)
{
    H_MPI(MPI_Dist_graph_create_adjacent(comm, num_sources, sources, unweighted(), num_dests, dests, unweighted(),
                                         MPI_INFO_NULL, reorder, &t->comm.comm));
    if (reorder)
        find_edges(t);
    else
        add_all(t, sources, num_sources, dests, num_dests);
}

/* One way only, to the next process but one, to oneself, and twice to the next one; received in another order, with
 * another process between the two edges from one. */
static void make_adjacent(struct h_topology *t, MPI_Comm comm)
{
    const int n = t->comm.size, me = t->comm.rank;
    const int dests[] = {(me + 2) % n, me, (me + 1) % n, (me + 1) % n};
    const int sources[] = {(me + n - 1) % n, (me + 2 * n - 2) % n, (me + n - 1) % n, me};

    create_adjacent(t, comm, H_NUM(sources), sources, H_NUM(dests), dests, 0);
}

static void check_neighbours(const char *what, int n, const int *found, const int *expected)
{
    for (int k = 0; k < n; k++)
        if (found[k] != expected[k])
            h_fail_at_once("other", "MPI_Dist_graph_neighbors: %s, number %d: expected %d, found %d", what, k,
                           expected[k], found[k]);
}

/* Edges with weights, each once. */
static void create_weighted(struct h_topology *t, MPI_Comm comm, int num_sources, const int *sources, int num_dests,
                            const int *dests)
{
    enum { MOST = 2 };
    const int weights[2][MOST] = {{7, 3}, {5, 11}};
    int ranks[2][MOST], found[2][MOST];

    H_MPI(MPI_Dist_graph_create_adjacent(comm, num_sources, sources, weights[0], num_dests, dests, weights[1],
                                         MPI_INFO_NULL, 0, &t->comm.comm));
    H_MPI(MPI_Dist_graph_neighbors(t->comm.comm, num_sources, ranks[0], found[0], num_dests, ranks[1], found[1]));
    check_neighbours("sources", num_sources, ranks[0], sources);
    check_neighbours("destinations", num_dests, ranks[1], dests);
    check_neighbours("weights of sources", num_sources, found[0], weights[0]);
    check_neighbours("weights of destinations", num_dests, found[1], weights[1]);
    add_all(t, sources, num_sources, dests, num_dests);
}

/* To the next process but one, made of a communicator that has another topology, and is freed. */
static void make_over_ring(struct h_topology *t, MPI_Comm comm)
{
    const int n = t->comm.size, me = t->comm.rank, dest = (me + 2) % n, source = (me + 2 * n - 2) % n, period = 1;
    MPI_Comm ring;

    H_MPI(MPI_Cart_create(comm, 1, &n, &period, 0, &ring));
    create_weighted(t, ring, 1, &source, 1, &dest);
    H_MPI(MPI_Comm_free(&ring));
}

/* The first half of the processes sends to two of the second one, or one, and receives nothing; the second half sends
 * nothing; one that is left over does neither. */
static void make_halves(struct h_topology *t, MPI_Comm comm)
{
    const int half = t->comm.size / 2, me = t->comm.rank, degree = half < 2 ? half : 2;
    const int dests[] = {half + me, half + (half ? (me + 1) % half : 0)};
    const int sources[] = {me - half, half ? (me - half + half - 1) % half : 0};

    create_weighted(t, comm, me >= half && me < 2 * half ? degree : 0, sources, me < half ? degree : 0, dests);
}

/* Each process once, as some libraries exchange what goes along repeated edges: all others, the next one first.
 * The MPI may give the processes other ranks. */
static void make_others(struct h_topology *t, MPI_Comm comm)
{
    const int n = t->comm.size;
    int *steps = h_alloc(n * (MPI_Aint) sizeof *steps);

    for (int k = 0; k < n - 1; k++)
        steps[k] = k + 1;
    create_graph(t, comm, steps, n - 1, 1);
    free(steps);
}

/* All of them, to oneself first and from the one before first.  The MPI may give the processes other ranks. */
static void make_everyone(struct h_topology *t, MPI_Comm comm)
{
    const int n = t->comm.size, me = t->comm.rank;
    int *ranks = h_alloc(2 * n * (MPI_Aint) sizeof *ranks), *dests = ranks, *sources = ranks + n;

    for (int k = 0; k < n; k++) {
        dests[k] = (me + k) % n;
        sources[k] = (me + n - 1 - k) % n;
    }
    create_adjacent(t, comm, n, sources, n, dests, 1);
    free(ranks);
}

/* From all processes to the first one, and none back; the last process lists all edges.  The order is the MPI's. */
static void make_star(struct h_topology *t, MPI_Comm comm)
{
    const int n = t->comm.size, listed = t->comm.rank == n - 1 ? n : 0;
    int *ranks = h_alloc(3 * n * (MPI_Aint) sizeof *ranks), *ones = ranks + n, *zeros = ones + n;

    for (int k = 0; k < n; k++) {
        ranks[k] = k;
        ones[k] = 1;
        zeros[k] = 0;
    }
    H_MPI(MPI_Dist_graph_create(comm, listed, ranks, ones, zeros, unweighted(), MPI_INFO_NULL, 0, &t->comm.comm));
    find_edges(t);
    if (t->num_dests != 1 || t->num_sources != (t->comm.rank ? 0 : n))
        h_fail_at_once("other", "MPI_Dist_graph_neighbors_count: expected %d and 1, found %d and %d",
                       t->comm.rank ? 0 : n, t->num_sources, t->num_dests);
    free(ranks);
}

/* The same edges, where MPI_Dist_graph_create is not asked for them. */
static void make_star_adjacent(struct h_topology *t, MPI_Comm comm)
{
    const int n = t->comm.size, sources = t->comm.rank ? 0 : n, dest = 0;
    int *ranks = h_alloc(n * (MPI_Aint) sizeof *ranks);

    for (int k = 0; k < n; k++)
        ranks[k] = k;
    create_adjacent(t, comm, sources, ranks, 1, &dest, 0);
    free(ranks);
}

/* From the first process to all, and none back. */
static void make_fan(struct h_topology *t, MPI_Comm comm)
{
    const int n = t->comm.size, dests = t->comm.rank ? 0 : n, source = 0;
    int *ranks = h_alloc(n * (MPI_Aint) sizeof *ranks);

    for (int k = 0; k < n; k++)
        ranks[k] = n - 1 - k;
    create_adjacent(t, comm, 1, &source, dests, ranks, 0);
    free(ranks);
}

static const struct {
    const char *name, *kind;
    void (*make)(struct h_topology *t, MPI_Comm comm);
    const char *procedure;  /* where that is known to go wrong, the other way to make it */
    void (*otherwise)(struct h_topology *t, MPI_Comm comm);
} makers[] = {
    {"ring", "cartesian", make_ring, NULL, NULL},
    {"graph", "graph", make_graph, NULL, NULL},
    {"adjacent", "distributed", make_adjacent, NULL, NULL},
    {"halves", "distributed", make_halves, NULL, NULL},
    {"torus", "cartesian", make_torus, NULL, NULL},
    {"apart", "graph", make_apart, NULL, NULL},
    {"others", "distributed", make_others, NULL, NULL},
    {"box", "cartesian", make_box, NULL, NULL},
    {"everyone", "distributed", make_everyone, NULL, NULL},
    {"over-ring", "distributed", make_over_ring, NULL, NULL},
    {"star", "distributed", make_star, "MPI_Dist_graph_create", make_star_adjacent},
    {"grid", "cartesian", make_grid, NULL, NULL},
    {"fan", "distributed", make_fan, NULL, NULL},
    {"line", "cartesian", make_line, NULL, NULL},
    {"slice", "cartesian", make_slice, NULL, NULL},
};

/* ---- those of a communicator ---- */

/* By the numbers of communicators; the handle of one that no case has needed yet is MPI_COMM_NULL. */
static struct h_topology *topologies[H_MOST_COMMS];

int h_topologies(void)
{
    return H_NUM(makers);
}

static void free_those_of(int number)
{
    struct h_topology *of = topologies[number];

    for (int k = 0; of && k < H_NUM(makers); k++) {
        if (of[k].comm.comm != MPI_COMM_NULL)
            H_MPI(MPI_Comm_free(&of[k].comm.comm));
        free(of[k].sources);
        free(of[k].dests);
    }
    free(of);
    topologies[number] = NULL;
}

void h_topologies_free(void)
{
    for (int number = 0; number < H_MOST_COMMS; number++)
        free_those_of(number);
}

const struct h_topology *h_topology_of(const struct h_comm *comm, int k)
{
    struct h_topology *of = topologies[comm->number];

    if (of)
        return &of[k];
    of = topologies[comm->number] = h_alloc(H_NUM(makers) * (MPI_Aint) sizeof *of);
    for (int t = 0; t < H_NUM(makers); t++) {
        of[t] = (struct h_topology) {.name = makers[t].name, .kind = makers[t].kind, .comm = *comm, .over = comm->comm};
        of[t].comm.comm = MPI_COMM_NULL;
    }
    return &of[k];
}

/* A duplicate has the topology of what it was made of (MPI-3.1, 6.4.2), which is freed. */
static void duplicate(MPI_Comm *comm)
{
    MPI_Comm first = *comm;

    H_MPI(MPI_Comm_dup(first, comm));
    H_MPI(MPI_Comm_free(&first));
}

int h_topology_open(struct h_case *c)
{
    struct h_topology *of = topologies[c->comm->number];
    const int k = (int) (c->topology - of);

    if (of[k].comm.comm != MPI_COMM_NULL)
        return 1;
    if (makers[k].procedure && !h_asks(c, makers[k].procedure)) {
        makers[k].otherwise(&of[k], of[k].over);
    } else {
        h_ask(makers[k].procedure);
        makers[k].make(&of[k], of[k].over);
        h_ask(NULL);
    }
    if ((k + c->comm->number + c->i) % 2 == 0 && h_asks(c, "MPI_Comm_dup"))
        duplicate(&of[k].comm.comm);
    H_MPI(MPI_Comm_set_errhandler(of[k].comm.comm, MPI_ERRORS_RETURN));
    return 1;
}
