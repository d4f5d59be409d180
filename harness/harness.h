/* What every test program shares: options, pools, communicators, pairs of objects, verification, the verdict.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * A program defines h_program, whose run function asks for pairs of objects and says what to do with one of them.  What
 * it does comes in cases: one operation in one form between one pair, which h_begin names, and which is run only where
 * h_begin says so:
 *
 *     static void visit(struct h_case *c)
 *     {
 *         if (h_begin(c, "MPI_Send")) { fill the send side, clear the receive side, communicate, check both }
 *     }
 *     static void run(void) { h_each_pair(H_INTRA, visit); }
 *     const struct h_program h_program = {"what it tests", 0, run};
 *
 * All ranks must begin the same cases in the same order, those too that have no part in one.
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
    H_READS = 64,      /* accesses to windows: such objects on either side take part in those that only read them */
    H_THREADS = 8,     /* it asks for MPI_THREAD_MULTIPLE */
    H_FILES = 32,      /* it accesses files */
    H_SEVERAL = 16,    /* cases have more objects, at most two more on either side, and pairs cost as much more */
    H_ACCUMULATES = 2  /* all basic elements must be of one type (MPI-3.1, 11.3.4): skipped otherwise */
};

struct h_program {
    const char *about; /* one line for -h */
    unsigned flags;
    void (*run)(void);
};

/* Each program is compiled with a name of its own in place of this one: a binary may have several. */
extern const struct h_program h_program;

/* What a binary is made of: the programs, each with what the path names of its tests begin with, the list ended by
 * NULL; and of its test, where that is one, the name, and the options that stand before those of the command line. */
extern const struct h_program *const harness_programs[];
extern const char *const harness_names[];
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
    H_INTER = 32,     /* between the halves, if there are two processes; between the first and the others of three */
    H_INTRA = H_WORLD | H_DUP | H_SELF | H_SPLIT | H_REVERSED,
    H_ONCE = 64,      /* every object once on either side in the first communicator too */
    H_SPREAD = 128    /* objects of rank r: r layouts on, so that ranks differ in layout */
};

enum { H_MOST_COMMS = 8 };

struct h_comm {
    MPI_Comm comm;
    const char *name;
    int number;            /* in the order above, from 0 */
    int rank, size;        /* in the local group */
    int remote_size;       /* of the group that messages go to: the local one but in an intercommunicator */
    int group, remote;     /* numbers of these two groups, which values depend on */
    int most, least;       /* the sizes of the largest and the smallest group of all communicators of this name */
    int left, right;       /* neighbours, to receive from and to send to; MPI_PROC_NULL without one */
    int inter;             /* is an intercommunicator */
    int all_pairs;
    int alike;             /* all ranks have one layout, in operations where they differ elsewhere */
};

/* Whether all processes of a communicator share memory.  Collective where it has not been asked before. */
int h_shares_memory(const struct h_comm *c);

/* ---- cases ---- */

/* An object; created once h_begin has said that the case is run. */
struct h_obj {
    DTP_t pool;
    int index;
    const DTP_obj_s *mpi;
};

struct h_side;

/* No rank, where one could be. */
enum { H_NONE = -77 };

/* A case.  What follows `win`, up to `elements`, are facts of it (facts.c), which a program sets before h_begin, alike
 * on all ranks; h_begin sets `operation`. */
struct h_case {
    const struct h_comm *comm;
    int i, j;                  /* -obj=i,j */
    int all_choices;           /* all forms, roots, operators... are due, not one in turn: for the pairs of the first
                                  round in the communicator of all pairs */
    struct h_obj send, recv;   /* in one-sided programs: origin and target */
    MPI_Win win;               /* over recv, in h_each_window */

