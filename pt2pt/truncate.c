/* Messages longer than the receive: an error of class MPI_ERR_TRUNCATE, and no byte outside of the elements
 * changed, which a message of the right length to the same buffer then shows (MPI-3.1, 3.2.4). */
#include "messages/copies.h"

#include <stdbool.h>

enum { TAG = 80 };

static void send_twice(struct h_case *c, const struct h_edge *e, int op)
{
    struct h_copies twice = h_copies_of(c->send, 2);
    const DTP_obj_s *o = twice.one.mpi;

    h_fill(twice.all, (struct h_values) {h_mine(c, op).start, 0});
    H_MPI(MPI_Send(twice.all.mpi->DTP_obj_buf, 2 * o->DTP_obj_count, o->DTP_obj_type, e->dest, TAG, c->comm->comm));
    h_copies_free(&twice);
}

static void send_one_more(struct h_case *c, const struct h_edge *e)
{
    const struct h_obj more = h_plain_object(1, true);
    const DTP_obj_s *objects[] = {c->send.mpi, more.mpi};
    int counts[2];
    MPI_Aint addresses[2];
    MPI_Datatype types[2], all;

    h_fill(more, h_mine(c, 0));
    for (int k = 0; k < 2; k++) {
        counts[k] = objects[k]->DTP_obj_count;
        types[k] = objects[k]->DTP_obj_type;
        H_MPI(MPI_Get_address(objects[k]->DTP_obj_buf, &addresses[k]));
    }
    H_MPI(MPI_Type_create_struct(2, counts, addresses, types, &all));
    H_MPI(MPI_Type_commit(&all));
    H_MPI(MPI_Send(MPI_BOTTOM, 1, all, e->dest, TAG, c->comm->comm));
    H_MPI(MPI_Type_free(&all));
    H_DTP(DTP_pool_free(more.pool));
}

/* Twice the object or, of every second case, its elements and one more; then the message of the right length. */
static void send(struct h_case *c, const struct h_edge *e, int op)
{
    h_fill(c->send, h_mine(c, op));
    if ((op + h_pair_turn(c)) % 2)
        send_one_more(c, e);
    else
        send_twice(c, e, op);
    H_MPI(MPI_Send(H_ARGS(c->send), e->dest, TAG, c->comm->comm));
}

/* A receive together with a send to nobody. */
static int receive_with_send(struct h_message *m, MPI_Request *request, MPI_Status *status)
{
    (void) request;
    return MPI_Sendrecv(NULL, 0, MPI_BYTE, MPI_PROC_NULL, m->tag, m->buf, m->count, m->type, m->peer, m->tag, m->comm,
                        status);
}

static const struct h_recv_form with_send = {"MPI_Sendrecv", H_BLOCKING, H_NO_PROBE, receive_with_send};

static const struct h_recv_form *form(int k)
{
    return k == 0 ? &with_send : h_recv_form("*", k - 1);
}

/* A receive in any form; the code of the call that completes it, or of the one that starts it, where the message has
 * arrived before.  Libraries may free a request that has failed. */
static int receive(struct h_case *c, const struct h_recv_form *f, const struct h_edge *e)
{
    struct h_message m = {H_ARGS(c->recv), e->source, TAG, c->comm->comm, MPI_MESSAGE_NULL};
    MPI_Status status = h_status();
    MPI_Request request;
    int code;

    if (f->probe != H_NO_PROBE)
        h_probe_message(f, &m, &status);
    code = f->call(&m, &request, &status);
    if (f->start == H_BLOCKING || code != MPI_SUCCESS)
        return code;
    if (f->start == H_PERSISTENT)
        code = MPI_Start(&request);
    if (code == MPI_SUCCESS)
        code = MPI_Wait(&request, &status);
    if (request != MPI_REQUEST_NULL)
        H_MPI(MPI_Request_free(&request));
    return code;
}

static void transfer(struct h_case *c, const struct h_recv_form *f, const struct h_edge *e, int op)
{
    MPI_Status status = h_status();

    if (e->sends) {
        send(c, e, op);
        h_check_intact(c, c->send, h_mine(c, op));
    }
    if (!e->receives)
        return;
    h_clear(c->recv);
    h_check_named(c, f->name, "MPI_Error_class", "", MPI_ERR_TRUNCATE, h_error_class(receive(c, f, e)));
    H_MPI(MPI_Recv(H_ARGS(c->recv), e->source, TAG, c->comm->comm, &status));
    h_check_received(c, c->recv, h_theirs(c, e->source, op));
    h_check_status(c, c->recv, &status, e->source, TAG);
}

static void exchange(struct h_case *c, const struct h_edge *e)
{
    const struct h_recv_form *f;
    int n = 0;

    while (form(n))
        n++;
    for (int k = 0; (f = form(k)) != NULL; k++) {
        if (!h_due(c, k, n) || (e->sends && e->receives))
            continue;
        c->receive = f->name;
        if (h_begin(c, "MPI_Send"))
            transfer(c, f, e, k);
    }
}

static void visit(struct h_case *c)
{
    if (c->comm->most == 1 && !c->comm->inter)
        return;
    c->form = "blocking";
    h_each_edge(c, exchange);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_INTER | H_ONCE, visit);
}

const struct h_program h_program = {"messages that are too long", 0, run};
