/* Other operations that are under way beside those of a case: every rank's number goes to others, on the same
 * communicator or on one of some of its processes.  None is ever the one that is tested. */
#include "blocks/beside.h"
#include "case/comms.h"
#include "run/record.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 2, MOST = 24, TAG = 5 };

struct kind;

/* The numbers live until all cases are over: a library that completes late writes to them. */
static struct other {
    const struct kind *kind;
    const struct h_comm *comm;
    const char *beside;       /* the operation that it was started after, or before */
    int *mine, *theirs, room;
    MPI_Request requests[2];
} others[MOST];
static int num_others;

/* ---- kinds: how one is started; how many numbers this rank receives, and which ---- */

static int number_of(int group, int rank)
{
    return 1000 * (group + 1) + rank;
}

static int last_of(const struct other *o)
{
    return o->comm->size - 1;
}

static int start_allgather(struct other *o)
{
    return MPI_Iallgather(o->mine, 1, MPI_INT, o->theirs, 1, MPI_INT, o->comm->comm, o->requests);
}

static int start_alltoall(struct other *o)
{
    return MPI_Ialltoall(o->mine, 1, MPI_INT, o->theirs, 1, MPI_INT, o->comm->comm, o->requests);
}

static int start_gather(struct other *o)
{
    return MPI_Igather(o->mine, 1, MPI_INT, o->theirs, 1, MPI_INT, last_of(o), o->comm->comm, o->requests);
}

static void give_number(struct other *o)
{
    if (o->comm->rank == last_of(o))
        o->theirs[0] = o->mine[0];
}

static int start_bcast(struct other *o)
{
    give_number(o);
    return MPI_Ibcast(o->theirs, 1, MPI_INT, last_of(o), o->comm->comm, o->requests);
}

static int call_allgather(struct other *o)
{
    return MPI_Allgather(o->mine, 1, MPI_INT, o->theirs, 1, MPI_INT, o->comm->comm);
}

static int call_bcast(struct other *o)
{
    give_number(o);
    return MPI_Bcast(o->theirs, 1, MPI_INT, last_of(o), o->comm->comm);
}

static int start_scan(struct other *o)
{
    return MPI_Iscan(o->mine, o->theirs, 1, MPI_INT, MPI_SUM, o->comm->comm, o->requests);
}

/* The message is not sent yet: nothing may arrive. */
static int start_receive(struct other *o)
{
    return MPI_Irecv(o->theirs, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, o->comm->comm, &o->requests[0]);
}

static int send_message(struct other *o)
{
    return MPI_Isend(o->mine, 1, MPI_INT, o->comm->right, TAG, o->comm->comm, &o->requests[1]);
}

/* Whatever else is under way on the communicator, and whatever tags it has, only this message may arrive. */
static int start_message(struct other *o)
{
    h_mpi(start_receive(o), "MPI_Irecv", __FILE__, __LINE__);
    return send_message(o);
}

static int of_all(const struct other *o)
{
    return o->comm->remote_size;
}

static int of_all_to_last(const struct other *o)
{
    return o->comm->rank == last_of(o) ? o->comm->size : 0;
}

static int of_one(const struct other *o)
{
    (void) o;
    return 1;
}

static int from_rank(const struct other *o, int k)
{
    return number_of(o->comm->remote, k);
}

static int from_last(const struct other *o, int k)
{
    return number_of(o->comm->group, last_of(o) + k);
}

static int from_left(const struct other *o, int k)
{
    return number_of(o->comm->group, o->comm->left + k);
}

static int up_to_rank(const struct other *o, int k)
{
    int sum = k;

    for (int r = 0; r <= o->comm->rank; r++)
        sum += number_of(o->comm->group, r);
    return sum;
}

static const struct kind {
    const char *name;
    bool across;              /* also of an intercommunicator */
    int (*start)(struct other *o);
    int (*received)(const struct other *o);
    int (*expected)(const struct other *o, int k);
    int (*finish)(struct other *o);   /* before it is completed; or NULL */
} kinds[] = {
    {"MPI_Iallgather", true, start_allgather, of_all, from_rank, NULL},
    {"MPI_Ibcast", false, start_bcast, of_one, from_last, NULL},
    {"MPI_Irecv", false, start_message, of_one, from_left, NULL},
    {"MPI_Ialltoall", true, start_alltoall, of_all, from_rank, NULL},
    {"MPI_Igather", false, start_gather, of_all_to_last, from_rank, NULL},
    {"MPI_Iscan", false, start_scan, of_one, up_to_rank, NULL},
    {"MPI_Bcast", false, call_bcast, of_one, from_last, NULL},
    {"MPI_Allgather", true, call_allgather, of_all, from_rank, NULL},
};

