/* The same types in a hundred messages one after the other, each with values of its own: what moved the first of them
 * moves the last, whatever way a library takes for types that are used often. */
#include "harness.h"
#include "tables.h"
#include "messages/packing.h"

enum { TAG = 98, TIMES = 100 };

static void receive(struct h_case *c)
{
    MPI_Request request;

    H_MPI(MPI_Isend(H_ARGS(c->send), c->comm->right, TAG, c->comm->comm, &request));
    H_MPI(MPI_Recv(H_ARGS(c->recv), c->comm->left, TAG, c->comm->comm, MPI_STATUS_IGNORE));
    H_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void begin_to_receive(struct h_case *c)
{
    MPI_Request request;

    H_MPI(MPI_Irecv(H_ARGS(c->recv), c->comm->left, TAG, c->comm->comm, &request));
    H_MPI(MPI_Send(H_ARGS(c->send), c->comm->right, TAG, c->comm->comm));
    H_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void exchange(struct h_case *c)
{
    H_MPI(MPI_Sendrecv(H_ARGS(c->send), c->comm->right, TAG, H_ARGS(c->recv), c->comm->left, TAG, c->comm->comm,
                       MPI_STATUS_IGNORE));
}

static void run_case(struct h_case *c, void (*move)(struct h_case *c))
{
    for (int k = 0; k < TIMES; k++) {
        h_fill(c->send, h_mine(c, k));
        h_clear(c->recv);
        move(c);
        h_check_received(c, c->recv, h_theirs(c, c->comm->left, k));
        h_check_intact(c, c->send, h_mine(c, k));
    }
}

static void pack(struct h_case *c)
{
    const struct h_packing *forms;

    (void) h_packings(H_NATIVE, &forms);
    for (int k = 0; k < TIMES; k++)
        h_pack_over(c, &forms[0], c->send, h_whole(c->send), c->recv, h_whole(c->recv), k);
}

static void visit(struct h_case *c)
{
    static const struct {
        const char *name;
        void (*move)(struct h_case *c);
    } ways[] = {{"MPI_Recv", receive}, {"MPI_Irecv", begin_to_receive}, {"MPI_Sendrecv", exchange}};

    for (int k = 0; k < H_NUM(ways); k++)
        if (h_begin(c, ways[k].name))
            run_case(c, ways[k].move);
    if (h_begin(c, "MPI_Pack"))
        pack(c);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"types in many messages one after the other", H_SENDS, run};
