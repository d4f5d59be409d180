/* Pairs of a send and a receive object, their values and turns. */
#include "internal.h"

/* ---- which pairs ---- */

/* How far the receive side is shifted where every object is visited once on either side. */
static int shift_of(const struct h_comm *c)
{
    return 1 + 2 * c->number;
}

/* In large messages, the first objects of a pool all meet each other; the others meet themselves, the first, and one more. */
static bool meet_in_large(int i, int j, int recvs)
{
    enum { FIRST = 40 };

    return (i < FIRST && j < FIRST) || i == j || i == 0 || j == 0 || j == (i + 7) % recvs;
}

bool h_pair_due(const struct h_comm *c, int i, int j)
{
    const int sends = harness.send[0]->DTP_num_objs, recvs = harness.recv[0]->DTP_num_objs;

    if (harness.only_i >= 0)
        return i == harness.only_i && j == harness.only_j;
    if (c->all_pairs)
        return !h_is_large() || meet_in_large(i, j, recvs);
    if (sends > recvs)
        return j == (i + shift_of(c)) % recvs;
    return i == (j + recvs - shift_of(c) % recvs) % recvs % sends;
}

/* What a visit has beyond the pair itself. */
enum { MAX_MORE = 2 * (H_POOLS - 1) };
static struct h_obj more[MAX_MORE];
static int num_more;

void h_pair_begin(struct h_pair *p)
{
    static char note[H_TEXT];

    harness.pair = p;
    p->now = (struct h_operation) {"preparing", p->comm->rank, p->comm->rank};
    h_replay_line(note, sizeof note);
    DTP_set_fault_note(note);
    h_crash_case(p);
}

void h_pair_end(void)
{
    while (num_more > 0)
        h_object_put(more[--num_more]);
    harness.pair = NULL;
}

/* ---- the visit ---- */

struct visit {
    unsigned comms;
    void (*pair)(struct h_pair *p);
};

/* A receive object, unless messages into it are known to fail. */
static struct h_obj receive_object(DTP_t pool, int index)
{
    static const char not_plain[] = "gaps end-gap subarray darray nested resized decreasing negative-stride interleaved";
    const bool in_pieces = harness.size > 1 && harness.moved_bytes > 8 << 10 && harness.has_long_double_complex;

    if (!in_pieces || !DTP_obj_has_trait(pool, index, not_plain) || !h_known("mpich-4.0-long-double-complex"))
        return h_object_get(pool, index, false);
    h_leave_out("object %d (%s): MPI_C_LONG_DOUBLE_COMPLEX received into several blocks", index, DTP_obj_name(pool, index));
    return (struct h_obj) {.pool = NULL};
}

static void visit_pair(const struct h_comm *c, const struct visit *v, struct h_obj send, int j)
{
    struct h_pair p = {.comm = c, .i = send.index, .j = j, .send = send, .win = MPI_WIN_NULL};
    const int index = v->comms & H_SPREAD ? (j + c->rank) % harness.recv[0]->DTP_num_objs : j;

    p.recv = receive_object(harness.recv[0], index);
    if (!p.recv.pool && v->comms & H_SPREAD)
        p.recv = receive_object(harness.recv[0], 0);
    if (!p.recv.pool)
        return;
    h_pair_begin(&p);
    v->pair(&p);
    h_pair_end();
    h_object_put(p.recv);
}

static void visit_comm(const struct h_comm *c, void *with)
{
    for (int i = 0; i < harness.send[0]->DTP_num_objs; i++) {
        struct h_obj send = {.pool = NULL};
        for (int j = 0; j < harness.recv[0]->DTP_num_objs; j++) {
            if (!h_pair_due(c, i, j))
                continue;
            if (!send.pool)
                send = h_object_get(harness.send[0], i, true);
            if (!send.pool)
                break;
            visit_pair(c, with, send, j);
        }
        if (send.pool)
            h_object_put(send);
    }
}

void h_each_pair(unsigned comms, void (*visit)(struct h_pair *p))
{
    struct visit v = {comms, visit};

    harness.spread = (comms & H_SPREAD) != 0;
    h_each_comm(comms, visit_comm, &v);
}

/* ---- messages between neighbours ---- */

/* Message k goes from rank k to the next one, and back; across an intercommunicator from rank k modulo the size to
 * its like, both ways. */
