/* One-sided communication: windows over objects, accesses to them, ways to synchronise.  A program says what:
 *
 *     static void access_target(struct h_case *c, struct h_access *a)
 *     {
 *         c->sync = "fence";
 *         if (!h_begin(c, a->name))
 *             return;
 *         h_access_prepare(c, a);
 *         H_MPI(MPI_Win_fence(0, c->win));
 *         h_access_start(c, a);
 *         H_MPI(MPI_Win_fence(0, c->win));
 *         h_access_verify(c, a);
 *     }
 *     static void visit(struct h_case *c) { h_each_access(c, H_PUT | H_GET, access_target); }
 *     static void run(void) { h_each_window(H_INTRA, visit); }
 */
#ifndef HARNESS_ACCESS_H
#define HARNESS_ACCESS_H

#include "harness.h"

#include <stdbool.h>

/* ---- windows ---- */

/* How the window is made. */
enum {
    H_CREATE = 1,
    H_ALLOCATE = 2,
    H_ALLOCATE_SHARED = 4, /* left out where the processes share no memory */
    H_DYNAMIC = 8,
    H_FAR = 16,            /* over memory of which only the object, up to 16 MiB from the beginning, is touched */
    H_VERY_FAR = 32,       /* the same, beyond 2^31 bytes */
    H_BY_ELEMENTS = 64,    /* displacement units of which each element of the target is a whole number away */
    H_NO_LOCKS = 128,      /* no window is locked: in turn a hint says so */
    H_UNORDERED = 256      /* concurrent accumulates are of one operator, in any order: in turn hints say so */
};

/* As h_each_window, with windows made in these ways, the displacement units of the ranks unlike in turn: all of the
 * ways for pairs of which all choices are due, one in turn for the others. */
void h_each_window_of(unsigned comms, unsigned windows, void (*visit)(struct h_case *c));

/* target_disp of the object at a rank, and in which unit. */
MPI_Aint h_disp(const struct h_case *c, int target);
int h_unit(const struct h_case *c, int rank);

/* Whether so many bytes are a whole number of units, of each rank. */
bool h_is_whole_units(const struct h_case *c, MPI_Aint bytes);

/* The count and the type of the target object. */
#define H_TARGET(c) (c)->recv.mpi->DTP_obj_count, (c)->recv.mpi->DTP_obj_type

/* The arguments for an access to the target object of a rank: the rank, its displacement, count and type. */
#define H_AT(c, rank) (rank), h_disp((c), (rank)), H_TARGET(c)

/* Displacement 0 of the object of a rank in a shared window, for loads and stores; checks what MPI says of the
 * segment. */
void *h_shared_object(struct h_case *c, int rank);

/* Detaches memory of the object from a dynamic window, the first of its regions, and attaches it again. */
void h_window_attach_again(void);

/* Checks the predefined attributes of c->win (MPI-3.1, 11.2.6). */
void h_check_attributes(struct h_case *c);

/* A window of the case's communicator over memory of this rank, which may be none. */
MPI_Win h_window_over(const struct h_case *c, void *first, MPI_Aint bytes, int unit);

/* How many bytes an object has below displacement 0, as a multiple of 16, and from there on. */
void h_reach(struct h_obj o, MPI_Aint *below, MPI_Aint *above);

struct h_side;

/* The block at a rank that is for this rank, as calls take it. */
struct h_remote {
    MPI_Aint disp;
    int count;
    MPI_Datatype type;
};

/* A window c->win over a side of as many blocks (blocks.h) as there are ranks; the block at each rank that is for
 * this one.  The caller frees both. */
struct h_remote *h_expose(struct h_case *c, const struct h_side *s);

/* The group of one rank of the window's communicator; the caller frees it. */
MPI_Group h_group(const struct h_case *c, int rank);

/* Posts a window of the case's communicator to the left neighbour, and starts accesses to the right one; ends both. */
void h_neighbours_start(const struct h_case *c, MPI_Win win);
void h_neighbours_complete(MPI_Win win);

/* An exclusive lock of this rank's own window, for loads and stores between remote accesses. */
void h_own_begin(struct h_case *c);
void h_own_end(struct h_case *c);

/* h_fill and h_check_received of the receive object, under such a lock. */
void h_own_fill(struct h_case *c, struct h_values v);
void h_own_check(struct h_case *c, struct h_values v);

/* ---- accesses ---- */

/* Kinds of access. */
enum {
    H_PUT = 1,
    H_GET = 2,
    H_ACC = 4,
    H_GET_ACC = 8,
    H_ANY_FORM = 16, /* calls that give a request, and those with large counts, too; one operator in turn, */
    H_EACH_OP = 32,  /* or each one */
    H_ANY_CALL = H_PUT | H_GET | H_ACC | H_GET_ACC | H_ANY_FORM
};

struct h_access_form;

/* One access by each rank of the communicator: to its right neighbour, to itself, or to another rank. */
struct h_access {
    const struct h_access_form *form;
    int kind;
    const char *name;  /* of the MPI procedure */
    int requests;      /* it gives a request, and is for passive targets */
    MPI_Op op;         /* of the two that accumulate; MPI_NO_OP of the others */
    const char *op_name;
    int target;        /* of this rank */
    int origin;        /* which rank has this one for its target */
    int number;        /* which values */
    int reused;        /* the origin buffer was given other values */
    int frees;         /* types of their own are freed right after the call */
    struct h_obj back; /* what came back: origin of a get, result of a get_accumulate */
    MPI_Request request;
};