/* What is beside a blocking operation. */
static const struct kind receive = {"MPI_Irecv", false, start_receive, of_one, from_left, send_message};
/* From 1 on each number is an operation of one kind: on the communicator itself; on one of a part of it; many. */
enum { RECEIVE = -1, OF_PART = 1 + H_NUM(kinds), MANY = OF_PART + H_NUM(kinds), ALL = MANY + H_NUM(kinds) };

int h_beside_of(const struct h_case *c, enum h_start start, unsigned turn)
{
    if (start == H_NONBLOCKING)
        return 1 + (int) (turn % (ALL - 1));
    return start == H_BLOCKING && !c->comm->inter && turn % 4 == 1 ? RECEIVE : 0;
}

static bool is_fit(const struct h_case *c, const struct kind *kind)
{
    const struct h_form *forms = c->what ? c->what->forms : NULL;

    return (kind->across || !c->comm->inter) && (!forms || strcmp(kind->name, forms[1].name) != 0);
}

/* The kind of the k-th operation that is started beside those of the case. */
static const struct kind *kind_of(const struct h_case *c, int k)
{
    const struct kind *kind = c->beside == RECEIVE ? &receive : &kinds[c->beside % H_NUM(kinds)];

    if (kind == &receive)
        return kind;
    for (int left = k; !is_fit(c, kind) || left-- > 0;)
        kind = kind == &kinds[H_NUM(kinds) - 1] ? &kinds[0] : kind + 1;
    return kind;
}

const char *h_beside_name(const struct h_case *c)
{
    return c->beside ? kind_of(c, 0)->name : NULL;
}

/* ---- their course ---- */

static void free_room(struct other *o)
{
    free(o->mine);
    free(o->theirs);
    o->mine = o->theirs = NULL;
    o->room = 0;
}

static void make_room(struct other *o, int n)
{
    if (n <= o->room)
        return;
    free_room(o);
    o->mine = h_alloc(n * (MPI_Aint) sizeof *o->mine);
    o->theirs = h_alloc(n * (MPI_Aint) sizeof *o->theirs);
    o->room = n;
}

static void start(const struct h_case *c, const struct h_comm *comm)
{
    const int n = comm->remote_size;
    struct other *o = &others[num_others];

    make_room(o, n);
    for (int r = 0; r < n; r++) {
        o->mine[r] = number_of(comm->group, comm->rank);
        o->theirs[r] = 0;
    }
    o->kind = kind_of(c, c->beside >= MANY ? 0 : num_others);
    num_others++;
    o->comm = comm;
    o->beside = c->operation;
    o->requests[0] = o->requests[1] = MPI_REQUEST_NULL;
    h_record_beside(1);
    h_mpi(o->kind->start(o), o->kind->name, __FILE__, __LINE__);
    h_record_beside(0);
}

void h_beside_start(const struct h_case *c)
{
    const bool is_of_part = c->beside >= OF_PART && c->beside < MANY && !c->topology, are_many = c->beside >= MANY;
    const int most = are_many ? MOST : FEW;

    for (int left = are_many ? MOST / 2 : 1; c->beside && left > 0 && num_others < most; left--)
        start(c, is_of_part ? h_comm_part(c->comm) : c->comm);
}

static void end(const struct h_case *c, struct other *o)
{
    h_record_beside(1);
    if (o->kind->finish)
        h_mpi(o->kind->finish(o), o->kind->name, __FILE__, __LINE__);
    H_MPI(MPI_Waitall(2, o->requests, h_statuses(NULL)));
    h_record_beside(0);
    for (int k = 0; k < o->kind->received(o); k++)
        if (o->theirs[k] != o->kind->expected(o, k)) {
            h_fail(c, "%s, started %s %s: expected %d at %d, found %d", o->kind->name,
                   o->kind == &receive ? "before" : "after", o->beside, o->kind->expected(o, k), k, o->theirs[k]);
            break;
        }
}

void h_beside_end(const struct h_case *c)
{
    while (num_others > 0)
        end(c, &others[--num_others]);
}

void h_beside_finish(void)
{
    for (int k = 0; k < MOST; k++)
        free_room(&others[k]);
}
