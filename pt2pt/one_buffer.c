/* One send buffer in several sends under way, of unlike counts and modes: each message has what its own call says
 * (MPI-3.1, 3.7.2: until a send is complete its buffer may not be changed, but may be sent). */
#include "messages/bsend.h"
#include "messages/copies.h"
#include "tables.h"

enum { TAG = 75, MESSAGES = 4, COPIES = 4 };

/* How many of the copies of an object each message has: the first ones. */
static const int counts[MESSAGES] = {2, COPIES, 1, 3};

static const struct variant {
    const char *name, *sends[MESSAGES];
} variants[] = {
    {"standard", {"MPI_Isend", "MPI_Isend", "MPI_Isend", "MPI_Isend"}},
    {"modes", {"MPI_Ibsend", "MPI_Isend", "MPI_Issend", "MPI_Isend"}},
    {"persistent", {"MPI_Send_init", "MPI_Ssend_init", "MPI_Send_init", "MPI_Send_init"}},
};

struct flight {
    const struct variant *variant;
    struct h_copies from, to[MESSAGES];
    struct h_message_end sent[MESSAGES];
    MPI_Request sending[MESSAGES], receiving[MESSAGES];
};

/* Every other message goes to the left, and comes from the right. */
static int peer(const struct h_case *c, int k, bool sends)
{
    return (k % 2 == 0) == sends ? c->comm->right : c->comm->left;
}

/* Message k in the first copies. */
static struct h_message message_of(const struct h_case *c, const struct h_copies *copies, int k, bool sends)
{
    struct h_message m = h_copy_message(copies, 0, peer(c, k, sends), TAG + k, c->comm->comm);

    m.count *= counts[k];
    return m;
}

static void prepare(struct h_case *c, struct flight *f)
{
    f->from = h_copies_of(c->send, COPIES);
    h_fill(f->from.all, h_mine(c, 0));
    for (int k = 0; k < MESSAGES; k++) {
        f->sent[k].m = message_of(c, &f->from, k, true);
        f->to[k] = h_copies_of(c->recv, counts[k]);
        h_clear(f->to[k].all);
    }
}

static void send_all(struct flight *f)
{
    for (int k = 0; k < MESSAGES; k++) {
        const struct h_send_form *form = h_send_form(f->variant->sends[k], 0);
        h_mpi(form->call(&f->sent[k].m, &f->sending[k]), form->name, __FILE__, __LINE__);
        if (form->start == H_PERSISTENT)
            H_MPI(MPI_Start(&f->sending[k]));
    }
}

static void receive_all(struct h_case *c, struct flight *f)
{
    for (int k = 0; k < MESSAGES; k++) {
        const struct h_message m = message_of(c, &f->to[k], k, false);
        H_MPI(MPI_Irecv(m.buf, m.count, m.type, m.peer, m.tag, m.comm, &f->receiving[k]));
    }
}

static void check(struct h_case *c, struct flight *f)
{
    MPI_Status statuses[MESSAGES];

    h_complete(c, MESSAGES, f->receiving, statuses);
    for (int k = 0; k < MESSAGES; k++) {
        const struct h_obj all = f->to[k].all;
        const int source = peer(c, k, false);
        h_check_received_part(c, all, h_theirs(c, source, 0), DTP_pool_elements(all.pool));
        h_check_envelope(c, &statuses[k], source, TAG + k);
    }
    h_complete(c, MESSAGES, f->sending, NULL);
    h_check_intact(c, f->from.all, h_mine(c, 0));
}

static void end(struct flight *f)
{
    h_requests_free(MESSAGES, f->sending);
    for (int k = 0; k < MESSAGES; k++)
        h_copies_free(&f->to[k]);
    h_copies_free(&f->from);
}

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(variants); k++) {
        struct flight f = {.variant = &variants[k]};
        c->form = h_start_name(h_send_form(variants[k].sends[0], 0)->start);
        c->variant = variants[k].name;
        c->completion = h_completion(h_pair_turn(c) + k);
        if (!h_begin(c, variants[k].sends[0]))
            continue;
        prepare(c, &f);
        h_bsend_begin(c, 1, f.sent);
        send_all(&f);
        receive_all(c, &f);
        check(c, &f);
        h_bsend_end(c);
        end(&f);
    }
    c->variant = NULL;
}

static void run(void)
{
    h_each_pair(H_WORLD | H_SELF | H_ONCE, visit);
}

const struct h_program h_program = {"one buffer in several sends", H_SENDS, run};
