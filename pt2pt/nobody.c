/* Messages to nobody, and from nobody: calls with MPI_PROC_NULL end at once, change no buffer, and their statuses are
 * of no message (MPI-3.1, 3.11); matching probes return MPI_MESSAGE_NO_PROC (3.8.2); partitions go nowhere. */
#include "messages/bsend.h"

#include <stdbool.h>

enum { TAG = 85 };

static void end_persistent(struct h_case *c, MPI_Request *request, MPI_Status *status)
{
    h_complete(c, 1, request, status);
    H_MPI(MPI_Request_free(request));
}

/* After the call that begins a message, or makes its request. */
static void finish(struct h_case *c, enum h_start start, MPI_Request *request, MPI_Status *status)
{
    if (start == H_NONBLOCKING)
        h_complete(c, 1, request, status);
    if (start != H_PERSISTENT)
        return;
    H_MPI(MPI_Start(request));
    end_persistent(c, request, status);
}

static void start(struct h_case *c, const struct h_send_form *f, const struct h_message *m)
{
    MPI_Request request;

    h_mpi(f->call(m, &request), f->name, __FILE__, __LINE__);
    finish(c, f->start, &request, NULL);
}

/* A message to nobody takes no room from one to the process itself, which has all of the buffer. */
static void start_buffered(struct h_case *c, const struct h_send_form *f, struct h_message_end *end)
{
    const int self = c->comm->rank;
    MPI_Status status = h_status();

    h_bsend_begin(c, 1, end);
    start(c, f, &end->m);
    end->m.peer = self;
    start(c, f, &end->m);
    h_clear(c->recv);
    H_MPI(MPI_Recv(H_ARGS(c->recv), self, TAG, c->comm->comm, &status));
    h_check_received(c, c->recv, h_mine(c, 0));
    h_check_status(c, c->recv, &status, self, TAG);
    h_bsend_end(c);
}

static void send(struct h_case *c, const struct h_send_form *f)
{
    const struct h_values v = h_mine(c, 0);
    struct h_message_end end;

    h_message_end_make(c, &end, 0, true, 0);
    end.m.peer = MPI_PROC_NULL;
    end.m.tag = TAG;
    h_fill(c->send, v);
    if (f->mode == H_BUFFERED)
        start_buffered(c, f, &end);
    else
        start(c, f, &end.m);
    h_message_end_free(&end);
    h_check_intact(c, c->send, v);
    h_count_verified();
}

static void probe(struct h_case *c, const struct h_recv_form *f, struct h_message *m)
{
    MPI_Status status = h_status();

    h_probe_message(f, m, &status);
    h_check_empty(c, &status, MPI_PROC_NULL);
    if (f->probe == H_MPROBE || f->probe == H_IMPROBE)
        h_check_number(c, f->probe == H_MPROBE ? "MPI_Mprobe" : "MPI_Improbe", "message is MPI_MESSAGE_NO_PROC", 1,
                       m->matched == MPI_MESSAGE_NO_PROC);
}

/* After a message from nobody one of something comes into the same buffer. */
static void follow(struct h_case *c)
{
    const struct h_values v = h_mine(c, 1);
    const int self = c->comm->rank;
    MPI_Status status = h_status();

    h_fill(c->send, v);
    H_MPI(MPI_Sendrecv(H_ARGS(c->send), self, TAG, H_ARGS(c->recv), self, TAG, c->comm->comm, &status));
    h_check_received(c, c->recv, v);
    h_check_status(c, c->recv, &status, self, TAG);
}

static void finish_receive(struct h_case *c, enum h_start start, MPI_Request *request, MPI_Status *status)
{
    finish(c, start, request, status);
    h_check_received_part(c, c->recv, h_mine(c, 0), 0);
    h_check_empty(c, status, MPI_PROC_NULL);
    follow(c);
}

static void receive(struct h_case *c, const struct h_recv_form *f)
{
    struct h_message m = h_message_of(c->recv, MPI_PROC_NULL, TAG, c->comm->comm);
    MPI_Status status = h_status();
    MPI_Request request;

    h_clear(c->recv);
    if (f->probe != H_NO_PROBE)
        probe(c, f, &m);
    h_mpi(f->call(&m, &request, &status), f->name, __FILE__, __LINE__);
    finish_receive(c, f->start, &request, &status);
}