static struct h_edge edge_of(const struct h_comm *c, int k, int back)
{
    const int next = (k + 1) % c->size;
    struct h_edge e = {.source = back ? next : k, .dest = back ? k : next, .number = 2 * k + back};

    if (!c->inter) {
        e.sends = e.source == c->rank;
        e.receives = e.dest == c->rank;
        return e;
    }
    e.sends = c->group == back && c->rank == k % c->size;
    e.receives = c->group != back && c->rank == k % c->size;
    e.source = k % (e.receives ? c->remote_size : c->size);
    e.dest = k % (e.receives ? c->size : c->remote_size);
    return e;
}

void h_each_edge(struct h_pair *p, void (*visit)(struct h_pair *p, const struct h_edge *e))
{
    const struct h_comm *c = p->comm;
    int n = c->size > 2 ? c->size : 1;
    const int ways = c->inter || c->size > 1 ? 2 : 1;

    if (c->inter)
        n = c->size > c->remote_size ? c->size : c->remote_size;
    for (int k = 0; k < n; k++)
        for (int back = 0; back < ways; back++) {
            struct h_edge e = edge_of(c, k, back);
            if (e.sends || e.receives)
                visit(p, &e);
        }
}

/* ---- more objects ---- */

/* Objects whose elements share bytes are passed over: their values are not those of others. */
static struct h_obj further(DTP_t pool, int index, int k, bool sends)
{
    int other = index;
    struct h_obj o;

    for (int tries = pool->DTP_num_objs; tries > 0; tries--) {
        other = (other + k) % pool->DTP_num_objs;
        if (!DTP_obj_has_trait(pool, other, "overlapping"))
            break;
    }
    o = sends ? h_object_get(pool, other, true) : receive_object(pool, other);
    if (!o.pool)
        o = h_object_get(pool, index, sends);
    for (int n = 0; n < num_more; n++)
        if (more[n].mpi == o.mpi)
            return o;
    more[num_more++] = o;
    return o;
}

struct h_obj h_send_object(struct h_pair *p, int k)
{
    return further(harness.send[k], p->send.index, k, true);
}

struct h_obj h_recv_object(struct h_pair *p, int k)
{
    return further(harness.recv[k], p->recv.index, k, false);
}

/* ---- turns and values ---- */

int h_is_large(void)
{
    return harness.moved_bytes > 256 << 10;
}

int h_due(const struct h_pair *p, int k, int n)
{
    if (p->comm->all_pairs && p->i == p->j && !h_is_large())
        return 1;
    return (p->i + 3 * p->j + p->comm->number + (int) (harness.moved % n)) % n == k;
}

/* Mixes a number into a hash. */
static uint32_t mix(uint32_t hash, int number)
{
    hash = (hash ^ (uint32_t) number) * 2654435761u;
    hash ^= hash >> 15;
    hash *= 2246822519u;
    return hash ^ hash >> 13;
}

/* The largest stride, at most 7, with which the values of a message stay below 2^21: floating point sums of several are
 * exact. */
static uint32_t strides(void)
{
    const MPI_Aint fit = ((MPI_Aint) 1 << 21) / DTP_pool_elements(harness.recv[0]);

    return fit < 1 ? 1 : fit < 7 ? (uint32_t) fit : 7;
}

/* Ranks and operations add to what the case is hashed to, so that two of the same case never have the same values, not
 * even in types of one byte. */
static struct h_values values_of(const struct h_pair *p, int group, int rank, int op)
{
    const uint32_t hash = mix(mix(mix(mix(harness.options.seed, p->comm->number), p->i), p->j), 1);
    const uint32_t who = (uint32_t) (64 * group + rank), what = (uint32_t) op;

    const bool one_value = DTP_obj_has_trait(p->send.pool, p->send.index, "overlapping");

    return (struct h_values) {.start = (int) (1 + (hash & 0xffff) + (251 * what + 17 * who) % 0x10000),
                              .stride = one_value ? 0 : (int) (1 + ((hash >> 16) + what + who) % strides())};
}

struct h_values h_mine(const struct h_pair *p, int op)
{
    return values_of(p, p->comm->group, p->comm->rank, op);
}

struct h_values h_theirs(const struct h_pair *p, int rank, int op)
{
    return values_of(p, p->comm->remote, rank, op);
}

bool h_sum_is_exact(int n)
{
    const long long largest = (1 << 17) + (long long) strides() * DTP_pool_elements(harness.recv[0]);

    return !harness.has_narrow && largest * n < 1 << 24;
}
