/* The calls that send and receive, all that this MPI has. */
#include "case/where.h"
#include "messages/message_forms.h"

#include <string.h>

/* ---- sends ---- */

#define SEND_ARGS m->buf, m->count, m->type, m->peer, m->tag, m->comm

#define SEND(CALL, ...)                                                                                                \
    static int CALL(const struct h_message *m, MPI_Request *r)                                                         \
    {                                                                                                                  \
        (void) r;                                                                                                      \
        return MPI_##CALL(__VA_ARGS__);                                                                                \
    }

/* The forms of one mode. */
#define SENDS(CALL, ICALL, HAVE, IHAVE)                                                                                \
    SEND(CALL, SEND_ARGS)                                                                                              \
    SEND(ICALL, SEND_ARGS, r)                                                                                          \
    SEND(CALL##_init, SEND_ARGS, r)                                                                                    \
    H_WHERE(HAVE_MPI_##HAVE##_C, SEND(CALL##_c, SEND_ARGS))                                                            \
    H_WHERE(HAVE_MPI_##IHAVE##_C, SEND(ICALL##_c, SEND_ARGS, r))                                                       \
    H_WHERE(HAVE_MPI_##HAVE##_INIT_C, SEND(CALL##_init_c, SEND_ARGS, r))

#define SEND_ROWS(CALL, ICALL, HAVE, IHAVE, MODE)                                                                      \
    {"MPI_" #CALL, H_BLOCKING, MODE, CALL},                                                                            \
    {"MPI_" #ICALL, H_NONBLOCKING, MODE, ICALL},                                                                       \
    {"MPI_" #CALL "_init", H_PERSISTENT, MODE, CALL##_init},                                                           \
    H_WHERE(HAVE_MPI_##HAVE##_C, {"MPI_" #CALL "_c", H_BLOCKING, MODE, CALL##_c},)                                     \
    H_WHERE(HAVE_MPI_##IHAVE##_C, {"MPI_" #ICALL "_c", H_NONBLOCKING, MODE, ICALL##_c},)                               \
    H_WHERE(HAVE_MPI_##HAVE##_INIT_C, {"MPI_" #CALL "_init_c", H_PERSISTENT, MODE, CALL##_init_c},)

SENDS(Send, Isend, SEND, ISEND)
SENDS(Ssend, Issend, SSEND, ISSEND)
SENDS(Bsend, Ibsend, BSEND, IBSEND)
SENDS(Rsend, Irsend, RSEND, IRSEND)

static const struct h_send_form sends[] = {
    SEND_ROWS(Send, Isend, SEND, ISEND, H_STANDARD)
    SEND_ROWS(Ssend, Issend, SSEND, ISSEND, H_SYNCHRONOUS)
    SEND_ROWS(Bsend, Ibsend, BSEND, IBSEND, H_BUFFERED)
    SEND_ROWS(Rsend, Irsend, RSEND, IRSEND, H_READY)
};

/* ---- receives ---- */

#define RECEIVE(CALL, ...)                                                                                             \
    static int CALL(struct h_message *m, MPI_Request *r, MPI_Status *s)                                                \
    {                                                                                                                  \
        (void) r, (void) s;                                                                                            \
        return MPI_##CALL(m->buf, m->count, m->type, __VA_ARGS__);                                                     \
    }

#define FROM m->peer, m->tag, m->comm

RECEIVE(Recv, FROM, s)
RECEIVE(Irecv, FROM, r)
RECEIVE(Recv_init, FROM, r)
RECEIVE(Mrecv, &m->matched, s)
RECEIVE(Imrecv, &m->matched, r)
H_WHERE(HAVE_MPI_RECV_C, RECEIVE(Recv_c, FROM, s))
H_WHERE(HAVE_MPI_IRECV_C, RECEIVE(Irecv_c, FROM, r))
H_WHERE(HAVE_MPI_RECV_INIT_C, RECEIVE(Recv_init_c, FROM, r))
H_WHERE(HAVE_MPI_MRECV_C, RECEIVE(Mrecv_c, &m->matched, s))
H_WHERE(HAVE_MPI_IMRECV_C, RECEIVE(Imrecv_c, &m->matched, r))

static const struct h_recv_form receives[] = {
    {"MPI_Recv", H_BLOCKING, H_NO_PROBE, Recv},
    {"MPI_Irecv", H_NONBLOCKING, H_NO_PROBE, Irecv},
    {"MPI_Recv_init", H_PERSISTENT, H_NO_PROBE, Recv_init},
    {"MPI_Probe/MPI_Recv", H_BLOCKING, H_PROBE, Recv},
    {"MPI_Iprobe/MPI_Irecv", H_NONBLOCKING, H_IPROBE, Irecv},
    {"MPI_Mprobe/MPI_Mrecv", H_BLOCKING, H_MPROBE, Mrecv},
    {"MPI_Improbe/MPI_Imrecv", H_NONBLOCKING, H_IMPROBE, Imrecv},
    {"MPI_Mprobe/MPI_Imrecv", H_NONBLOCKING, H_MPROBE, Imrecv},
    {"MPI_Improbe/MPI_Mrecv", H_BLOCKING, H_IMPROBE, Mrecv},
    H_WHERE(HAVE_MPI_RECV_C, {"MPI_Recv_c", H_BLOCKING, H_NO_PROBE, Recv_c},)
    H_WHERE(HAVE_MPI_IRECV_C, {"MPI_Irecv_c", H_NONBLOCKING, H_NO_PROBE, Irecv_c},)
    H_WHERE(HAVE_MPI_RECV_INIT_C, {"MPI_Recv_init_c", H_PERSISTENT, H_NO_PROBE, Recv_init_c},)
    H_WHERE(HAVE_MPI_MRECV_C, {"MPI_Mprobe/MPI_Mrecv_c", H_BLOCKING, H_MPROBE, Mrecv_c},)
    H_WHERE(HAVE_MPI_IMRECV_C, {"MPI_Improbe/MPI_Imrecv_c", H_NONBLOCKING, H_IMPROBE, Imrecv_c},)
};

/* ---- what others ask ---- */

const struct h_send_form *h_send_form(const char *names, int k)
{
    for (int i = 0; i < H_NUM(sends); i++)
        if (h_matches(names, sends[i].name) && k-- == 0)
            return &sends[i];
    return NULL;
}

const struct h_recv_form *h_recv_form(const char *names, int k)
{
    for (int i = 0; i < H_NUM(receives); i++)
        if (h_matches(names, receives[i].name) && k-- == 0)
            return &receives[i];
    return NULL;
}

/* The receive that follows is of the message that the probe found. */
void h_probe_message(const struct h_recv_form *f, struct h_message *m, MPI_Status *status)
{
    int found = 0;

    while (!found) {
        found = 1;
        if (f->probe == H_PROBE)
            H_MPI(MPI_Probe(m->peer, m->tag, m->comm, status));
        else if (f->probe == H_IPROBE)
            H_MPI(MPI_Iprobe(m->peer, m->tag, m->comm, &found, status));
        else if (f->probe == H_MPROBE)
            H_MPI(MPI_Mprobe(m->peer, m->tag, m->comm, &m->matched, status));
        else
            H_MPI(MPI_Improbe(m->peer, m->tag, m->comm, &found, &m->matched, status));
    }
    m->peer = status->MPI_SOURCE;
    m->tag = status->MPI_TAG;
}

/* A message that MPI_Iprobe finds is left to its receive. */
void h_check_no_message(struct h_case *c, int source, int tag)
{
    const int sources[] = {source, MPI_ANY_SOURCE}, tags[] = {tag, MPI_ANY_TAG};
    MPI_Message message;
    int found;

    for (int k = 0; k < H_NUM(tags); k++) {
        H_MPI(MPI_Iprobe(sources[k], tags[k], c->comm->comm, &found, MPI_STATUS_IGNORE));
        h_check_number(c, "MPI_Iprobe", "flag", 0, found != 0);
        if (found)
            return;
        H_MPI(MPI_Improbe(sources[k], tags[k], c->comm->comm, &found, &message, MPI_STATUS_IGNORE));
        h_check_number(c, "MPI_Improbe", "flag", 0, found != 0);
    }
}

/* A receive that does not wait is started before the message is sent. */
bool h_recv_is_early(const struct h_recv_form *f)
{
    return f->start != H_BLOCKING && f->probe == H_NO_PROBE;
}

/* Whether the send ends without its receive. */
bool h_send_is_free(const struct h_send_form *f)
{
    return f->start != H_BLOCKING || f->mode == H_BUFFERED;
}
