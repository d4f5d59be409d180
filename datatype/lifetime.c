/* Types that are freed while they are in use: those that a type was made of, at once, and the type itself as soon as
 * the operation has begun.  "Any communication that is currently using this datatype will complete normally", and so do
 * types made of it (MPI-3.1, 4.1.9).  Communicators too: "any pending operations that use this communicator will
 * complete normally" (6.4.3).  Others are made before the operation ends, so that whatever was given back too early is
 * used again. */
#include "accesses/access.h"
#include "case/freed_types.h"

enum { TAG = 9 };

/* One instance of it is the object; nothing that it was made of is left to the caller. */
static MPI_Datatype whole(struct h_obj o)
{
    MPI_Datatype inner, outer;

    H_MPI(MPI_Type_dup(o.mpi->DTP_obj_type, &inner));
    H_MPI(MPI_Type_contiguous(o.mpi->DTP_obj_count, inner, &outer));
    h_type_give_up(&inner);
    H_MPI(MPI_Type_commit(&outer));
    return outer;
}

static void exchange(struct h_case *c)
{
    const struct h_values v = h_mine(c, 0);
    const int self = c->comm->rank;
    MPI_Datatype sent, received;
    MPI_Status status = h_status();
    MPI_Request requests[2];

    c->variant = "types-freed";
    if (!h_begin(c, "MPI_Isend"))
        return;
    sent = whole(c->send);
    received = whole(c->recv);
    h_fill(c->send, v);
    h_clear(c->recv);
    H_MPI(MPI_Irecv(c->recv.mpi->DTP_obj_buf, 1, received, self, TAG, c->comm->comm, &requests[0]));
    h_type_give_up(&received);
    H_MPI(MPI_Isend(c->send.mpi->DTP_obj_buf, 1, sent, self, TAG, c->comm->comm, &requests[1]));
    h_type_give_up(&sent);
    H_MPI(MPI_Wait(&requests[0], &status));
    H_MPI(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    h_later_types_free();
    h_check_intact(c, c->send, v);
    h_check_received(c, c->recv, v);
    h_check_status(c, c->recv, &status, self, TAG);
}

/* A message that is pending when its communicator is freed, and another one of the same tag on the next communicator,
 * which is complete first. */
static void exchange_in_freed(struct h_case *c)
{
    const struct h_values v = h_mine(c, 1);
    const int self = c->comm->rank, sent = 1;
    int received = 0;
    MPI_Comm comm, next;
    MPI_Request requests[2];
    MPI_Status status = h_status();

    c->variant = "comm-freed";
    c->frees_comm = 1;
    if (!h_begin(c, "MPI_Isend"))
        return;
    h_fill(c->send, v);
    h_clear(c->recv);
    H_MPI(MPI_Comm_dup(c->comm->comm, &comm));
    H_MPI(MPI_Irecv(H_ARGS(c->recv), self, TAG, comm, &requests[0]));
    H_MPI(MPI_Isend(H_ARGS(c->send), self, TAG, comm, &requests[1]));
    H_MPI(MPI_Comm_free(&comm));
    H_MPI(MPI_Comm_dup(c->comm->comm, &next));
    H_MPI(MPI_Sendrecv(&sent, 1, MPI_INT, self, TAG, &received, 1, MPI_INT, self, TAG, next, MPI_STATUS_IGNORE));
    H_MPI(MPI_Wait(&requests[0], &status));
    H_MPI(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    H_MPI(MPI_Comm_free(&next));
    if (received != sent)
        h_fail(c, "MPI_Sendrecv, on the next communicator: expected %d, found %d", sent, received);
    h_check_intact(c, c->send, v);
    h_check_received(c, c->recv, v);
    h_check_status(c, c->recv, &status, self, TAG);
}

static void exchange_both(struct h_case *c)
{
    exchange(c);
    exchange_in_freed(c);
    c->frees_comm = 0;
}

typedef int access_fn(const void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
                      MPI_Datatype target_type, MPI_Win win);

static int get(const void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
               MPI_Datatype target_type, MPI_Win win)
{
    return MPI_Get((void *) origin, count, type, target, disp, target_count, target_type, win);
}

/* From one object to the other, the origin being c->send and the target c->recv. */
static void access_target(struct h_case *c, access_fn *start, struct h_obj from, struct h_obj to, int op)
{
    const struct h_values v = h_mine(c, op);
    const int self = c->comm->rank;
    MPI_Datatype origin = whole(c->send), target = whole(c->recv);

    h_fill(from, v);
    h_clear(to);
    H_MPI(MPI_Win_fence(MPI_MODE_NOPRECEDE, c->win));
    H_MPI(start(c->send.mpi->DTP_obj_buf, 1, origin, self, h_disp(c, self), 1, target, c->win));
    h_type_give_up(&origin);
    h_type_give_up(&target);
    H_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, c->win));
    h_later_types_free();
    h_check_intact(c, from, v);
    h_check_received(c, to, v);
}

static void access_both(struct h_case *c)
{
    c->sync = "fence";
    c->target = "self";
    c->variant = "types-freed";
    if (h_begin(c, "MPI_Put"))
        access_target(c, MPI_Put, c->send, c->recv, 1);
    if (h_begin(c, "MPI_Get"))
        access_target(c, get, c->recv, c->send, 2);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, exchange_both);
    h_each_window(H_WORLD | H_ONCE, access_both);
}

const struct h_program h_program = {"types freed while they are in use", 0, run};
