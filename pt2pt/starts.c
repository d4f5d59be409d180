/* Persistent sends of all modes and their receives, in turn a broadcast too, started by two calls, or one by one in
 * another order than they were made, and completed together.  Either call starts sends and receives; the send in ready
 * mode comes with the second one, since those of one call are started in any order (MPI-3.1, 3.9). */
#include "messages/bsend.h"
#include "messages/copies.h"

#include <stdbool.h>

enum { TAG = 95, MODES = 4, BUFFERED = 2, READY = 3, ROUNDS = 3, ORDERS = 16, REQUESTS = 2 * MODES + 1 };

#ifdef HAVE_MPI_BCAST_INIT
enum { HAS_BCAST_INIT = 1 };
#else
enum { HAS_BCAST_INIT = 0 };
#endif

static const char *const names[MODES] = {"MPI_Send_init", "MPI_Ssend_init", "MPI_Bsend_init", "MPI_Rsend_init"};

/* Where the requests are, of which the `first` ones are started first, the broadcast as the last of these. */
struct exchange {
    struct h_copies sent, received;
    struct h_obj broadcast;
    bool has_broadcast;
    int first, send_at[MODES], receive_at[MODES], root;
    MPI_Request requests[REQUESTS];
};

/* Of each mode, either the send or the receive is started first. */
static void arrange(struct exchange *x, int turn)
{
    for (int m = 0; m < MODES; m++) {
        const int place = turn / MODES % 2 ? MODES - 1 - (m + turn) % MODES : (m + turn) % MODES;
        const int receives_first = m == READY || ((turn ^ turn >> 2) >> m) % 2;
        x->send_at[m] = place + (receives_first ? x->first : 0);
        x->receive_at[m] = place + (receives_first ? 0 : x->first);
    }
}

static void make(struct h_case *c, struct exchange *x)
{
    for (int m = 0; m < MODES; m++) {
        const struct h_send_form *f = h_send_form(names[m], 0);
        const struct h_message sent = h_copy_message(&x->sent, m, c->comm->right, TAG + m, c->comm->comm);
        const struct h_message to = h_copy_message(&x->received, m, c->comm->left, TAG + m, c->comm->comm);
        h_mpi(f->call(&sent, &x->requests[x->send_at[m]]), f->name, __FILE__, __LINE__);
        H_MPI(MPI_Recv_init(to.buf, to.count, to.type, to.peer, to.tag, to.comm, &x->requests[x->receive_at[m]]));
    }
#ifdef HAVE_MPI_BCAST_INIT
    if (x->has_broadcast)
        H_MPI(MPI_Bcast_init(H_ARGS(x->broadcast), x->root, c->comm->comm, MPI_INFO_NULL, &x->requests[MODES]));
#endif
}

static void start(const struct h_case *c, int n, MPI_Request *requests, bool together)
{
    if (together)
        H_MPI(MPI_Startall(n, requests));
    for (int k = 0; k < n && !together; k++)
        H_MPI(MPI_Start(&requests[c->round % 2 ? k : n - 1 - k]));
}

static void fill(struct h_case *c, const struct exchange *x)
{
    h_fill(x->sent.all, h_mine(c, c->round));
    h_clear(x->received.all);
    if (c->comm->rank == x->root)
        h_fill(x->broadcast, h_theirs(c, x->root, ROUNDS + c->round));
    else
        h_clear(x->broadcast);
}

static void run_round(struct h_case *c, struct exchange *x, bool together)
{
    const struct h_obj arrived = x->received.all;
    const struct h_values broadcast = h_theirs(c, x->root, ROUNDS + c->round);
    const struct h_message_end buffered = {.m = h_copy_message(&x->sent, BUFFERED, c->comm->right, TAG + BUFFERED,
                                                               c->comm->comm)};
    MPI_Status statuses[REQUESTS];

    fill(c, x);
    h_bsend_begin(c, 1, &buffered);
    start(c, x->first, x->requests, together);
    H_MPI(MPI_Barrier(c->comm->comm));
    start(c, MODES, x->requests + x->first, together);
    h_complete(c, x->first + MODES, x->requests, statuses);
    h_check_received_part(c, arrived, h_theirs(c, c->comm->left, c->round), DTP_pool_elements(arrived.pool));
    for (int m = 0; m < MODES; m++)
        h_check_status(c, x->received.one, &statuses[x->receive_at[m]], c->comm->left, TAG + m);
    for (int m = 0; m < MODES; m++)
        h_check_sent(c, &statuses[x->send_at[m]]);
    h_bsend_end(c);
    h_check_intact(c, x->sent.all, h_mine(c, c->round));
    if (x->has_broadcast)
        h_check_received(c, x->broadcast, broadcast);
}

static void run_case(struct h_case *c, int turn, bool together, bool has_broadcast)
{
    struct exchange x = {.sent = h_copies_of(c->send, MODES), .received = h_copies_of(c->recv, MODES),
                         .broadcast = h_recv_object(c, 1), .has_broadcast = has_broadcast,
                         .first = MODES + has_broadcast, .root = turn % c->comm->size};

    arrange(&x, turn);
    make(c, &x);
    for (c->round = 0; c->round < ROUNDS; c->round++)
        run_round(c, &x, together);
    c->round = 0;
    for (int k = 0; k < x.first + MODES; k++)
        H_MPI(MPI_Request_free(&x.requests[k]));
    h_copies_free(&x.sent);
    h_copies_free(&x.received);
}

static void visit(struct h_case *c)
{
    c->form = "persistent";
    c->more_received = 1;
    for (int k = 0; k < ORDERS; k++) {
        const bool has_broadcast = HAS_BCAST_INIT && (h_pair_turn(c) + k / 2) % 2;
        c->completion = h_completion(h_pair_turn(c) + k);
        c->variant = has_broadcast ? "broadcast" : NULL;
        if (h_begin(c, k % 2 ? "MPI_Start" : "MPI_Startall"))
            run_case(c, h_pair_turn(c) + k, k % 2 == 0, has_broadcast);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"persistent sends, started with their receives", H_SENDS | H_SEVERAL, run};
