/* Whole objects, each once on either side, by the calls that receive or unpack: what an MPI makes of a type serves all
 * that move data. */
#include "harness.h"
#include "tables.h"
#include "messages/packing.h"

enum { TAG = 31 };

static void receive(struct h_case *c, MPI_Status *status)
{
    MPI_Request request;

    H_MPI(MPI_Isend(H_ARGS(c->send), c->comm->rank, TAG, c->comm->comm, &request));
    H_MPI(MPI_Recv(H_ARGS(c->recv), c->comm->rank, TAG, c->comm->comm, status));
    H_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void receive_first(struct h_case *c, MPI_Status *status)
{
    MPI_Request request;

    H_MPI(MPI_Irecv(H_ARGS(c->recv), c->comm->rank, TAG, c->comm->comm, &request));
    H_MPI(MPI_Send(H_ARGS(c->send), c->comm->rank, TAG, c->comm->comm));
    H_MPI(MPI_Wait(&request, status));
}

static void receive_matched(struct h_case *c, MPI_Status *status)
{
    MPI_Request request;
    MPI_Message message;

    H_MPI(MPI_Isend(H_ARGS(c->send), c->comm->rank, TAG, c->comm->comm, &request));
    H_MPI(MPI_Mprobe(c->comm->rank, TAG, c->comm->comm, &message, MPI_STATUS_IGNORE));
    H_MPI(MPI_Mrecv(H_ARGS(c->recv), &message, status));
    H_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static const struct way {
    const char *name;
    void (*move)(struct h_case *c, MPI_Status *status);
} ways[] = {{"MPI_Recv", receive}, {"MPI_Irecv", receive_first}, {"MPI_Mrecv", receive_matched}};

static void run_case(struct h_case *c, const struct way *way)
{
    const struct h_values v = h_mine(c, 0);
    MPI_Status status = h_status();

    h_fill(c->send, v);
    h_clear(c->recv);
    way->move(c, &status);
    h_check_received(c, c->recv, v);
    h_check_intact(c, c->send, v);
    h_check_status(c, c->recv, &status, c->comm->rank, TAG);
}

static void visit(struct h_case *c)
{
    const struct h_packing *forms;
    const int n = h_packings(H_NATIVE, &forms);

    if (h_begin(c, "MPI_Unpack"))
        h_pack_over(c, &forms[h_pair_turn(c) % n], c->send, h_whole(c->send), c->recv, h_whole(c->recv), 0);
    for (int k = 0; k < H_NUM(ways); k++)
        if (h_begin(c, ways[k].name))
            run_case(c, &ways[k]);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"whole objects, each once on either side", 0, run};
