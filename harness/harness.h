/* What every test program shares: options, pools, communicators, pairs of objects, verification, the verdict.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * A program defines h_program, whose run function asks for pairs of objects and says what to do with one of them:
 *
 *     static void exchange(struct h_pair *p) { fill the send side, clear the receive side, communicate, check both }
 *     static void run(void) { h_each_pair(H_INTRA, exchange); }
 *     const struct h_program h_program = {"what it tests", 0, run};
 *
 * All that is random, values and turns, depends on the seed and on what a case is (communicator, objects, operation),
 * never on what ran before it, so that a case replays alone.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <dtpools.h>
#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the program ---- */

enum {
    H_MIXED = 1,       /* the pools may differ: a message fills only the first elements of what receives it */
    H_SENDS = 4,       /* the send side is never received into: objects whose elements share bytes take part */
    H_ACCUMULATES = 2  /* all basic elements must be of one type (MPI-3.1, 11.3.4): skipped otherwise */
};

struct h_program {
    const char *about; /* one line for -h */
    unsigned flags;
    void (*run)(void);
};

extern const struct h_program h_program;

/* The name of the test, and the options that stand before those of the command line. */
extern const char harness_defaults[];

/* ---- communicators ---- */

/* Which communicators.  The first one in this order gets all pairs of objects; each of the others gets every object
 * once on either side. */
enum {
    H_WORLD = 1,
    H_DUP = 2,
    H_SELF = 4,
    H_SPLIT = 8,      /* halves of world */
    H_REVERSED = 16,  /* world, its ranks from last to first */
    H_INTER = 32,     /* between the halves, if there are two processes */
    H_INTRA = H_WORLD | H_DUP | H_SELF | H_SPLIT | H_REVERSED,
    H_ONCE = 64,      /* every object once on either side in the first communicator too */
    H_SPREAD = 128    /* receive object of rank r: r further, so that ranks differ in layout */
};

struct h_comm {
    MPI_Comm comm;
    const char *name;
    int number;            /* in the order above, from 0 */
    int rank, size;        /* in the local group */
    int remote_size;       /* of the group that messages go to: the local one but in an intercommunicator */
    int group, remote;     /* numbers of these two groups, which values depend on */
    int left, right;       /* neighbours, to receive from and to send to; MPI_PROC_NULL without one */
    int inter;             /* is an intercommunicator */
    int all_pairs;
};

/* ---- pairs of objects ---- */

/* A created object. */
struct h_obj {
    DTP_t pool;
    int index;
    const DTP_obj_s *mpi;
};

/* What messages say of the operation under way. */
struct h_operation {
    const char *name;
    int source, dest;
};

struct h_pair {
    const struct h_comm *comm;
    int i, j;                  /* -obj=i,j */
    struct h_obj send, recv;   /* in one-sided programs: origin and target */
    MPI_Win win;               /* over recv, in h_each_window */
    MPI_Aint disp;             /* target_disp of recv */
    struct h_operation now;
};

/* The three arguments that describe an object to MPI. */
#define H_ARGS(object) (object).mpi->DTP_obj_buf, (object).mpi->DTP_obj_count, (object).mpi->DTP_obj_type

/* Calls visit for the pairs of a send and a receive object in each of the communicators. */
void h_each_pair(unsigned comms, void (*visit)(struct h_pair *p));

/* As h_each_pair, with a window over the receive object; one window serves all its origins.  Not for H_INTER. */
void h_each_window(unsigned comms, void (*visit)(struct h_pair *p));

/* Calls visit for every message between neighbours: in the order that all ranks agree on, and only where this rank is
 * the sender or the receiver of it, or both. */
struct h_edge {
    int source, dest;  /* ranks: source as the receiver names it, dest as the sender does */
    int sends, receives;
    int number;
};
void h_each_edge(struct h_pair *p, void (*visit)(struct h_pair *p, const struct h_edge *e));

/* Another object like that of the pair, k layouts further, k = 1 or 2; the harness frees it. */
struct h_obj h_send_object(struct h_pair *p, int k);
struct h_obj h_recv_object(struct h_pair *p, int k);

/* The first k elements, 1 or more, one after the other, in an object of their own; until the next such call. */
struct h_obj h_first_elements(MPI_Aint k);

/* Whether variant k of n is due: in the communicator of all pairs, each is for a pair of twice the same layout, unless
 * messages are large; else one of them is, in turn. */
int h_due(const struct h_pair *p, int k, int n);

/* Whether a message is so large that variants are taken in turn everywhere. */
int h_is_large(void);

/* ---- values, filling, verification ---- */

/* Element k has the value start + k * stride. */
struct h_values {
    int start, stride;
};

/* The values of operation op: of this rank, of a rank of the group that messages come from.  One and the same for all
 * elements if those of the send object share bytes. */
struct h_values h_mine(const struct h_pair *p, int op);
struct h_values h_theirs(const struct h_pair *p, int rank, int op);

/* Fills an object; prepares it to receive. */
void h_fill(struct h_obj o, struct h_values v);
void h_clear(struct h_obj o);

/* Names the operation that is checked next. */
void h_now(struct h_pair *p, const char *name, int source, int dest);

