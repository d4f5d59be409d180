/* Sends and receives in one call, between two buffers or in place of each other, around a ring and along a line
 * with ends; what replaces a message, or one to nobody, is shorter.  Types of calls that do not block are freed, in
 * turn, while these are pending. */
#include "case/freed_types.h"
#include "messages/copies.h"
#include "messages/packing.h"

#include <stdbool.h>
#include <stdio.h>

enum { TAG = 60, EACH_TAG = 10000, FULL_TAG = 20000 };

enum { COPIES = 2 };

/* Buffers are those of the objects, or begin at MPI_BOTTOM; what is replaced may be two copies of the receive object,
 * by one call, or each by a call that does not block. */
enum how { PLAIN, ABSOLUTE, TWICE, EACH };
static const char *const suffixes[] = {"", "/absolute", "/twice", "/each"};

/* The receive names its message, or takes it from any source or of any tag. */
struct exchange {
    enum how how;
    struct h_obj send, recv;
    struct h_instances sent, received, replaced;
    struct h_copies twice;
    int dest, source, sent_tag, tag, named_source, named_tag;
    MPI_Comm comm;
};

#define WHAT(PART) x->PART.buf, x->PART.count, x->PART.type
#define TWO WHAT(sent), x->dest, x->sent_tag, WHAT(received), x->named_source, x->named_tag, x->comm
#define ONE WHAT(replaced), x->dest, x->sent_tag, x->named_source, x->named_tag, x->comm

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

/* The first n elements have come; nothing comes from no process, and the status says so (MPI-3.1, 3.11). */
static void check(struct h_case *c, const struct exchange *x, int op, const MPI_Status *status, MPI_Aint n)
{
    const bool comes = x->source != MPI_PROC_NULL;

    if (comes)
        h_check_received_part(c, x->recv, h_theirs(c, x->source, op), n);
    else
        h_check_received_part(c, x->recv, h_mine(c, op), 0);
    h_check_status_part(c, x->recv, status, x->source, comes ? x->tag : MPI_ANY_TAG, comes ? n : 0);
}

static void check_replaced(struct h_case *c, const struct exchange *x, struct h_obj o, int op)
{
    if (x->source != MPI_PROC_NULL)
        h_check_received_part(c, o, h_theirs(c, x->source, op), DTP_pool_elements(o.pool));
    else
        h_check_intact(c, o, h_mine(c, op));
}

static void check_status(struct h_case *c, const struct exchange *x, const MPI_Status *status)
{
    const bool comes = x->source != MPI_PROC_NULL;
    int count;

    h_check_envelope(c, status, x->source, comes ? x->tag : MPI_ANY_TAG);
    H_MPI(MPI_Get_count(status, x->replaced.type, &count));
    h_check_number(c, "MPI_Get_count", "count", comes ? x->replaced.count : 0, count);
}

/* With types that are freed once the call has returned (MPI-3.1, 4.1.9). */
static void call_and_free(struct exchange x, const struct form *f, MPI_Request *request)
{
    MPI_Datatype *const types[] = {f->replaces ? &x.replaced.type : &x.sent.type, &x.received.type};
    const int n = f->replaces ? 1 : 2;

    for (int k = 0; k < n; k++)
        H_MPI(MPI_Type_dup(*types[k], types[k]));
    h_mpi(f->call(&x, request, NULL), f->name, __FILE__, __LINE__);
    for (int k = 0; k < n; k++)
        h_type_give_up(types[k]);
}

static void call(struct h_case *c, const struct exchange *x, const struct form *f, MPI_Status *status)
{
    MPI_Request request;

    *status = h_status();
    if (c->frees_types)
        call_and_free(*x, f, &request);
    else
        h_mpi(f->call(x, &request, status), f->name, __FILE__, __LINE__);
    if (f->start == H_BLOCKING)
        return;
    h_complete(c, 1, &request, status);
    h_later_types_free();
}

static struct h_instances described(const struct h_case *c, const struct exchange *x, struct h_obj o)
{
    return x->how == ABSOLUTE ? h_at_bottom(o)
                              : h_instances_of(o, o.mpi->DTP_obj_count, h_type(c, o.pool, o.index));
}

static void undo(const struct exchange *x, struct h_instances *what)
{
    if (x->how == ABSOLUTE)
        H_MPI(MPI_Type_free(&what->type));
}

static void exchange(struct h_case *c, struct exchange *x, const struct form *f, int op)
{
    MPI_Status status;

    x->sent = described(c, x, x->send);
    x->received = described(c, x, x->recv);
    h_fill(x->send, h_mine(c, op));
    h_clear(x->recv);
    call(c, x, f, &status);
    check(c, x, op, &status, c->elements);
    h_check_intact(c, x->send, h_mine(c, op));
    undo(x, &x->sent);
    undo(x, &x->received);
}

/* The copies from number k on. */
static struct h_instances copies(const struct exchange *x, int k, int n)
{
    const struct h_message m = h_copy_message(&x->twice, k, x->dest, x->sent_tag, x->comm);

    return (struct h_instances) {m.buf, n * m.count, m.type};
}

