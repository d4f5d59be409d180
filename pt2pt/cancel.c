/* Receives that are cancelled: nothing arrives, the status says so, and the buffer and the request serve another
 * message; of two of one envelope the second, and the message is the first one's; or, where the message is under way
 * already, they are complete, or cancelled and the message is still there (MPI-3.1, 3.8.4). */
#include "messages/copies.h"
#include "tables.h"

enum { NOBODYS_TAG = 70, TAG = 71, READY_TAG = 72 };
enum { NONBLOCKING, PERSISTENT, SECOND, LATE }; /* as in the table of ways */

static void send(struct h_case *c, MPI_Request *request)
{
    H_MPI(MPI_Isend(H_ARGS(c->send), c->comm->right, TAG, c->comm->comm, request));
}

/* A receive that no message matches must be cancelled (MPI-3.1, 3.8.4). */
static void cancel(struct h_case *c, MPI_Request *request)
{
    MPI_Status status = h_status();
    int cancelled = 0;

    H_MPI(MPI_Cancel(request));
    h_complete(c, 1, request, &status);
    H_MPI(MPI_Test_cancelled(&status, &cancelled));
    h_check_number(c, "MPI_Test_cancelled", "flag", 1, cancelled != 0);
    h_check_received_part(c, c->recv, h_mine(c, 0), 0);
}

/* Of a receive that is cancelled: any, in turn. */
static int source_of(const struct h_case *c)
{
    return h_pair_turn(c) % 2 ? MPI_ANY_SOURCE : c->comm->left;
}

static void nonblocking(struct h_case *c, MPI_Status *status)
{
    MPI_Request request;

    H_MPI(MPI_Irecv(H_ARGS(c->recv), source_of(c), NOBODYS_TAG, c->comm->comm, &request));
    cancel(c, &request);
    H_MPI(MPI_Recv(H_ARGS(c->recv), c->comm->left, TAG, c->comm->comm, status));
}

/* A message for the request that was cancelled: sent when the receiver is done with cancelling. */
static void send_to_cancelled(struct h_case *c, MPI_Request *request)
{
    h_signal(c, c->comm->left, c->comm->right, READY_TAG);
    H_MPI(MPI_Isend(H_ARGS(c->send), c->comm->right, NOBODYS_TAG, c->comm->comm, request));
}

static void check_by_cancelled(struct h_case *c, const MPI_Status *status, int way)
{
    h_check_received(c, c->recv, h_theirs(c, c->comm->left, way));
    h_check_status(c, c->recv, status, c->comm->left, NOBODYS_TAG);
    h_clear(c->recv);
}

/* At another start the request receives a message. */
static void receive_by_cancelled(struct h_case *c, MPI_Request *request)
{
    MPI_Status status = h_status();
    MPI_Request sending;

    H_MPI(MPI_Start(request));
    send_to_cancelled(c, &sending);
    h_complete(c, 1, request, &status);
    H_MPI(MPI_Wait(&sending, MPI_STATUS_IGNORE));
    check_by_cancelled(c, &status, PERSISTENT);
}

/* A request that was cancelled is started again: it is cancelled again, then it receives. */
static void persistent(struct h_case *c, MPI_Status *status)
{
    MPI_Request unmatched, request;

    H_MPI(MPI_Recv_init(H_ARGS(c->recv), source_of(c), NOBODYS_TAG, c->comm->comm, &unmatched));
    for (int k = 0; k < 2; k++) {
        H_MPI(MPI_Start(&unmatched));
        cancel(c, &unmatched);
    }
    receive_by_cancelled(c, &unmatched);
    H_MPI(MPI_Request_free(&unmatched));
    H_MPI(MPI_Recv_init(H_ARGS(c->recv), c->comm->left, TAG, c->comm->comm, &request));
    H_MPI(MPI_Start(&request));
    h_complete(c, 1, &request, status);
    H_MPI(MPI_Request_free(&request));
}