/* Checks what was received; only these count as verified.  The second: k elements and no more.  The third: v[0] op v[1] op
 * ... op v[n - 1].  The fourth: one of the n values, as a whole. */
void h_check_received(struct h_pair *p, struct h_obj o, struct h_values v);
void h_check_received_part(struct h_pair *p, struct h_obj o, struct h_values v, MPI_Aint k);
void h_check_reduced(struct h_pair *p, struct h_obj o, MPI_Op op, int n, const struct h_values *v);
void h_check_one_of(struct h_pair *p, struct h_obj o, int n, const struct h_values *v);

/* Checks that an object is as it was filled. */
void h_check_intact(struct h_pair *p, struct h_obj o, struct h_values v);

/* Checks what MPI says of the object's type: size, bounds and true bounds; and of how it was made. */
void h_check_type(struct h_pair *p, struct h_obj o);
void h_check_contents(struct h_pair *p, struct h_obj o);

/* Checks what MPI says of a message received into o; the status began as h_status().  The second: one of k elements. */
void h_check_status(struct h_pair *p, struct h_obj o, const MPI_Status *status, int source, int tag);
void h_check_partial(struct h_pair *p, struct h_obj o, const MPI_Status *status, MPI_Aint k);
MPI_Status h_status(void);

/* The same of a status that MPI_Status_set_elements tells of k elements (MPI-3.1, 12.3); of no pair types, which may count as
 * one element or as two. */
void h_check_set_elements(struct h_pair *p, struct h_obj o, MPI_Aint k);

/* A failure that is none of the above. */
void h_fail(const struct h_pair *p, const char *format, ...);

/* A message on standard output by one process that counts neither way. */
void h_note(const char *format, ...);

/* Checks an MPI call: an error code ends the test, on all ranks. */
#define H_MPI(call) h_mpi((call), #call, __FILE__, __LINE__)
void h_mpi(int code, const char *call, const char *file, int line);

/* The same for a call of the library. */
#define H_DTP(call) h_dtp((call), #call, __FILE__, __LINE__)
void h_dtp(int code, const char *call, const char *file, int line);

/* Memory, or the end of the test. */
void *h_alloc(MPI_Aint bytes);

/* ---- pieces of operations ---- */

/* Whether buffered sends of this test's messages are free of known issues of the MPI in use. */
int h_bsend_works(void);

/* Whether packing the pair's objects in "external32" is free of them. */
int h_external_works(const struct h_pair *p);

/* Whether more than about a thousand types may be alive at once without meeting one of them. */
int h_many_types_work(void);

/* Notes that something is left out; the first reason is told, and is that of a test which then has verified nothing. */
void h_leave_out(const char *format, ...);

/* Attaches, and detaches, a buffer for n buffered sends of the object. */
void h_bsend_begin(struct h_pair *p, struct h_obj o, int n);
void h_bsend_end(void);

/* ---- one-sided accesses ---- */

/* Kinds of access. */
enum { H_PUT = 1, H_GET = 2, H_ACC = 4, H_GET_ACC = 8 };

/* One access by each rank of the communicator: to its right neighbour, or to itself. */
struct h_access {
    int kind;
    const char *name;
    MPI_Op op;         /* of the two that accumulate */
    int target;        /* of this rank */
    int origin;        /* which rank has this one for its target */
    int number;        /* which values */
    int reused;        /* the origin buffer was given other values */
    struct h_obj back; /* what came back: origin of a get, result of a get_accumulate */
};

/* Calls visit for the accesses of these kinds that are due for the pair.  Accumulate calls take MPI_REPLACE and what
 * else is defined for the pool: all of them on pairs of twice the same layout, one in turn on the others; none if the
 * basic elements are of several types. */
void h_each_access(struct h_pair *p, int kinds, void (*visit)(struct h_pair *p, struct h_access *a));

/* Whether MPI_SUM of so many values can be told: it is defined for the pool, exact, and free of known issues. */
int h_sum_works(int operands);

/* The parts of an access.  Prepare fills this rank's target and origin.  Start makes the call and nothing else.  Verify
 * checks both, and what came back.  Prepare and verify are for times when loads and stores of the window are allowed. */
void h_access_prepare(struct h_pair *p, struct h_access *a);
void h_access_start(struct h_pair *p, struct h_access *a);
void h_access_verify(struct h_pair *p, struct h_access *a);

/* After the access is complete at the origin, and before the epoch ends: checks what is there, and gives the origin
 * buffer other values. */
void h_access_reuse(struct h_pair *p, struct h_access *a);

/* After the access is complete at the target, and before the epoch ends: starts to get the target into an object, which
 * is returned; and checks it when that get is complete too. */
struct h_obj h_access_look(struct h_pair *p, const struct h_access *a);
void h_access_seen(struct h_pair *p, const struct h_access *a, struct h_obj seen);

/* The count and the type of the target object. */
#define H_TARGET(p) (p)->recv.mpi->DTP_obj_count, (p)->recv.mpi->DTP_obj_type

/* The group of one rank of the window's communicator; the caller frees it. */
MPI_Group h_group(struct h_pair *p, int rank);

/* An exclusive lock of this rank's own window, for loads and stores between remote accesses. */
void h_own_begin(struct h_pair *p);
void h_own_end(struct h_pair *p);

#ifdef __cplusplus
}
#endif

#endif