/* Calls visit for the accesses of these kinds that are due for the pair.  Accumulate calls take each operator that
 * is defined for the pool: all of them for pairs of which all choices are due, one in turn for the others; none if
 * the basic elements are of several types. */
void h_each_access(struct h_case *c, int kinds, void (*visit)(struct h_case *c, struct h_access *a));

/* Whether accumulate calls may be made on the pair: predefined operations are for elements where the compiler would
 * put them. */
int h_may_accumulate(const struct h_case *c);

/* The parts of an access.  Prepare fills this rank's target and origin.  Start makes the call and nothing else.  Verify
 * checks both, and what came back.  Prepare and verify are for times when loads and stores of the window are
 * allowed. */
void h_access_prepare(struct h_case *c, struct h_access *a);
void h_access_start(struct h_case *c, struct h_access *a);
void h_access_verify(struct h_case *c, struct h_access *a);

/* The same around an epoch of passive targets: under a lock of this rank's own window, after the first of which, and
 * before the second, all ranks meet. */
void h_access_prepare_locked(struct h_case *c, struct h_access *a);
void h_access_verify_locked(struct h_case *c, struct h_access *a);

/* Objects that follow those of the pair: what MPI_Get_accumulate returns goes to one, what h_access_look gets to the
 * next; for c->more_received, before h_begin. */
enum { H_RESULT = 1, H_LOOK = 2 };

/* Checks the origin of a put or an accumulate, which may be read while the access is under way (MPI-3.1, 11.3). */
void h_access_check_origin(struct h_case *c, const struct h_access *a);

/* When the access is complete at the origin: checks what is there, and gives the origin buffer other values. */
void h_access_reuse(struct h_case *c, struct h_access *a);

/* As h_check_received, of values whose origin was given `later` once its request was complete: if these, and nothing
 * else, are wrong, the failure has the fact after=reuse. Both are of objects all whose bits vary. */
void h_check_reused(struct h_case *c, struct h_obj o, struct h_values expected, struct h_values later);

/* After the access is complete at the target, and before the epoch ends: gets the target, completes that too, and
 * checks what has come. */
void h_access_look(struct h_case *c, const struct h_access *a,
                   void (*complete)(struct h_case *c, const struct h_access *a));

/* ---- operators of accumulate calls, and operands ---- */

/* How many operators the standard has for them. */
enum { H_ACCUMULATE_OPS = 14 };

/* Whether an operator is defined for the pool, and its result of so many operands is known: sums must be exact. */
int h_op_works(MPI_Op op, int operands);

/* Operator k of accumulate calls, defined for the pool or not; NULL past the last one. */
const char *h_accumulate_op(int k, MPI_Op *op);

/* Values of a rank that suit the operator: of either sign, and large, as far as its results are exact. */
struct h_values h_operand(const struct h_case *c, int rank, int op_number, MPI_Op op, int operands);

/* Whether all bits of the operands vary: the operator copies (MPI_REPLACE, and MPI_NO_OP for accesses that are no
 * reductions), or its result is known whatever they are.  Else they are numbers. */
bool h_bits_vary(MPI_Op op);

/* From now on objects hold such elements. */
void h_use_values(MPI_Op op);

/* Values numbered `before` of the target, then those numbered `from` of all ranks; how many they are. */
int h_all_values(const struct h_case *c, int target, int before, int from, struct h_values *values);

/* Checks that what all ranks read under exclusion of each other forms one chain: value 0 or one of another rank, 1
 * + rank, each read once; the last one is what `target` has, which alone knows it. */
void h_check_chain(struct h_case *c, int read, int last, int target);

/* ---- ways to synchronise ---- */

struct h_epoch;

/* The number of two of these ways, and how many there are. */
enum { H_EPOCH_FENCE = 0, H_EPOCH_LOCK = 5, H_MAX_EPOCHS = 16 };

/* Way k, NULL past the last one; whether the access may be made within it; puts the facts of both into the case. */
const struct h_epoch *h_epoch(int k);
int h_epoch_takes(const struct h_case *c, const struct h_epoch *e, const struct h_access *a);
void h_epoch_describe(struct h_case *c, const struct h_access *a, const struct h_epoch *e);

/* Makes the access, and verifies everything as soon as it is complete: what came back and the origin at the end of
 * its request, flush or epoch, the target at the end of its exposure. */
void h_epoch_run(struct h_case *c, struct h_access *a, const struct h_epoch *e);

/* The access between start and complete, with a barrier before it is verified or without: then the next epoch's post
 * may come early, before another rank has left this one. */
void h_epoch_pscw(struct h_case *c, struct h_access *a, int waits);

/* Within a lock of all: what was stored in the window, or accessed, before this is seen by loads and accesses after it,
 * on all ranks (MPI_Win_sync, a barrier). */
void h_win_meet(const struct h_case *c);

/* In a shared window, each rank stores the send object to its right neighbour, or loads what that one has, where the
 * case has one more receive object; all is verified. */
void h_access_directly(struct h_case *c, bool stores);

#endif
