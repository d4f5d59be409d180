/* Types made, duplicated, committed, decoded, packed, unpacked, sent and freed by several threads at once, each with a
 * receive object of its own, on a communicator of its own or, with a tag of its own, on one of all threads; where the
 * MPI gives MPI_THREAD_MULTIPLE. */
#include "harness.h"
#include "run/report.h"
#include "tables.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3, ROUNDS = 4, OFTEN = 8, TAG = 23 };

struct thread {
    struct h_case *c;
    struct h_obj to;
    MPI_Comm comm;
    MPI_Datatype new;     /* one instance of it is the send object: the threads are the first that use it */
    int number;
    int size;             /* of the packed object */
    struct h_values v;    /* what objects hold */
    const char *expected; /* what it packs into */
    int wrong;            /* how often an object packed into something else */
    int messages;
    MPI_Status statuses[1 + ROUNDS]; /* of these */
};

static MPI_Comm comms[THREADS];
static pthread_mutex_t checking = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER;

/* `count` instances of a type: by a list of so many blocks, or contiguous ones. */
static MPI_Datatype several(int count, MPI_Datatype inner, bool lists)
{
    MPI_Aint lb, extent, *displs = h_alloc(count * (MPI_Aint) sizeof *displs);
    MPI_Datatype type;

    H_MPI(MPI_Type_get_extent(inner, &lb, &extent));
    for (int k = 0; k < count; k++)
        displs[k] = k * extent;
    if (lists)
        H_MPI(MPI_Type_create_hindexed_block(count, 1, displs, inner, &type));
    else
        H_MPI(MPI_Type_contiguous(count, inner, &type));
    free(displs);
    return type;
}

/* One instance of it is the object: made of the contents of another, of which nothing is left. */
static MPI_Datatype remade(struct h_obj o, bool lists)
{
    MPI_Datatype twin, whole, inner, again;
    MPI_Aint unused;
    int count;

    H_MPI(MPI_Type_dup(o.mpi->DTP_obj_type, &twin));
    H_MPI(MPI_Type_contiguous(o.mpi->DTP_obj_count, twin, &whole));
    H_MPI(MPI_Type_free(&twin));
    H_MPI(MPI_Type_get_contents(whole, 1, 0, 1, &count, &unused, &inner));
    again = several(count, inner, lists);
    H_MPI(MPI_Type_commit(&again));
    H_MPI(MPI_Type_free(&inner));
    H_MPI(MPI_Type_free(&whole));
    return again;
}

/* Whether bytes are what an object packs into, but for those that carry no value, which MPI may copy or leave out. */
static bool are_expected(const struct thread *t, struct h_obj o, const char *packed)
{
    bool good = memcmp(packed, t->expected, (size_t) t->size) == 0;

    if (good)
        return true;
    (void) pthread_mutex_lock(&checking);
    good = DTP_pool_packed_check(o.pool, t->v.start, t->v.stride, DTP_pool_elements(o.pool), packed) == DTP_SUCCESS;
    (void) pthread_mutex_unlock(&checking);
    return good;
}

/* An object packs into what is expected, and whether it does: by the handle that all threads have, often enough that
 * they meet, and by one of its own. */
static bool packs(const struct thread *t, struct h_obj o, char *packed)
{
    MPI_Datatype type = remade(o, t->number % 2);
    int position = 0;
    bool good = true;

    for (int k = 0; k < OFTEN && good; k++, position = 0) {
        memset(packed, 0, (size_t) t->size);
        H_MPI(MPI_Pack(H_ARGS(o), packed, t->size, &position, t->comm));
        good = are_expected(t, o, packed);
    }
    memset(packed, 0, (size_t) t->size);
    H_MPI(MPI_Pack(o.mpi->DTP_obj_buf, 1, type, packed, t->size, &position, t->comm));
    H_MPI(MPI_Type_free(&type));
    return are_expected(t, o, packed) && good;
}

static void unpack(const struct thread *t, char *packed)
{
    MPI_Datatype type = remade(t->to, t->number % 2 == 0);
    int position = 0;

    H_MPI(MPI_Unpack(packed, t->size, &position, t->to.mpi->DTP_obj_buf, 1, type, t->comm));
    H_MPI(MPI_Type_free(&type));
}

/* ---- messages ---- */

/* To the process itself; the receive type is freed within. */
struct message {
    const void *from;
    void *to;
    MPI_Datatype sent, received;
    int self, tag;
    MPI_Comm comm;
};

static void begin_to_receive(struct message *m, MPI_Status *status)
{
    MPI_Request request;

    H_MPI(MPI_Irecv(m->to, 1, m->received, m->self, m->tag, m->comm, &request));
    H_MPI(MPI_Type_free(&m->received));
    H_MPI(MPI_Send(m->from, 1, m->sent, m->self, m->tag, m->comm));
    H_MPI(MPI_Wait(&request, status));
}