#ifdef HAVE_MPI_PSEND_INIT

static void send_partition(struct h_case *c)
{
    const struct h_values v = h_mine(c, 0);
    const DTP_obj_s *o = c->send.mpi;
    MPI_Request request;

    h_fill(c->send, v);
    H_MPI(MPI_Psend_init(o->DTP_obj_buf, 1, o->DTP_obj_count, o->DTP_obj_type, MPI_PROC_NULL, TAG, c->comm->comm,
                         MPI_INFO_NULL, &request));
    H_MPI(MPI_Start(&request));
    H_MPI(MPI_Pready(0, request));
    end_persistent(c, &request, NULL);
    h_check_intact(c, c->send, v);
}

static void receive_partition(struct h_case *c)
{
    const DTP_obj_s *o = c->recv.mpi;
    MPI_Status status = h_status();
    MPI_Request request;

    h_clear(c->recv);
    H_MPI(MPI_Precv_init(o->DTP_obj_buf, 1, o->DTP_obj_count, o->DTP_obj_type, MPI_PROC_NULL, TAG, c->comm->comm,
                         MPI_INFO_NULL, &request));
    finish_receive(c, H_PERSISTENT, &request, &status);
}

static void visit_partitioned(struct h_case *c)
{
    c->form = "persistent";
    c->completion = h_completion(h_pair_turn(c));
    c->receive = NULL;
    if (h_begin(c, "MPI_Psend_init"))
        send_partition(c);
    if (h_begin(c, "MPI_Precv_init"))
        receive_partition(c);
}

#else

static void visit_partitioned(struct h_case *c)
{
    (void) c;
}

#endif

/* A message from nobody, or to nobody, is started and completed together with others. */
static void together(struct h_case *c)
{
    enum { ALL = 3 };
    const int turn = h_pair_turn(c), self = c->comm->rank, place = turn % ALL;
    const struct h_values v = h_mine(c, 2);
    MPI_Status statuses[ALL] = {h_status(), h_status(), h_status()};
    MPI_Request requests[ALL];
    const int to = (place + 1 + turn / ALL % 2) % ALL, from = (place + 2 - turn / ALL % 2) % ALL;

    H_MPI(MPI_Recv_init(H_ARGS(c->recv), MPI_PROC_NULL, TAG, c->comm->comm, &requests[place]));
    H_MPI(MPI_Recv_init(H_ARGS(c->recv), self, TAG, c->comm->comm, &requests[to]));
    H_MPI(MPI_Send_init(H_ARGS(c->send), self, TAG, c->comm->comm, &requests[from]));
    h_fill(c->send, v);
    h_clear(c->recv);
    H_MPI(MPI_Startall(ALL, requests));
    H_MPI(MPI_Waitall(ALL, requests, statuses));
    h_check_received(c, c->recv, v);
    h_check_status(c, c->recv, &statuses[to], self, TAG);
    for (int k = 0; k < ALL; k++)
        H_MPI(MPI_Request_free(&requests[k]));
}

static void visit(struct h_case *c)
{
    const struct h_send_form *s;
    const struct h_recv_form *r;

    for (int k = 0; (s = h_send_form("*", k)) != NULL; k++) {
        c->form = h_start_name(s->start);
        c->completion = s->start == H_BLOCKING ? NULL : h_completion(c->i + k);
        c->receive = NULL;
        if (h_begin(c, s->name))
            send(c, s);
    }
    for (int k = 0; (r = h_recv_form("*", k)) != NULL; k++) {
        c->form = h_start_name(r->start);
        c->completion = r->start == H_BLOCKING ? NULL : h_completion(c->j + k);
        c->receive = r->name;
        if (h_begin(c, "MPI_Recv"))
            receive(c, r);
    }
    visit_partitioned(c);
    c->form = "persistent";
    c->completion = h_completion(h_pair_turn(c));
    c->receive = "MPI_Recv_init";
    c->variant = "together";
    if (h_begin(c, "MPI_Startall"))
        together(c);
    c->variant = NULL;
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"messages to and from nobody", H_SENDS, run};
