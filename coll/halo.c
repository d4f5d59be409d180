/* Exchanges within one array: each process sends some elements to each other one, or to its neighbours on a ring, and
 * receives into those between them; where both buffers begin differs (MPI-3.1, 2.3). */
#include "harness.h"
#include "tables.h"
#include "blocks/blocks.h"
#include "blocks/topology.h"
#include "case/parts.h"

#include <stdbool.h>
#include <stdlib.h>

enum { MOST = 16 };

/* Blocks of as many elements each, to n processes and from them: element 2 k + 1 of every 2 n is of the block that is
 * sent to process k, element 2 k of that which comes from it. */
struct halo {
    int n, elements, ones[MOST], bytes[2][MOST];
    char *from, *to;
    MPI_Aint displs[2][MOST];
    MPI_Datatype sent[MOST], received[MOST];
    int sources[MOST], numbers[MOST]; /* where a block comes from, and which one it is there */
    MPI_Comm comm;
};

#define W h->from, h->ones, h->bytes[0], h->sent, h->to, h->ones, h->bytes[1], h->received, h->comm
#define NW h->from, h->ones, h->displs[0], h->sent, h->to, h->ones, h->displs[1], h->received, h->comm
#define FORM(NAME, ...) static int NAME(const struct halo *h, MPI_Request *r) { (void) r; return __VA_ARGS__; }
FORM(blocking, MPI_Alltoallw(W))
FORM(nonblocking, MPI_Ialltoallw(W, r))
H_WHERE(HAVE_MPI_ALLTOALLW_INIT, FORM(persistent, MPI_Alltoallw_init(W, MPI_INFO_NULL, r)))
FORM(ring_blocking, MPI_Neighbor_alltoallw(NW))
FORM(ring_nonblocking, MPI_Ineighbor_alltoallw(NW, r))
H_WHERE(HAVE_MPI_NEIGHBOR_ALLTOALLW_INIT, FORM(ring_persistent, MPI_Neighbor_alltoallw_init(NW, MPI_INFO_NULL, r)))

static const struct form {
    const char *name;
    enum h_start start;
    bool on_ring;
    int (*call)(const struct halo *h, MPI_Request *request);
} forms[] = {
    {"MPI_Alltoallw", H_BLOCKING, false, blocking},
    {"MPI_Ialltoallw", H_NONBLOCKING, false, nonblocking},
    H_WHERE(HAVE_MPI_ALLTOALLW_INIT, {"MPI_Alltoallw_init", H_PERSISTENT, false, persistent},)
    {"MPI_Neighbor_alltoallw", H_BLOCKING, true, ring_blocking},
    {"MPI_Ineighbor_alltoallw", H_NONBLOCKING, true, ring_nonblocking},
    H_WHERE(HAVE_MPI_NEIGHBOR_ALLTOALLW_INIT, {"MPI_Neighbor_alltoallw_init", H_PERSISTENT, true, ring_persistent},)
};

static int blocks_of(const struct h_case *c)
{
    return c->topology ? 2 : c->comm->size;
}

/* What goes to the left arrives from the right. */
static struct halo halo_of(const struct h_case *c)
{
    const int n = blocks_of(c), neighbours[] = {c->comm->left, c->comm->right}, me = c->comm->rank;
    const MPI_Aint apart = h_element_bytes(c->recv.pool);
    struct halo h = {.n = n, .elements = (int) DTP_pool_elements(c->recv.pool) / (2 * n), .comm = c->comm->comm,
                     .from = c->recv.mpi->DTP_obj_buf};

    h.to = h.from + apart;
    for (int k = 0; k < n; k++) {
        h.ones[k] = 1;
        h.displs[1][k] = -apart;
        h.bytes[1][k] = (int) -apart;
        h.sent[k] = h_every(c->recv, 2 * k + 1, 2 * n, h.elements).type;
        h.received[k] = h_every(c->recv, 2 * k, 2 * n, h.elements).type;
        h.sources[k] = c->topology ? neighbours[k] : k;
        h.numbers[k] = c->topology ? 1 - k : me;
    }
    return h;
}

static void check(struct h_case *c, const struct halo *h)
{
    const int n = (int) DTP_pool_elements(c->recv.pool), every = 2 * h->n;
    int *ones = h_alloc(n * (MPI_Aint) sizeof *ones), *numbers = h_alloc(n * (MPI_Aint) sizeof *numbers);

    for (int k = 0; k < n; k++) {
        const int block = k % every / 2;
        const bool comes = k % 2 == 0 && k / every < h->elements;
        const struct h_values v = comes ? h_theirs(c, h->sources[block], 0) : h_mine(c, 0);
        ones[k] = 1;
        numbers[k] = v.start + (comes ? k / every * every + 2 * h->numbers[block] + 1 : k) * v.stride;
    }
    h_check_each(c, c->recv, MPI_REPLACE, 1, ones, numbers);
    free(numbers);
    free(ones);
}

static void exchange(struct h_case *c, const struct form *f)
{
    struct halo h = halo_of(c);
    MPI_Request request = MPI_REQUEST_NULL;

    h_fill(c->recv, h_mine(c, 0));
    h_mpi(f->call(&h, &request), f->name, __FILE__, __LINE__);
    if (f->start == H_PERSISTENT)
        H_MPI(MPI_Start(&request));
    if (f->start != H_BLOCKING)
        h_complete(c, 1, &request, NULL);
    check(c, &h);
    if (f->start == H_PERSISTENT)
        H_MPI(MPI_Request_free(&request));
    for (int k = 0; k < h.n; k++) {
        H_MPI(MPI_Type_free(&h.sent[k]));
        H_MPI(MPI_Type_free(&h.received[k]));
    }
}

static void visit(struct h_case *c)
{
    const struct h_comm *comm = c->comm;
    const bool has_room = h_has_halves(c) && DTP_pool_elements(c->recv.pool) >= 4;

    for (int k = 0; k < H_NUM(forms) && has_room; k++) {
        const struct form *f = &forms[k];
        if (!f->on_ring && (comm->most > MOST || DTP_pool_elements(c->recv.pool) < 2 * comm->most))
            continue;
        c->topology = f->on_ring ? h_topology_of(comm, 0) : NULL;
        c->open = f->on_ring ? h_topology_open : NULL;
        c->comm = f->on_ring ? &c->topology->comm : comm;
        c->variant = f->on_ring ? c->topology->name : NULL;
        c->form = h_start_name(f->start);
        c->completion = f->start == H_BLOCKING ? NULL : h_completion(h_pair_turn(c) + k);
        c->starts = f->start == H_PERSISTENT;
        if (h_begin(c, f->name))
            exchange(c, f);
        c->comm = comm;
    }
}

static void run(void)
{
    h_each_pair(H_INTRA | H_SPREAD | H_ONCE, visit);
    h_topologies_free();
}

const struct h_program h_program = {"sent from and received into one array", 0, run};
