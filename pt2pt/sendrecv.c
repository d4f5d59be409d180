/* Sends and receives in one call, between two buffers or in place of each other, around a ring and along a line
 * with ends. */
#include "message.h"

enum { TAG = 60 };

/* The receive names its message, or takes it from any source or of any tag. */
struct exchange {
    struct h_obj send, recv;
    int dest, source, sent_tag, tag, named_source, named_tag;
    MPI_Comm comm;
};

#define TWO H_ARGS(x->send), x->dest, x->sent_tag, H_ARGS(x->recv), x->named_source, x->named_tag, x->comm
#define ONE H_ARGS(x->recv), x->dest, x->sent_tag, x->named_source, x->named_tag, x->comm

#define CALL(NAME, ...)                                                                                                \
    static int NAME(const struct exchange *x, MPI_Request *r, MPI_Status *s)                                           \
    {                                                                                                                  \
        (void) r, (void) s;                                                                                            \
        return MPI_##NAME(__VA_ARGS__);                                                                                \
    }

CALL(Sendrecv, TWO, s)
CALL(Sendrecv_replace, ONE, s)
H_WHERE(HAVE_MPI_ISENDRECV, CALL(Isendrecv, TWO, r))
H_WHERE(HAVE_MPI_ISENDRECV_REPLACE, CALL(Isendrecv_replace, ONE, r))
H_WHERE(HAVE_MPI_SENDRECV_C, CALL(Sendrecv_c, TWO, s))
H_WHERE(HAVE_MPI_SENDRECV_REPLACE_C, CALL(Sendrecv_replace_c, ONE, s))
H_WHERE(HAVE_MPI_ISENDRECV_C, CALL(Isendrecv_c, TWO, r))
H_WHERE(HAVE_MPI_ISENDRECV_REPLACE_C, CALL(Isendrecv_replace_c, ONE, r))

static const struct form {
    const char *name;
    enum h_start start;
    bool replaces;
    int (*call)(const struct exchange *x, MPI_Request *r, MPI_Status *s);
} forms[] = {
    {"MPI_Sendrecv", H_BLOCKING, false, Sendrecv},
    {"MPI_Sendrecv_replace", H_BLOCKING, true, Sendrecv_replace},
    H_WHERE(HAVE_MPI_ISENDRECV, {"MPI_Isendrecv", H_NONBLOCKING, false, Isendrecv},)
    H_WHERE(HAVE_MPI_ISENDRECV_REPLACE, {"MPI_Isendrecv_replace", H_NONBLOCKING, true, Isendrecv_replace},)
    H_WHERE(HAVE_MPI_SENDRECV_C, {"MPI_Sendrecv_c", H_BLOCKING, false, Sendrecv_c},)
    H_WHERE(HAVE_MPI_SENDRECV_REPLACE_C, {"MPI_Sendrecv_replace_c", H_BLOCKING, true, Sendrecv_replace_c},)
    H_WHERE(HAVE_MPI_ISENDRECV_C, {"MPI_Isendrecv_c", H_NONBLOCKING, false, Isendrecv_c},)
    H_WHERE(HAVE_MPI_ISENDRECV_REPLACE_C, {"MPI_Isendrecv_replace_c", H_NONBLOCKING, true, Isendrecv_replace_c},)
};

/* Nothing comes from no process, and the status says so (MPI-3.1, 3.11). */
static void check(struct h_case *c, const struct exchange *x, const struct form *f, int op, const MPI_Status *status)
{
    const MPI_Aint moved = f->replaces ? DTP_pool_elements(x->recv.pool) : c->elements;
    const bool comes = x->source != MPI_PROC_NULL;

    if (comes)
        h_check_received_part(c, x->recv, h_theirs(c, x->source, op), moved);
    else if (f->replaces)
        h_check_intact(c, x->recv, h_mine(c, op));
    else
        h_check_received_part(c, x->recv, h_mine(c, op), 0);
    h_check_envelope(c, status, x->source, comes ? x->tag : MPI_ANY_TAG);
    h_check_partial(c, x->recv, status, comes ? moved : 0);
    if (!f->replaces)
        h_check_intact(c, x->send, h_mine(c, op));
}

static void exchange(struct h_case *c, const struct exchange *x, const struct form *f, int op)
{
    MPI_Status status = h_status();
    MPI_Request request;

    h_fill(x->send, h_mine(c, op));
    if (f->replaces)
        h_fill(x->recv, h_mine(c, op));
    else
        h_clear(x->recv);
    h_mpi(f->call(x, &request, &status), f->name, __FILE__, __LINE__);
    if (f->start != H_BLOCKING)
        h_complete(c, 1, &request, &status);
    check(c, x, f, op, &status);
}

/* The ways around: forwards, backwards, and forwards with ends. */
static const struct way {
    const char *name;
    bool backwards, ends;
} ways[] = {{"ring", false, false}, {"ring-backwards", true, false}, {"line", false, true}};

/* Each rank sends with a tag of its own, another one for each way: what comes from any source is of this case. */
static struct exchange along(const struct h_case *c, const struct way *w, int tag, int turn)
{
    const struct h_comm *comm = c->comm;
    struct exchange x = {.send = c->send, .recv = c->recv, .dest = comm->right, .source = comm->left,
                         .sent_tag = tag + H_NUM(ways) * comm->rank, .comm = comm->comm};

    if (w->backwards) {
        x.dest = comm->left;
        x.source = comm->right;
    }
    if (w->ends && !comm->inter && comm->rank == 0)
        x.source = MPI_PROC_NULL;
    if (w->ends && !comm->inter && comm->rank == comm->size - 1)
        x.dest = MPI_PROC_NULL;
    x.tag = tag + H_NUM(ways) * (x.source == MPI_PROC_NULL ? 0 : x.source);
    x.named_source = turn % 3 == 1 && x.source != MPI_PROC_NULL ? MPI_ANY_SOURCE : x.source;
    x.named_tag = turn % 3 == 2 ? MPI_ANY_TAG : x.tag;
    return x;
}

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(forms) * H_NUM(ways); k++) {
        const struct form *f = &forms[k % H_NUM(forms)];
        const int w = k / H_NUM(forms);
        struct exchange x;
        if (!h_due(c, k, H_NUM(forms) * H_NUM(ways)))
            continue;
        c->variant = ways[w].name;
        c->form = f->start == H_BLOCKING ? "blocking" : "nonblocking";
        c->completion = f->start == H_BLOCKING ? NULL : h_completion(h_pair_turn(c) + k);
        if (!h_begin(c, f->name))
            continue;
        x = along(c, &ways[w], TAG + w, h_pair_turn(c) + k);
        exchange(c, &x, f, k);
    }
}

static void run(void)
{
    h_each_pair(H_INTRA | H_INTER | H_SPREAD, visit);
}

const struct h_program h_program = {"send and receive in one call", H_MIXED | H_SENDS, run};