/* What is replaced lies in an object. */
static void replace_in(struct h_case *c, struct h_obj o, const struct exchange *x, const struct form *f, int op)
{
    MPI_Status status;

    h_fill(o, h_mine(c, op));
    call(c, x, f, &status);
    check_replaced(c, x, o, op);
    check_status(c, x, &status);
}

static void replace(struct h_case *c, struct exchange *x, const struct form *f, int op)
{
    x->replaced = described(c, x, x->recv);
    replace_in(c, x->recv, x, f, op);
    undo(x, &x->replaced);
}

/* All are under way at once; each has a tag of its own. */
static void replace_each(struct h_case *c, const struct exchange *x, const struct form *f, int op)
{
    struct exchange each[COPIES];
    MPI_Request requests[COPIES];
    MPI_Status statuses[COPIES];

    h_fill(x->twice.all, h_mine(c, op));
    for (int k = 0; k < COPIES; k++) {
        each[k] = *x;
        each[k].replaced = copies(x, k, 1);
        each[k].sent_tag += k * EACH_TAG;
        each[k].tag += k * EACH_TAG;
        each[k].named_tag = each[k].tag;
        h_mpi(f->call(&each[k], &requests[k], NULL), f->name, __FILE__, __LINE__);
    }
    h_complete(c, COPIES, requests, statuses);
    check_replaced(c, x, x->twice.all, op);
    for (int k = 0; k < COPIES; k++)
        check_status(c, &each[k], &statuses[k]);
}

static void replace_copies(struct h_case *c, struct exchange *x, const struct form *f, int op)
{
    x->twice = h_copies_of(x->recv, COPIES);
    x->replaced = copies(x, 0, COPIES);
    if (x->how == EACH)
        replace_each(c, x, f, op);
    else
        replace_in(c, x->twice.all, x, f, op);
    h_copies_free(&x->twice);
}

/* The first elements alone come from a send of the neighbour; the buffer goes to nobody, or, as a receive buffer is
 * before anything has come, to the next one. */
static void receive_short(struct h_case *c, struct exchange *x, const struct form *f, bool sends, int op)
{
    const MPI_Aint n = 1 + (op + h_pair_turn(c)) % DTP_pool_elements(x->recv.pool);
    const struct h_obj sent = h_first_elements(n), other = sends ? h_recv_object(c, 1) : x->recv;
    MPI_Request requests[] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status status;

    h_fill(sent, h_mine(c, op));
    h_clear(x->recv);
    if (sends)
        H_MPI(MPI_Irecv(H_ARGS(other), x->source, FULL_TAG, x->comm, &requests[0]));
    H_MPI(MPI_Isend(H_ARGS(sent), x->dest, x->sent_tag, x->comm, &requests[1]));
    x->dest = sends ? x->dest : MPI_PROC_NULL;
    x->sent_tag = FULL_TAG;
    x->replaced = described(c, x, x->recv);
    call(c, x, f, &status);
    H_MPI(MPI_Waitall(2, requests, h_statuses(NULL)));
    check(c, x, op, &status, n);
    undo(x, &x->replaced);
}

/* The ways around: forwards, backwards, forwards with ends, and forwards with some first elements that replace all, or
 * nothing. */
static const struct way {
    const char *name;
    bool backwards, ends, is_short, sends;
} ways[] = {
    {"ring", false, false, false, true},
    {"ring-backwards", true, false, false, true},
    {"line", false, true, false, true},
    {"ring-short", false, false, true, false},
    {"ring-shorter", false, false, true, true},
};

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

/* Each in turn; copies are only of what is replaced as a whole. */
static enum how how_of(const struct form *f, const struct way *w, int turn)
{
    const enum how last = !f->replaces || w->is_short ? ABSOLUTE : f->start == H_BLOCKING ? TWICE : EACH;

    return (enum how) (turn % ((int) last + 1));
}

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(forms) * H_NUM(ways); k++) {
        const struct form *f = &forms[k % H_NUM(forms)];
        const int way = k / H_NUM(forms), turn = h_pair_turn(c);
        const struct way *w = &ways[way];
        const enum how how = how_of(f, w, turn + way);
        struct exchange x;
        char variant[64];
        if (!h_due(c, k, H_NUM(forms) * H_NUM(ways)) || (w->is_short && !f->replaces))
            continue;
        snprintf(variant, sizeof variant, "%s%s", w->name, suffixes[how]);
        c->variant = variant;
        c->form = f->start == H_BLOCKING ? "blocking" : "nonblocking";
        c->completion = f->start == H_BLOCKING ? NULL : h_completion(turn + k);
        c->frees_types = f->start != H_BLOCKING && how != EACH && c->i % 2;
        c->more_received = w->is_short && w->sends;
        if (!h_begin(c, f->name))
            continue;
        x = along(c, w, TAG + way, turn + k);
        x.how = how;
        if (w->is_short)
            receive_short(c, &x, f, w->sends, k);
        else if (how == TWICE || how == EACH)
            replace_copies(c, &x, f, k);
        else
            (f->replaces ? replace : exchange)(c, &x, f, k);
    }
    c->variant = NULL;
    c->frees_types = c->more_received = 0;
}

static void run(void)
{
    h_each_pair(H_INTRA | H_INTER | H_SPREAD, visit);
}

const struct h_program h_program = {"send and receive in one call", H_MIXED | H_SENDS, run};
