/* The error field of a status: calls that return one status leave it as it was (MPI-3.1, 3.2.5). */
#include "harness.h"
#include "tables.h"

enum { TAG = 91, UNSET = -77 };

/* The message that this process has sent to itself. */
#define SENT c->comm->rank, TAG, c->comm->comm

static void receive(struct h_case *c, MPI_Status *s)
{
    H_MPI(MPI_Recv(H_ARGS(c->recv), SENT, s));
}

static MPI_Request post(struct h_case *c)
{
    MPI_Request request;

    H_MPI(MPI_Irecv(H_ARGS(c->recv), SENT, &request));
    return request;
}

static void wait(struct h_case *c, MPI_Status *s)
{
    MPI_Request request = post(c);

    H_MPI(MPI_Wait(&request, s));
}

static void test(struct h_case *c, MPI_Status *s)
{
    MPI_Request request = post(c);

    for (int flag = 0; !flag;)
        H_MPI(MPI_Test(&request, &flag, s));
}

static void wait_any(struct h_case *c, MPI_Status *s)
{
    MPI_Request request = post(c);
    int index;

    H_MPI(MPI_Waitany(1, &request, &index, s));
}

static void test_any(struct h_case *c, MPI_Status *s)
{
    MPI_Request request = post(c);

    for (int flag = 0, index; !flag;)
        H_MPI(MPI_Testany(1, &request, &index, &flag, s));
}

static void ask(struct h_case *c, MPI_Status *s)
{
    MPI_Request request = post(c);

    for (int flag = 0; !flag;)
        H_MPI(MPI_Request_get_status(request, &flag, s));
    H_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void probe(struct h_case *c, MPI_Status *s)
{
    H_MPI(MPI_Probe(SENT, s));
    receive(c, MPI_STATUS_IGNORE);
}

static void receive_matched(struct h_case *c, MPI_Status *s)
{
    MPI_Message message;

    H_MPI(MPI_Mprobe(SENT, &message, MPI_STATUS_IGNORE));
    H_MPI(MPI_Mrecv(H_ARGS(c->recv), &message, s));
}

/* What is sent goes to nobody. */
static void send_and_receive(struct h_case *c, MPI_Status *s)
{
    H_MPI(MPI_Sendrecv(NULL, 0, MPI_BYTE, MPI_PROC_NULL, TAG, H_ARGS(c->recv), SENT, s));
}

static void replace(struct h_case *c, MPI_Status *s)
{
    H_MPI(MPI_Sendrecv_replace(H_ARGS(c->recv), MPI_PROC_NULL, TAG, SENT, s));
}

static const struct way {
    const char *name;
    void (*call)(struct h_case *c, MPI_Status *s);
} ways[] = {{"MPI_Recv", receive}, {"MPI_Wait", wait}, {"MPI_Test", test}, {"MPI_Waitany", wait_any},
            {"MPI_Testany", test_any}, {"MPI_Request_get_status", ask}, {"MPI_Probe", probe},
            {"MPI_Mrecv", receive_matched}, {"MPI_Sendrecv", send_and_receive}, {"MPI_Sendrecv_replace", replace}};

static void run_case(struct h_case *c, const struct way *way)
{
    const struct h_values v = h_mine(c, 0);
    MPI_Status status = h_status();
    MPI_Request sending;

    status.MPI_ERROR = UNSET;
    h_fill(c->send, v);
    h_clear(c->recv);
    H_MPI(MPI_Isend(H_ARGS(c->send), SENT, &sending));
    way->call(c, &status);
    h_check_received(c, c->recv, v);
    H_MPI(MPI_Wait(&sending, MPI_STATUS_IGNORE));
    h_check_intact(c, c->send, v);
    h_check_number(c, way->name, "MPI_ERROR, which was set before", UNSET, status.MPI_ERROR);
}

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(ways); k++)
        if (h_begin(c, ways[k].name))
            run_case(c, &ways[k]);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"the error field of a status", 0, run};
