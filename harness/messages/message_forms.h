/* The calls that send and receive, all that this MPI has. */
#ifndef HARNESS_MESSAGE_FORMS_H
#define HARNESS_MESSAGE_FORMS_H

#include "blocks/blocks.h"

#include <stdbool.h>

/* The arguments of a call: what is sent, or received into. */
struct h_message {
    void *buf;
    int count;
    MPI_Datatype type;
    int peer, tag;            /* as the call names them */
    MPI_Comm comm;
    MPI_Message matched;      /* of a matching probe */
};

/* The message of an object as it is. */
static inline struct h_message h_message_of(struct h_obj o, int peer, int tag, MPI_Comm comm)
{
    return (struct h_message) {.buf = o.mpi->DTP_obj_buf, .count = o.mpi->DTP_obj_count, .type = o.mpi->DTP_obj_type,
                               .peer = peer, .tag = tag, .comm = comm, .matched = MPI_MESSAGE_NULL};
}

enum h_mode { H_STANDARD, H_SYNCHRONOUS, H_BUFFERED, H_READY };

struct h_send_form {
    const char *name;
    enum h_start start;
    enum h_mode mode;
    int (*call)(const struct h_message *m, MPI_Request *request);
};

/* What is asked before the receive, and which receive then must follow. */
enum h_probe { H_NO_PROBE, H_PROBE, H_IPROBE, H_MPROBE, H_IMPROBE };

struct h_recv_form {
    const char *name;
    enum h_start start;
    enum h_probe probe;
    int (*call)(struct h_message *m, MPI_Request *request, MPI_Status *status);
};

/* The table's k-th whose name is one of the patterns, from 0; NULL past the last one. */
const struct h_send_form *h_send_form(const char *names, int k);
const struct h_recv_form *h_recv_form(const char *names, int k);

/* The probe of a receive: waits for a message, and says what it is. */
void h_probe_message(const struct h_recv_form *f, struct h_message *m, MPI_Status *status);

/* Checks that probes, by these names and by any, find no message: each has a receive, or was taken by a matching probe
 * (MPI-3.1, 3.8.1, 3.8.2). */
void h_check_no_message(struct h_case *c, int source, int tag);

/* Whether a receive does not wait, and so is started before the message is sent; whether a send ends without its
 * receive. */
bool h_recv_is_early(const struct h_recv_form *f);
bool h_send_is_free(const struct h_send_form *f);

#endif
