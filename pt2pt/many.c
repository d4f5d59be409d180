/* Many messages at once: as many receives under way as there are copies of an object, completed with one call. */
#include "message.h"

enum { MANY = 40, TAG = 50 };

/* Copies of an object, each of which is a message. */
struct side {
    struct h_copies copies;
    MPI_Aint apart;
    MPI_Request requests[MANY];
};

static struct side make_side(struct h_obj o)
{
    struct side s = {.copies = h_copies_of(o, MANY)};
    MPI_Aint lb;

    H_MPI(MPI_Type_get_extent(s.copies.one.mpi->DTP_obj_type, &lb, &s.apart));
    s.apart *= s.copies.one.mpi->DTP_obj_count;
    return s;
}

#define COPY(s, k) (char *) (s)->copies.all.mpi->DTP_obj_buf + (k) * (s)->apart,                                      \
                   (s)->copies.one.mpi->DTP_obj_count, (s)->copies.one.mpi->DTP_obj_type

static void send_all(struct h_case *c, struct side *s)
{
    for (int k = 0; k < MANY; k++)
        H_MPI(MPI_Isend(COPY(s, k), c->comm->right, TAG + k, c->comm->comm, &s->requests[k]));
}

static void receive_all(struct h_case *c, struct side *s)
{
    for (int k = MANY - 1; k >= 0; k--)
        H_MPI(MPI_Irecv(COPY(s, k), c->comm->left, TAG + k, c->comm->comm, &s->requests[k]));
}

static void exchange(struct h_case *c, bool expected)
{
    struct side from = make_side(c->send), to = make_side(c->recv);
    const struct h_obj arrived = to.copies.all;
    MPI_Status statuses[MANY];

    h_fill(from.copies.all, h_mine(c, expected));
    h_clear(arrived);
    if (expected)
        receive_all(c, &to);
    H_MPI(MPI_Barrier(c->comm->comm));
    send_all(c, &from);
    if (!expected)
        receive_all(c, &to);
    h_complete(c, MANY, to.requests, statuses);
    h_check_received_part(c, arrived, h_theirs(c, c->comm->left, expected), DTP_pool_elements(arrived.pool));
    for (int k = 0; k < MANY; k++)
        h_check_envelope(c, &statuses[k], c->comm->left, TAG + k);
    h_complete(c, MANY, from.requests, NULL);
    h_check_intact(c, from.copies.all, h_mine(c, expected));
    h_copies_free(&from.copies);
    h_copies_free(&to.copies);
}

static void visit(struct h_case *c)
{
    c->form = "nonblocking";
    for (int expected = 0; expected < 2; expected++) {
        c->variant = expected ? "expected" : "unexpected";
        c->completion = h_completion(h_pair_turn(c) + expected);
        if (h_begin(c, "MPI_Isend"))
            exchange(c, expected);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"many messages at once", H_SENDS, run};