    const char *operation;     /* the MPI procedure that the case is about */
    const char *form;          /* "blocking", "nonblocking", "persistent" */
    const char *receive;       /* the MPI procedures that receive, where they vary: "MPI_Mprobe/MPI_Mrecv" */
    const char *completion;    /* "wait", "testany", ... */
    const char *op;            /* the operator of a reduction */
    const char *sync;          /* of one-sided: "fence", "lock", ... */
    const char *window;        /* "create", "allocate", ... */
    const char *distance;      /* of the object from the window's beginning, where that is far: "beyond-1M", ... */
    int unit;                  /* displacement unit of rank 0 */
    int regions;               /* of a dynamic window, that the target object lies in; or 0 */
    int is_hinted;             /* the window was made with hints */
    int window_align;          /* alignment of where the window begins or of its size, at most 16; or 0 */
    int units_differ;          /* the displacement units of the ranks */
    int views_differ;          /* the file types of the ranks */
    int more_sent;             /* how many objects take part beside `send` (h_send_object) ... */
    int more_received;         /* ... and beside `recv` (h_recv_object) */
    const char *mode;          /* of a file: "one-way", "atomic", "later-view", "append"... */
    const char *view;          /* of a file, what its file types are made of: "object", "elements", "small-types" */
    const char *target;        /* "self", "other" (the neighbour), "far" */
    const char *variant;       /* what else distinguishes cases, in a word or a few */
    const char *after;         /* "request", "flush": data are looked at as soon as it is complete, and again later;
                                  "get_status": before a request is completed that is said to be complete;
                                  "reuse": what is wrong is what the origin was given when its request was complete */
    int source, dest, root;    /* ranks that all ranks know; or H_NONE */
    MPI_Aint elements;         /* that the message carries, of those that the receive side has room for */

    int (*open)(struct h_case *c); /* the harness's: what the case needs beside its objects */
    const char *now;           /* the step under way, for messages */
    int round;                 /* of a persistent operation, from 0 */
    int starts;                /* how often a persistent operation on blocks is started; 0 for all others */

    /* Of operations on blocks (blocks.h). */
    const struct h_operation *what;
    struct h_side *from, *to;
    int flight;                /* which of several that are under way at a time, */
    int flights;               /* and how many there are */
    int roots_differ;          /* each of these has another root */
    int objects_differ;        /* ... and the object that follows that of the one before */
    int frees_comm;            /* their communicator is freed while they are under way */
    int frees_types;           /* their types are */
    int beside;                /* a number, by which operations are chosen that are under way beside them; 0: none */
    const struct h_topology *topology;
    int shares;                /* elements of either object share bytes, with values of their own: case/shared.h */
    int in_place;
    int absolute;              /* buffers are MPI_BOTTOM; of blocks: see enum h_absolute */
    int empty;                 /* no block has any elements */
    int way;                   /* the group of an intercommunicator that has the root */
    int silent;                /* 1 or 2: the first, or the second group of an intercommunicator sends nothing */
    unsigned places;           /* how alike blocks are, and where they lie: see blocks/shares.c */
    MPI_Op handle;             /* of op */
    MPI_Op meaning;            /* what it does, as the library says it */
};

/* The three arguments that describe an object to MPI. */
#define H_ARGS(object) (object).mpi->DTP_obj_buf, (object).mpi->DTP_obj_count, (object).mpi->DTP_obj_type

/* How a call is told of memory: instances of a type.  H_INSTANCES: the three arguments. */
struct h_instances {
    void *buf;
    int count;
    MPI_Datatype type;
};
#define H_INSTANCES(i) (i).buf, (i).count, (i).type

/* All instances of an object's type; so many, from the first one on; of another type, from the object's buffer on. */
struct h_instances h_whole(struct h_obj o);
struct h_instances h_instances(struct h_obj o, int count);
struct h_instances h_instances_of(struct h_obj o, int count, MPI_Datatype type);

/* All of an object as one instance, from MPI_BOTTOM, of a type of its own, which the caller frees. */
struct h_instances h_at_bottom(struct h_obj o);

/* Begins a case: whether it is run (-where, -after, known issues that are to be avoided, DTP_BUDGET); alike on all
 * ranks.  Only then are its objects, and its window, there. */
int h_begin(struct h_case *c, const char *operation);

/* Variants of an operation, each of them a case, which is begun. */
struct h_variant {
    const char *name;
    void (*run)(struct h_case *c);
};
void h_each_variant(struct h_case *c, const char *operation, int n, const struct h_variant *variants);

/* Names the step of the case that is under way. */
void h_now(struct h_case *c, const char *step);

/* Calls visit for the pairs of a send and a receive object in each of the communicators: first for those that bring
 * every object once on either side, then for the others. */
