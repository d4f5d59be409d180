/* Messages of a process to itself, through every way that does not wait for itself. */
#include "harness.h"

enum { TAG = 50, OTHER_TAG = 51 };

static void isend_irecv(struct h_case *c, MPI_Status *status)
{
    MPI_Request request[2];
    MPI_Status statuses[2] = {h_status(), h_status()};

    H_MPI(MPI_Isend(H_ARGS(c->send), 0, TAG, c->comm->comm, &request[0]));
    H_MPI(MPI_Irecv(H_ARGS(c->recv), 0, TAG, c->comm->comm, &request[1]));
    H_MPI(MPI_Waitall(2, request, statuses));
    *status = statuses[1];
}

static void irecv_send(struct h_case *c, MPI_Status *status)
{
    MPI_Request request;

    H_MPI(MPI_Irecv(H_ARGS(c->recv), 0, TAG, c->comm->comm, &request));
    H_MPI(MPI_Send(H_ARGS(c->send), 0, TAG, c->comm->comm));
    H_MPI(MPI_Wait(&request, status));
}

/* The type is freed while the receive is pending (MPI-3.1, 4.1.9). */
static void type_freed(struct h_case *c, MPI_Status *status)
{
    MPI_Datatype type;
    MPI_Request request;

    H_MPI(MPI_Type_dup(c->recv.mpi->DTP_obj_type, &type));
    H_MPI(MPI_Irecv(c->recv.mpi->DTP_obj_buf, c->recv.mpi->DTP_obj_count, type, 0, TAG, c->comm->comm, &request));
    H_MPI(MPI_Type_free(&type));
    H_MPI(MPI_Send(H_ARGS(c->send), 0, TAG, c->comm->comm));
    H_MPI(MPI_Wait(&request, status));
}

static void sendrecv(struct h_case *c, MPI_Status *status)
{
    H_MPI(MPI_Sendrecv(H_ARGS(c->send), 0, TAG, H_ARGS(c->recv), 0, TAG, c->comm->comm, status));
}

static void bsend(struct h_case *c, MPI_Status *status)
{
    h_bsend_begin(c, c->send, 1);
    H_MPI(MPI_Bsend(H_ARGS(c->send), 0, TAG, c->comm->comm));
    H_MPI(MPI_Recv(H_ARGS(c->recv), 0, TAG, c->comm->comm, status));
    h_bsend_end();
}

/* The second of two messages is received first, into the receive object; the other one into another. */
static void overtake(struct h_case *c, MPI_Status *status)
{
    struct h_obj sent = h_send_object(c, 1), received = h_recv_object(c, 1);
    const struct h_values values = h_mine(c, 100);
    MPI_Status first = h_status(), unused[2];
    MPI_Request request[2];

    h_fill(sent, values);
    h_clear(received);
    H_MPI(MPI_Isend(H_ARGS(sent), 0, OTHER_TAG, c->comm->comm, &request[0]));
    H_MPI(MPI_Isend(H_ARGS(c->send), 0, TAG, c->comm->comm, &request[1]));
    H_MPI(MPI_Recv(H_ARGS(c->recv), 0, TAG, c->comm->comm, status));
    H_MPI(MPI_Recv(H_ARGS(received), 0, OTHER_TAG, c->comm->comm, &first));
    H_MPI(MPI_Waitall(2, request, unused));
    h_check_received(c, received, values);
    h_check_status(c, received, &first, 0, OTHER_TAG);
    h_check_intact(c, sent, values);
}

static const struct {
    const char *operation, *variant;
    void (*transfer)(struct h_case *c, MPI_Status *status);
} ways[] = {{"MPI_Isend", "then-irecv", isend_irecv}, {"MPI_Send", "after-irecv", irecv_send},
            {"MPI_Send", "receive-type-freed", type_freed}, {"MPI_Sendrecv", NULL, sendrecv},
            {"MPI_Bsend", NULL, bsend}, {"MPI_Isend", "overtaken", overtake}};

static void visit(struct h_case *c)
{
    for (int k = 0; k < (int) (sizeof ways / sizeof ways[0]); k++) {
        MPI_Status status = h_status();
        c->variant = ways[k].variant;
        if (!h_begin(c, ways[k].operation))
            continue;
        h_fill(c->send, h_mine(c, k));
        h_clear(c->recv);
        ways[k].transfer(c, &status);
        h_check_received(c, c->recv, h_mine(c, k));
        h_check_status(c, c->recv, &status, 0, TAG);
        h_check_intact(c, c->send, h_mine(c, k));
    }
}

static void run(void)
{
    h_each_pair(H_SELF, visit);
}

const struct h_program h_program = {"messages of a process to itself", H_MIXED | H_SENDS, run};
