/* Messages from point to point.  A program says which calls send and which receive, by their names:
 *
 *     static const struct h_messages messages = {.sends = "MPI_Send|MPI_Isend", .receives = "*"};
 *
 *     static void run(void) { h_each_message(H_INTRA | H_INTER, &messages); }
 *
 * The harness pairs them, and does the rest: messages between neighbours, several in flight, types freed, absolute
 * addresses, tags, completions, several rounds of persistent ones, and the verification of all of it. */
#ifndef HARNESS_MESSAGE_H
#define HARNESS_MESSAGE_H

#include "blocks/blocks.h"
#include "messages/packing.h"

#include <stdbool.h>

/* ---- the calls ---- */

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

/* ---- what is tested with them ---- */

enum {
    H_ONE_PLAIN = 1,  /* one message at a time, its arguments those of the object */
    H_EVERY_SEND = 2, /* every send for all pairs of objects, and of all totals, not only for those of twice the same
                       * layout */
    H_ANY_LENGTH = 4, /* messages of the first elements, from none to all that the receive has room for */
    H_EMPTY = 8       /* messages of types of size zero, or none of them, into buffers and into types of size zero */
};

struct h_messages {
    const char *sends, *receives;   /* names, as in conditions */
    unsigned flags;
};

void h_each_message(unsigned comms, const struct h_messages *messages);

/* ---- how an object is described to a call ---- */

struct h_guise;

/* Copies of an object. */
struct h_copies {
    struct h_obj one;   /* what they are copies of */
    struct h_obj all;   /* they, as one object */
    void *memory;
};

/* A message at one end. */
struct h_message_end {
    struct h_message m;
    struct h_obj described;   /* the object that the arguments describe */
    struct h_obj held;        /* the one that has the buffer */
    const struct h_guise *guise;
    bool sends;
    MPI_Aint moved;           /* elements that the message has */
    MPI_Datatype made;        /* a type of this message's own, or MPI_DATATYPE_NULL */
    struct h_copies copy;     /* the object in memory of its own */
    struct h_room room;       /* for packed data */
};

/* The ways, from 0; NULL past the last one.  The first is the object's own arguments. */
const char *h_guise_name(int k);

/* Describes object k of those in flight in way `guise`; the plain one where that one does not apply. */
void h_message_end_make(struct h_case *c, struct h_message_end *end, int guise, bool sends, int k);

/* Describes the first k elements of the signature, plainly; instances of a type of size zero, of which there are
 * several. */
void h_message_end_make_first(struct h_case *c, struct h_message_end *end, MPI_Aint k);
void h_message_end_make_empty(struct h_case *c, struct h_message_end *end, bool sends, int k, int which);

/* The types of size zero, from 0; NULL past the last one.  Makes one of them, but not the first, which is a count of 0;
 * the caller frees it. */
const char *h_empty_name(int k);
MPI_Datatype h_empty_type(int k, MPI_Datatype of);

/* After the call that starts the communication, once; before each round; after what has come is there; at the end. */
void h_message_end_started(struct h_message_end *end);
void h_message_end_fill(struct h_message_end *end, struct h_values v);
bool h_message_end_is_direct(const struct h_message_end *end); /* what comes is in place at once, not to be unpacked */
void h_message_end_arrived(struct h_case *c, struct h_message_end *end, const MPI_Status *status, int source, int tag);
void h_message_end_free(struct h_message_end *end);

/* Attaches a buffer for one buffered send of each of n messages, and no more; detaches it, which waits for them. */
void h_bsend_begin(struct h_case *c, int n, const struct h_message_end *ends);
void h_bsend_end(struct h_case *c);

enum { H_COPIES_ALIGNMENT = 64 };

/* n copies of an object, one after the other by the extent of its type, in memory of their own, at a multiple of
 * H_COPIES_ALIGNMENT: of the plain elements of its signature, if there are no copies of the object itself. */
struct h_copies h_copies_of(struct h_obj o, int n);
void h_copies_free(struct h_copies *copies);

/* The message of copy k. */
struct h_message h_copy_message(const struct h_copies *copies, int k, int peer, int tag, MPI_Comm comm);

/* Whether there are: not if they would share bytes, the standard does not settle where they are, or DTP_MAX_BUFSIZE is
 * less. */
bool h_has_copies(struct h_obj o, int n);

/* The object in memory of its own, `offset` bytes past such a multiple; without a pool, if its elements share bytes. */
struct h_copies h_copy_at(struct h_obj o, int offset);

#endif