void h_each_pair(unsigned comms, void (*visit)(struct h_case *c));

/* As h_each_pair, with a window over the receive object; one window serves several origins.  Not for H_INTER. */
void h_each_window(unsigned comms, void (*visit)(struct h_case *c));

/* Calls visit for every message between neighbours, on all ranks in one order; sends and receives say which part this
 * rank has in it, if any.  The case has its source and dest. */
struct h_edge {
    int source, dest;  /* ranks: source as the receiver names it, dest as the sender does */
    int sends, receives;
    int number;
};
void h_each_edge(struct h_case *c, void (*visit)(struct h_case *c, const struct h_edge *e));

/* Another object like that of the pair, of a later layout, k = 1 or 2; the harness frees it. */
struct h_obj h_send_object(struct h_case *c, int k);
struct h_obj h_recv_object(struct h_case *c, int k);

/* Another object of the layout of the send object. */
struct h_obj h_send_twin(struct h_case *c);

/* The type of an object in a call that gives the objects of both sides: of the receive side's object of the pair it is
 * the very handle of the send side's, where both have one layout, every other time; and of three operations under way
 * the last one has the handle of the first one, in turn.  MPI may compare handles. */
MPI_Datatype h_type(const struct h_case *c, DTP_t pool, int index);

/* From now on objects hold values that come back from the representation: elements all whose bits vary, or numbers
 * where "external32" has, or may have, fewer bytes (4 of MPI_LONG, MPI-3.1, 13.5.2). */
void h_use_values_in(const char *representation);

/* The first k elements, 1 or more, one after the other, in an object of their own; until the next such call. */
struct h_obj h_first_elements(MPI_Aint k);

/* Bytes of a basic element of a pool that has one basic type. */
MPI_Aint h_element_bytes(DTP_t pool);

/* Whether the type of an object, created or not, is a basic one. */
int h_has_basic_type(struct h_obj o);

/* Another object of k elements one after the other, for values whose bits all vary or for numbers; its pool is the
 * caller's to free. */
struct h_obj h_plain_object(MPI_Aint k, int varies);

/* Frees a type that MPI_Type_get_contents returned, if it is a derived one (MPI-3.1, 4.1.13). */
void h_free_derived(MPI_Datatype *type);

/* Whether variant k of n is due: each where all choices are (all_choices), else one or some of them, in turn. */
int h_due(const struct h_case *c, int k, int n);

/* Whether -obj, or the texts of objects, select the pair: then all choices are due, none left to another pair. */
int h_pair_is_selected(void);

/* A number that is one more for each pair than for the one before it, for choices of up to ten ways that pairs take in
 * turn. */
int h_pair_turn(const struct h_case *c);

/* One in so many of n variants is for a pair that otherwise has all of them: 1, unless it costs much and nobody has
 * asked for it. */
int h_one_in(const struct h_case *c, int n);

/* ---- values, filling, verification ---- */

/* Element k has the value start + k * stride. */
struct h_values {
    int start, stride;
};

/* The values of operation op: of this rank, of a rank of the group that messages come from.  One and the same for all
 * elements if those of either object share bytes. */
struct h_values h_mine(const struct h_case *c, int op);
struct h_values h_theirs(const struct h_case *c, int rank, int op);

/* Whether elements of either object of the case share bytes, alike on all ranks, and all of them are moved.  While
 * c->shares says so, h_fill and the checks give values of their own to those that do not share theirs, where h_mine and
 * h_theirs have one for all. */
int h_overlaps(const struct h_case *c);

/* Fills an object; prepares it to receive. */
void h_fill(struct h_obj o, struct h_values v);
void h_clear(struct h_obj o);

/* Checks of what was received; only these count as verified.  All elements, with these values. */
void h_check_received(struct h_case *c, struct h_obj o, struct h_values v);

/* The first k elements and no more. */
void h_check_received_part(struct h_case *c, struct h_obj o, struct h_values v, MPI_Aint k);

/* Checks that an object is as it was cleared. */
void h_check_untouched(struct h_case *c, struct h_obj o);

/* All elements, each v[0] op v[1] op ... op v[n - 1]. */
void h_check_reduced(struct h_case *c, struct h_obj o, MPI_Op op, int n, const struct h_values *v);