/* Of two receives that the message would match the second is cancelled, before it is sent. */
static void second(struct h_case *c, MPI_Status *status)
{
    struct h_copies other = h_copies_of(c->recv, 1);
    const struct h_message m = h_copy_message(&other, 0, source_of(c), NOBODYS_TAG, c->comm->comm);
    MPI_Request requests[2], sending;
    MPI_Status statuses[2];
    int cancelled = 0;

    h_clear(other.all);
    H_MPI(MPI_Irecv(H_ARGS(c->recv), m.peer, m.tag, m.comm, &requests[0]));
    H_MPI(MPI_Irecv(m.buf, m.count, m.type, m.peer, m.tag, m.comm, &requests[1]));
    H_MPI(MPI_Cancel(&requests[1]));
    send_to_cancelled(c, &sending);
    h_complete(c, 2, requests, statuses);
    H_MPI(MPI_Wait(&sending, MPI_STATUS_IGNORE));
    H_MPI(MPI_Test_cancelled(&statuses[1], &cancelled));
    h_check_number(c, "MPI_Test_cancelled", "flag of the second receive", 1, cancelled != 0);
    h_check_received_part(c, other.all, h_mine(c, 0), 0);
    h_copies_free(&other);
    check_by_cancelled(c, &statuses[0], SECOND);
    H_MPI(MPI_Recv(H_ARGS(c->recv), c->comm->left, TAG, c->comm->comm, status));
}

/* The receive of a message that has been sent before it is cancelled. */
static void late(struct h_case *c, MPI_Status *status)
{
    MPI_Request request;
    int cancelled = 0;

    H_MPI(MPI_Irecv(H_ARGS(c->recv), c->comm->left, TAG, c->comm->comm, &request));
    H_MPI(MPI_Cancel(&request));
    h_complete(c, 1, &request, status);
    H_MPI(MPI_Test_cancelled(status, &cancelled));
    if (!cancelled)
        return;
    h_check_received_part(c, c->recv, h_mine(c, 0), 0);
    *status = h_status();
    H_MPI(MPI_Recv(H_ARGS(c->recv), c->comm->left, TAG, c->comm->comm, status));
}

static const struct {
    const char *operation, *form, *variants[2]; /* as source_of says */
    void (*receive)(struct h_case *c, MPI_Status *status);
} ways[] = {[NONBLOCKING] = {"MPI_Irecv", "nonblocking", {"left", "any-source"}, nonblocking},
            [PERSISTENT] = {"MPI_Recv_init", "persistent", {"left", "any-source"}, persistent},
            [SECOND] = {"MPI_Irecv", "nonblocking", {"second/left", "second/any-source"}, second},
            [LATE] = {"MPI_Irecv", "nonblocking", {"sent-before", "sent-before"}, late}};

/* The message is under way before the receive is cancelled. */
static void exchange(struct h_case *c, int k)
{
    MPI_Status status = h_status(), unused;
    MPI_Request sending;

    h_fill(c->send, h_mine(c, k));
    h_clear(c->recv);
    send(c, &sending);
    ways[k].receive(c, &status);
    H_MPI(MPI_Wait(&sending, &unused));
    h_check_received(c, c->recv, h_theirs(c, c->comm->left, k));
    h_check_status(c, c->recv, &status, c->comm->left, TAG);
    h_check_intact(c, c->send, h_mine(c, k));
}

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(ways); k++) {
        c->form = ways[k].form;
        c->completion = h_completion(h_pair_turn(c) + k);
        c->variant = ways[k].variants[h_pair_turn(c) % 2];
        if (h_begin(c, ways[k].operation) && c->comm->left != MPI_PROC_NULL)
            exchange(c, k);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_SELF | H_INTER | H_ONCE, visit);
}

const struct h_program h_program = {"cancelled receives", H_MIXED | H_SENDS, run};
