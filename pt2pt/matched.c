/* Two messages that matching probes have taken, received in either order: each receive has the message of its probe
 * (MPI-3.1, 3.8.2). */
#include "harness.h"

enum { TAG = 60, FIRST = 0, SECOND = 1 };

static void receive(struct h_case *c, MPI_Message *message, struct h_obj to, int op)
{
    MPI_Status status = h_status();

    if (op == FIRST) {
        H_MPI(MPI_Mrecv(H_ARGS(to), message, &status));
    } else {
        MPI_Request request;
        H_MPI(MPI_Imrecv(H_ARGS(to), message, &request));
        H_MPI(MPI_Wait(&request, &status));
    }
    h_check_received(c, to, h_theirs(c, c->comm->left, op));
    h_check_status(c, to, &status, c->comm->left, TAG);
}

static void exchange(struct h_case *c, int later_first)
{
    const struct h_obj sent[] = {c->send, h_send_twin(c)}, received[] = {c->recv, h_recv_object(c, 1)};
    MPI_Request requests[2];
    MPI_Message messages[2];
    MPI_Status statuses[2];

    for (int k = FIRST; k <= SECOND; k++) {
        h_fill(sent[k], h_mine(c, k));
        h_clear(received[k]);
        H_MPI(MPI_Isend(H_ARGS(sent[k]), c->comm->right, TAG, c->comm->comm, &requests[k]));
    }
    for (int k = FIRST; k <= SECOND; k++)
        H_MPI(MPI_Mprobe(c->comm->left, TAG, c->comm->comm, &messages[k], &statuses[k]));
    for (int k = FIRST; k <= SECOND; k++) {
        const int turn = later_first ? SECOND - k : k;
        receive(c, &messages[turn], received[turn], turn);
    }
    H_MPI(MPI_Waitall(2, requests, statuses));
    for (int k = FIRST; k <= SECOND; k++)
        h_check_intact(c, sent[k], h_mine(c, k));
}

static void visit(struct h_case *c)
{
    static const char *const variants[] = {"in-order", "later-first"};

    c->more_received = 1;
    for (int k = 1; k >= 0; k--) {
        c->variant = variants[k];
        if (h_begin(c, "MPI_Mprobe"))
            exchange(c, k);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"matched messages, received in either order", H_SENDS | H_SEVERAL, run};