static void receive(struct message *m, MPI_Status *status)
{
    MPI_Request request;

    H_MPI(MPI_Isend(m->from, 1, m->sent, m->self, m->tag, m->comm, &request));
    H_MPI(MPI_Recv(m->to, 1, m->received, m->self, m->tag, m->comm, status));
    H_MPI(MPI_Type_free(&m->received));
    H_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void exchange(struct message *m, MPI_Status *status)
{
    H_MPI(MPI_Sendrecv(m->from, 1, m->sent, m->self, m->tag, m->to, 1, m->received, m->self, m->tag, m->comm, status));
    H_MPI(MPI_Type_free(&m->received));
}

static void communicate(struct thread *t, MPI_Datatype sent)
{
    static void (*const ways[])(struct message *m, MPI_Status *status) = {begin_to_receive, receive, exchange};
    const struct h_comm *all = t->c->comm;
    struct message m = {.from = t->c->send.mpi->DTP_obj_buf, .to = t->to.mpi->DTP_obj_buf, .sent = sent,
                        .received = remade(t->to, false), .self = all->rank, .tag = TAG + t->number,
                        .comm = t->messages % 2 ? t->comm : all->comm};

    ways[(t->number + t->messages) % H_NUM(ways)](&m, &t->statuses[t->messages]);
    t->messages++;
}

static void communicate_remade(struct thread *t)
{
    MPI_Datatype sent = remade(t->c->send, true);

    communicate(t, sent);
    H_MPI(MPI_Type_free(&sent));
}

/* ---- what a thread does ---- */

/* What comes is at first a message, then in turn what was packed, and a message; each time into zeros. */
static void *work(void *with)
{
    struct thread *t = with;
    char *packed = h_alloc(t->size);

    (void) pthread_mutex_lock(&gate);
    (void) pthread_mutex_unlock(&gate);
    communicate(t, t->new);
    t->wrong += !packs(t, t->to, packed);
    for (int round = 0; round < ROUNDS; round++) {
        memset(packed, 0, (size_t) t->size);
        unpack(t, packed);
        t->wrong += !packs(t, t->c->send, packed);
        if ((round + t->number) % 2)
            unpack(t, packed);
        else
            communicate_remade(t);
        t->wrong += !packs(t, t->to, packed);
    }
    free(packed);
    return NULL;
}

/* They begin at once, when all are there. */
static void run_threads(struct thread threads[THREADS])
{
    pthread_t ids[THREADS];

    (void) pthread_mutex_lock(&gate);
    for (int k = 0; k < THREADS; k++) {
        const int code = pthread_create(&ids[k], NULL, work, &threads[k]);
        if (code != 0)
            h_fail_at_once("other", "pthread_create: expected 0, found %d: %s", code, strerror(code));
    }
    (void) pthread_mutex_unlock(&gate);
    for (int k = 0; k < THREADS; k++)
        (void) pthread_join(ids[k], NULL);
}

static void visit(struct h_case *c)
{
    const struct h_values v = h_mine(c, 0);
    struct thread threads[THREADS];
    MPI_Datatype new;
    char *expected;
    int size, position = 0;

    c->variant = "threads";
    c->more_received = THREADS - 1;
    if (!h_begin(c, "MPI_Send"))
        return;
    h_fill(c->send, v);
    H_MPI(MPI_Pack_size(c->send.mpi->DTP_obj_count, c->send.mpi->DTP_obj_type, c->comm->comm, &size));
    expected = h_alloc(size);
    memset(expected, 0, (size_t) size);
    H_MPI(MPI_Pack(H_ARGS(c->send), expected, size, &position, c->comm->comm));
    new = remade(c->send, true);
    for (int k = 0; k < THREADS; k++) {
        struct h_obj to = k ? h_recv_object(c, k) : c->recv;
        threads[k] = (struct thread) {.c = c, .to = to, .comm = comms[k], .new = new, .number = k, .size = size,
                                      .v = v, .expected = expected};
        h_clear(to);
    }
    run_threads(threads);
    H_MPI(MPI_Type_free(&new));
    for (int k = 0; k < THREADS; k++) {
        h_check_received(c, threads[k].to, v);
        for (int m = 0; m < threads[k].messages; m++)
            h_check_envelope(c, &threads[k].statuses[m], c->comm->rank, TAG + k);
        if (threads[k].wrong > 0)
            h_fail(c, "MPI_Pack in a thread: elements wrong %d times: expected what it packs alone", threads[k].wrong);
    }
    h_check_intact(c, c->send, v);
    free(expected);
}

static void run(void)
{
    int provided;

    H_MPI(MPI_Query_thread(&provided));
    if (provided < MPI_THREAD_MULTIPLE) {
        h_leave_out("this MPI does not give MPI_THREAD_MULTIPLE");
        return;
    }
    for (int k = 0; k < THREADS; k++)
        H_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comms[k]));
    h_each_pair(H_WORLD | H_ONCE, visit);
    for (int k = 0; k < THREADS; k++)
        H_MPI(MPI_Comm_free(&comms[k]));
}

const struct h_program h_program = {"types in several threads", H_THREADS, run};
