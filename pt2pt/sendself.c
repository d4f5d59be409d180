/* Messages of a process to itself, through every way that does not wait for itself. */
#include "harness.h"

enum { TAG = 50, OTHER_TAG = 51 };

static void isend_irecv(struct h_pair *p, MPI_Status *status)
{
    MPI_Request request[2];
    MPI_Status statuses[2] = {h_status(), h_status()};

    H_MPI(MPI_Isend(H_ARGS(p->send), 0, TAG, p->comm->comm, &request[0]));
    H_MPI(MPI_Irecv(H_ARGS(p->recv), 0, TAG, p->comm->comm, &request[1]));
    H_MPI(MPI_Waitall(2, request, statuses));
    *status = statuses[1];
}

static void irecv_send(struct h_pair *p, MPI_Status *status)
{
    MPI_Request request;

    H_MPI(MPI_Irecv(H_ARGS(p->recv), 0, TAG, p->comm->comm, &request));
    H_MPI(MPI_Send(H_ARGS(p->send), 0, TAG, p->comm->comm));
    H_MPI(MPI_Wait(&request, status));
}

/* The type is freed while the receive is pending (MPI-3.1, 4.1.9). */
static void type_freed(struct h_pair *p, MPI_Status *status)
{
    MPI_Datatype type;
    MPI_Request request;

    H_MPI(MPI_Type_dup(p->recv.mpi->DTP_obj_type, &type));
    H_MPI(MPI_Irecv(p->recv.mpi->DTP_obj_buf, p->recv.mpi->DTP_obj_count, type, 0, TAG, p->comm->comm, &request));
    H_MPI(MPI_Type_free(&type));
    H_MPI(MPI_Send(H_ARGS(p->send), 0, TAG, p->comm->comm));
    H_MPI(MPI_Wait(&request, status));
}

static void sendrecv(struct h_pair *p, MPI_Status *status)
{
    H_MPI(MPI_Sendrecv(H_ARGS(p->send), 0, TAG, H_ARGS(p->recv), 0, TAG, p->comm->comm, status));
}

static void bsend(struct h_pair *p, MPI_Status *status)
{
    h_bsend_begin(p, p->send, 1);
    H_MPI(MPI_Bsend(H_ARGS(p->send), 0, TAG, p->comm->comm));
    H_MPI(MPI_Recv(H_ARGS(p->recv), 0, TAG, p->comm->comm, status));
    h_bsend_end();
}

/* The second of two messages is received first, into the receive object; the other one into another. */
static void overtake(struct h_pair *p, MPI_Status *status)
{
    struct h_obj sent = h_send_object(p, 1), received = h_recv_object(p, 1);
    const struct h_values values = h_mine(p, 100);
    MPI_Status first = h_status(), unused[2];
    MPI_Request request[2];

    h_fill(sent, values);
    h_clear(received);
    H_MPI(MPI_Isend(H_ARGS(sent), 0, OTHER_TAG, p->comm->comm, &request[0]));
    H_MPI(MPI_Isend(H_ARGS(p->send), 0, TAG, p->comm->comm, &request[1]));
    H_MPI(MPI_Recv(H_ARGS(p->recv), 0, TAG, p->comm->comm, status));
    H_MPI(MPI_Recv(H_ARGS(received), 0, OTHER_TAG, p->comm->comm, &first));
    H_MPI(MPI_Waitall(2, request, unused));
    h_check_received(p, received, values);
    h_check_status(p, received, &first, 0, OTHER_TAG);
    h_check_intact(p, sent, values);
}

static const struct {
    const char *name;
    void (*transfer)(struct h_pair *p, MPI_Status *status);
} ways[] = {{"MPI_Isend, then MPI_Irecv", isend_irecv}, {"MPI_Irecv, then MPI_Send", irecv_send},
            {"MPI_Irecv, its type freed, then MPI_Send", type_freed},
            {"MPI_Sendrecv", sendrecv}, {"MPI_Bsend, then MPI_Recv", bsend},
            {"two MPI_Isend, received the other way round", overtake}};

static void visit(struct h_pair *p)
{
    for (int k = 0; k < (int) (sizeof ways / sizeof ways[0]); k++) {
        MPI_Status status = h_status();
        h_now(p, ways[k].name, 0, 0);
        h_fill(p->send, h_mine(p, k));
        h_clear(p->recv);
        ways[k].transfer(p, &status);
        h_check_received(p, p->recv, h_mine(p, k));
        h_check_status(p, p->recv, &status, 0, TAG);
        h_check_intact(p, p->send, h_mine(p, k));
    }
}

static void run(void)
{
    h_each_pair(H_SELF, visit);
}

const struct h_program h_program = {"messages of a process to itself", H_MIXED | H_SENDS, run};
