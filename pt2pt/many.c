/* Many messages at once: as many receives under way as there are copies of an object, completed with one call. */
#include "message.h"

#include <stdlib.h>

enum { MANY = 40, TAG = 50 };

/* Copies of an object, each of which is a message. */
struct side {
    DTP_t pool;
    void *memory;
    struct h_obj all, one;
    MPI_Aint apart;
    MPI_Request requests[MANY];
};

static struct side make_side(struct h_obj o)
{
    struct side s = {.one = o};
    MPI_Aint lb;

    s.pool = h_copies_of(s.one, MANY, 0, &s.memory);
    if (!s.pool) {
        s.one = h_first_elements(DTP_pool_elements(o.pool));
        s.pool = h_copies_of(s.one, MANY, 0, &s.memory);
    }
    s.all = (struct h_obj) {.pool = s.pool, .index = 0, .mpi = &s.pool->DTP_obj_array[0]};
    H_MPI(MPI_Type_get_extent(s.one.mpi->DTP_obj_type, &lb, &s.apart));
    s.apart *= s.one.mpi->DTP_obj_count;
    return s;
}

static void free_side(struct side *s)
{
    H_DTP(DTP_pool_free(s->pool));
    free(s->memory);
}

#define COPY(s, k) (char *) (s)->all.mpi->DTP_obj_buf + (k) * (s)->apart, (s)->one.mpi->DTP_obj_count,                 \
                   (s)->one.mpi->DTP_obj_type

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
    MPI_Status statuses[MANY];

    h_fill(from.all, h_mine(c, expected));
    h_clear(to.all);
    if (expected)
        receive_all(c, &to);
    H_MPI(MPI_Barrier(c->comm->comm));
    send_all(c, &from);
    if (!expected)
        receive_all(c, &to);
    h_complete(c, MANY, to.requests, statuses);
    h_check_received_part(c, to.all, h_theirs(c, c->comm->left, expected), DTP_pool_elements(to.pool));
    for (int k = 0; k < MANY; k++)
        h_check_envelope(c, &statuses[k], c->comm->left, TAG + k);
    h_complete(c, MANY, from.requests, NULL);
    h_check_intact(c, from.all, h_mine(c, expected));
    free_side(&from);
    free_side(&to);
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