/* All elements, element k with the result of counts[k] operands of its own, operands[k * most] and those after it. */
void h_check_each(struct h_case *c, struct h_obj o, MPI_Op op, int most, const int *counts, const int *operands);

/* All elements, with one and the same of n values; returns which, -1 if it is none. */
int h_check_one_of(struct h_case *c, struct h_obj o, int n, const struct h_values *v);

/* The n bytes that are found: those of a block, again and again. */
void h_check_repeated(struct h_case *c, const unsigned char *found, MPI_Count n, const unsigned char *block,
                      MPI_Count length);

/* Checks that an object is as it was filled. */
void h_check_intact(struct h_case *c, struct h_obj o, struct h_values v);

/* Checks what MPI says of a type of the object: size, bounds and true bounds. */
void h_check_type(struct h_case *c, struct h_obj o, MPI_Datatype type);

/* Checks an attribute of a type; NULL: that there is none. */
void h_check_type_attribute(struct h_case *c, MPI_Datatype type, int key, const char *expected);

/* Checks how often a callback of a key was called since the case began, its copy callback (copies: 1) or its delete
 * callback (0): as often as is expected, or this other number. */
struct h_called {
    int key, copies, found;
};
void h_check_called(struct h_case *c, const char *procedure, const char *what, struct h_called called, int expected,
                    int other);

/* Checks what MPI says of how a type of the object was made (MPI-3.1, 4.1.13). */
void h_check_contents(struct h_case *c, struct h_obj o, MPI_Datatype type);

/* A status that says of a message what is true of none here: its source, its tag and its 77 bytes. */
MPI_Status h_status(void);

/* These statuses; NULL: MPI_STATUSES_IGNORE. */
MPI_Status *h_statuses(MPI_Status *statuses);

/* Checks what MPI says of a message of all elements received into o, or of k; the status began as h_status(). */
void h_check_status(struct h_case *c, struct h_obj o, const MPI_Status *status, int source, int tag);
void h_check_status_part(struct h_case *c, struct h_obj o, const MPI_Status *status, int source, int tag, MPI_Aint k);

/* Sends an object to the process itself, into another one, by MPI_Sendrecv, and checks both and the status; `op` as for
 * h_mine. */
void h_send_to_self(struct h_case *c, struct h_obj from, struct h_obj to, int op);

/* The same, where other types describe the objects. */
void h_send_to_self_as(struct h_case *c, struct h_obj from, struct h_instances sent, struct h_obj to,
                       struct h_instances received, int op);

/* The send object, received as the receive object with another type in place of its own. */
void h_receive_as(struct h_case *c, MPI_Datatype type, int op);

/* Sends a message without elements to one rank, and receives one from another: that rank has come so far. */
void h_signal(const struct h_case *c, int to, int from, int tag);

/* Checks how much MPI says of a message of k elements received into o. */
void h_check_partial(struct h_case *c, struct h_obj o, const MPI_Status *status, MPI_Aint k);

/* Checks what MPI says of a status of so many instances, or MPI_UNDEFINED, and basic elements of a type.
 * A number that its int cannot hold is MPI_UNDEFINED (MPI-3.1, 3.2.5 and 4.1.11). */
void h_check_counts(struct h_case *c, const MPI_Status *status, MPI_Datatype type, MPI_Count count, MPI_Count elements);

/* Checks that a message of nothing has no instance of a type of size zero (MPI-3.1, 3.2.5). */
void h_check_none(struct h_case *c, const MPI_Status *status, MPI_Datatype type);

/* Checks what MPI says of a status that MPI_Status_set_elements gave k elements (MPI-3.1, 12.3); of no pair types,
 * which may count as one element or as two. */
void h_check_set_elements(struct h_case *c, struct h_obj o, MPI_Aint k);

/* Checks source and tag of a status that the call has returned. */
void h_check_source_and_tag(struct h_case *c, const char *call, const MPI_Status *status, int source, int tag);

/* Checks source, tag and error of a status, and that it is of nothing that was cancelled. */
void h_check_envelope(struct h_case *c, const MPI_Status *status, int source, int tag);

