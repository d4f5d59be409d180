/* Types that are freed while they are in use: those that a type was made of, at once, and the type itself as soon as the operation
 * has begun.  "Any communication that is currently using this datatype will complete normally", and so do types made of it
 * (MPI-3.1, 4.1.9).  Others are made before the operation ends, so that whatever was given back too early is used again. */
#include "harness.h"

enum { TAG = 9, OTHERS = 8 };

/* One instance of it is the object; nothing that it was made of is left to the caller. */
static MPI_Datatype whole(struct h_obj o)
{
    MPI_Datatype inner, outer;

    H_MPI(MPI_Type_dup(o.mpi->DTP_obj_type, &inner));
    H_MPI(MPI_Type_contiguous(o.mpi->DTP_obj_count, inner, &outer));
    H_MPI(MPI_Type_free(&inner));
    H_MPI(MPI_Type_commit(&outer));
    return outer;
}

/* Frees a type and makes others. */
static void give_back(MPI_Datatype *type, MPI_Datatype others[OTHERS])
{
    H_MPI(MPI_Type_free(type));
    for (int i = 0; i < OTHERS; i++) {
        H_MPI(MPI_Type_vector(2, 1, 3 + i, MPI_SHORT, &others[i]));
        H_MPI(MPI_Type_commit(&others[i]));
    }
}

static void end_others(MPI_Datatype others[OTHERS])
{
    for (int i = 0; i < OTHERS; i++)
        H_MPI(MPI_Type_free(&others[i]));
}

static void exchange(struct h_pair *p)
{
    const struct h_values v = h_mine(p, 0);
    const int self = p->comm->rank;
    MPI_Datatype sent = whole(p->send), received = whole(p->recv), others[2][OTHERS];
    MPI_Status status = h_status();
    MPI_Request requests[2];

    h_now(p, "MPI_Irecv and MPI_Isend, their types freed", self, self);
    h_fill(p->send, v);
    h_clear(p->recv);
    H_MPI(MPI_Irecv(p->recv.mpi->DTP_obj_buf, 1, received, self, TAG, p->comm->comm, &requests[0]));
    give_back(&received, others[0]);
    H_MPI(MPI_Isend(p->send.mpi->DTP_obj_buf, 1, sent, self, TAG, p->comm->comm, &requests[1]));
    give_back(&sent, others[1]);
    H_MPI(MPI_Wait(&requests[0], &status));
    H_MPI(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    end_others(others[0]);
    end_others(others[1]);
    h_check_intact(p, p->send, v);
    h_check_received(p, p->recv, v);
    h_check_status(p, p->recv, &status, self, TAG);
}

typedef int access_fn(const void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
                      MPI_Datatype target_type, MPI_Win win);

static int get(const void *origin, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
               MPI_Datatype target_type, MPI_Win win)
{
    return MPI_Get((void *) origin, count, type, target, disp, target_count, target_type, win);
}

/* From one object to the other, the origin being p->send and the target p->recv. */
static void access_target(struct h_pair *p, const char *name, access_fn *start, struct h_obj from, struct h_obj to, int op)
{
    const struct h_values v = h_mine(p, op);
    const int self = p->comm->rank;
    MPI_Datatype origin = whole(p->send), target = whole(p->recv), others[2][OTHERS];

    h_now(p, name, self, self);
    h_fill(from, v);
    h_clear(to);
    H_MPI(MPI_Win_fence(MPI_MODE_NOPRECEDE, p->win));
    H_MPI(start(p->send.mpi->DTP_obj_buf, 1, origin, self, p->disp, 1, target, p->win));
    give_back(&origin, others[0]);
    give_back(&target, others[1]);
    H_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, p->win));
    end_others(others[0]);
    end_others(others[1]);
    h_check_intact(p, from, v);
    h_check_received(p, to, v);
}

static void access_both(struct h_pair *p)
{
    access_target(p, "MPI_Put, its types freed", MPI_Put, p->send, p->recv, 1);
    access_target(p, "MPI_Get, its types freed", get, p->recv, p->send, 2);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, exchange);
    h_each_window(H_WORLD | H_ONCE, access_both);
}

const struct h_program h_program = {"types freed while they are in use", 0, run};