/* Checks a status of nothing, from MPI_ANY_SOURCE or MPI_PROC_NULL: no tag, and no elements of the receive object's
 * type (MPI-3.1, 3.7.3, 3.11). */
void h_check_empty(struct h_case *c, const MPI_Status *status, int source);

/* Checks what the status of a send has: that it is of nothing that was cancelled, and its error, which stays as it was
 * (MPI-3.1, 3.2.5, 3.7.3). */
void h_check_sent(struct h_case *c, const MPI_Status *status);

/* The class of an error code. */
int h_error_class(int code);

/* Whether a case asks this MPI procedure at all: known issues leave some out (avoid, with check=PROCEDURE). */
int h_asks(const struct h_case *c, const char *procedure);

/* Checks a number that an MPI procedure said: `what` it is of. */
void h_check_number(struct h_case *c, const char *procedure, const char *what, long long expected, long long found);

/* The same of a number that the recorder of calls has by a name of its own, in place of that of the procedure: a field
 * of a status, or MPI_Error_class, of what the procedure returned.  `more` is said in messages after the name. */
void h_check_named(struct h_case *c, const char *procedure, const char *name, const char *more, long long expected,
                   long long found);

/* The same of entry k of an array of these. */
void h_check_entry(struct h_case *c, const char *procedure, const char *what, MPI_Count k, long long expected,
                   long long found);

/* Checks that what all ranks of the communicator have found, n numbers each, are those from 0 on, each of them once;
 * `what` says how often one is found.  Collective. */
void h_check_each_once(struct h_case *c, const char *procedure, const char *what, int n, const int *found);

/* Checks that the indices of `found` requests of n, which a procedure says are complete, are 0 to n - 1: whether all
 * are. */
int h_check_indices(struct h_case *c, const char *procedure, int n, int found, const int *which);

/* Counts what a program has verified that moves no object. */
void h_count_verified(void);

/* Completes n requests in the way of the case (c->completion): wait, test, waitall, ...; NULL: without statuses. */
void h_complete(struct h_case *c, int n, MPI_Request *requests, MPI_Status *statuses);

/* Frees those of n requests that are not null: persistent ones, beside others that are complete. */
void h_requests_free(int n, MPI_Request *requests);

/* The same, but a way that asks whether all are complete (MPI_Request_get_status) leaves them so: true, and the other
 * function is to be called, once the buffers have been looked at; its statuses say the same (MPI-3.1, 3.7.6). */
int h_complete_or_ask(struct h_case *c, int n, MPI_Request *requests, MPI_Status *statuses);
void h_complete_asked(struct h_case *c, int n, MPI_Request *requests, MPI_Status *statuses);

/* The name of a way to complete requests: k counts them, and begins again after the last.  Messages, collective
 * operations and accesses to windows have more ways, which h_any_completion counts too: those that ask for the status
 * of a request first (MPI_Request_get_status and its like). */
const char *h_completion(int k);
const char *h_any_completion(int k);

/* A failure that is none of the above. */
void h_fail(const struct h_case *c, const char *format, ...);

/* A message on standard output by one process that counts neither way. */
void h_note(const char *format, ...);

/* Checks an MPI call: an error code ends the test, on all ranks. */
#define H_MPI(call) h_mpi((call), #call, __FILE__, __LINE__)
void h_mpi(int code, const char *call, const char *file, int line);

/* The same for a call of the library. */
#define H_DTP(call) h_dtp((call), #call, __FILE__, __LINE__)
void h_dtp(int code, const char *call, const char *file, int line);

/* Memory, or the end of the test; a copy of n characters; an array of n entries with room for one more, for arrays that
 * grow by one entry at a time.  The caller frees it. */
void *h_alloc(MPI_Aint bytes);
char *h_copy(const char *text, size_t n);
void *h_grow(void *array, long n, size_t size);

/* Bytes of which pages that nobody touches take no memory; NULL where the system has not as many addresses. */
void *h_map(MPI_Aint bytes);
void h_unmap(void *memory, MPI_Aint bytes);

/* Notes that something is left out; the first reason is printed, and is
 * that of a test which then has verified nothing. */
void h_leave_out(const char *format, ...);

#ifdef __cplusplus
}
#endif

#endif
