/* Operations on buffers of blocks, as collectives have them.  A program gives the calls, and says which blocks this
 * rank sends and receives:
 *
 *     #define ARGUMENTS H_BUFFER(c), H_ROOT(c), H_COMM(c)
 *     H_FORMS(forms, Bcast, BCAST, Ibcast, IBCAST, ARGUMENTS, ARGUMENTS)
 *
 *     static void blocks(struct h_case *c)
 *     {
 *         if (h_is_root(c))
 *             h_send(c, H_ALL);
 *         else if (h_is_leaf(c))
 *             h_receive(c, c->root, H_ALL);
 *     }
 *
 *     static const struct h_operation bcast = {forms, H_NUM(forms), blocks, H_ROOTED};
 *
 * The harness does the rest: blocks in memory, their values, roots, completions, several rounds and several operations
 * in flight, and the verification of all of it. */
#ifndef HARNESS_BLOCKS_H
#define HARNESS_BLOCKS_H

#include "harness.h"
#include "tables.h"

/* ---- a side: what a rank sends, or receives ---- */

/* Whose values a block has: those of a message from one rank to another, or to all. */
enum { H_ALL = -1 };

struct h_block {
    DTP_t pool;
    int index;              /* of the object that it is, so many times */
    int copies;
    MPI_Aint disp;          /* bytes from the buffer argument */
    int from, to;           /* what it holds afterwards: the values of this message, or nothing if from is H_NONE; */
    int operands;           /* or 2 or more: those of from, from + 1, ..., reduced */
    int holds_from, holds_to; /* what it holds before, or H_NONE: nothing */
    int is_lost;            /* the standard does not say what it holds afterwards */
};

/* The addresses of blocks from MPI_BOTTOM are displacements within their types, or those of the blocks. */
enum h_absolute { H_RELATIVE, H_ABSOLUTE_TYPES, H_ABSOLUTE_BLOCKS };

/* The arguments of calls.  Of one block, or of blocks that are alike; of counts and displacements in extents; of types,
 * and displacements in bytes. */
struct h_side {
    void *buf;
    int count;
    MPI_Datatype type;
    int n;
    int *counts, *displs, *bytes;
    MPI_Count *large_counts;
    MPI_Aint *large_displs, *large_bytes;
    MPI_Datatype *types;
    struct h_block *blocks;
    DTP_t whole;            /* a pool of one object: all blocks */
    DTP_t before;           /* the like, with what they held before, if it is needed; or NULL */
    int num_twins;          /* duplicates of types, which are freed once the call is made */
    MPI_Datatype *twins;
    int num_absolute;       /* types with absolute displacements */
    MPI_Datatype *absolute;
    int is_beside;          /* it has no blocks, and its arguments are the receive object's, which MPI must not touch */
};

#define H_FROM(c) (c)->from->buf, (c)->from->count, (c)->from->type
#define H_TO(c) (c)->to->buf, (c)->to->count, (c)->to->type
#define H_FROM_V(c) (c)->from->buf, (c)->from->counts, (c)->from->displs, (c)->from->type
#define H_TO_V(c) (c)->to->buf, (c)->to->counts, (c)->to->displs, (c)->to->type
#define H_FROM_W(c) (c)->from->buf, (c)->from->counts, (c)->from->bytes, (c)->from->types
#define H_TO_W(c) (c)->to->buf, (c)->to->counts, (c)->to->bytes, (c)->to->types
#define H_FROM_V_C(c) (c)->from->buf, (c)->from->large_counts, (c)->from->large_displs, (c)->from->type
#define H_TO_V_C(c) (c)->to->buf, (c)->to->large_counts, (c)->to->large_displs, (c)->to->type
#define H_FROM_W_C(c) (c)->from->buf, (c)->from->large_counts, (c)->from->large_bytes, (c)->from->types
#define H_TO_W_C(c) (c)->to->buf, (c)->to->large_counts, (c)->to->large_bytes, (c)->to->types

/* What the arguments that play no part on a rank are, of rooted operations and in place, alike on all ranks:
 * H_UNUSED_PLAIN, a byte; another buffer, which must stay as it is; what could not be used; or nothing, at no
 * address. */
enum h_unused { H_UNUSED_PLAIN, H_UNUSED_BUFFER, H_UNUSED_INVALID, H_UNUSED_NOTHING };
enum h_unused h_unused(const struct h_case *c);

/* As MPI_Neighbor_alltoallw has them. */
#define H_FROM_NW(c) (c)->from->buf, (c)->from->counts, (c)->from->large_bytes, (c)->from->types
#define H_TO_NW(c) (c)->to->buf, (c)->to->counts, (c)->to->large_bytes, (c)->to->types

/* The one buffer of a broadcast: of the side that has blocks. */
#define H_BUFFER(c) h_used(c)->buf, h_used(c)->count, h_used(c)->type

/* Both buffers of a reduction, with the count and the type that they have in common; count and type alone. */
#define H_OPERANDS(c) (c)->from->buf, (c)->to->buf, H_OPERAND(c)
#define H_OPERAND(c) h_used(c)->count, h_used(c)->type

#define H_COMM(c) (c)->comm->comm
#define H_ROOT(c) h_root_argument(c)

/* The side that has blocks: to send, or else to receive. */
const struct h_side *h_used(const struct h_case *c);

/* ---- which blocks ---- */

/* One more block that this rank sends; `to`: a rank, or H_ALL if all get the same. */
void h_send(struct h_case *c, int to);

/* One more block that this rank receives; `to`: this rank, or H_ALL. */
struct h_block *h_receive(struct h_case *c, int from, int to);

/* One more block that is the reduction of those of n ranks, from the first on; none for n = 0. */
struct h_block *h_receive_reduced(struct h_case *c, int first, int n, int to);

/* The block holds the values of this message before the operation, in place of nothing. */
void h_holds(struct h_block *block, int from, int to);

/* MPI may leave anything in the block: it is only an operand, or undefined afterwards. */
void h_loses(struct h_block *block);

/* The blocks of a reduction that are scattered to the ranks: all of them, those of this rank, and how many are
 * before. */
struct h_scatter {
    int all, mine, first;
};
struct h_scatter h_scatter(const struct h_case *c);

/* How many of them a rank gets; the counts of these, for all ranks. */
int h_recvcount(const struct h_case *c, int rank);
#define H_RECVCOUNTS(c) (c)->to->counts
#define H_RECVCOUNTS_C(c) (c)->to->large_counts

/* Whether an operation that takes several counts has the same one for all blocks. */
int h_has_one_count(const struct h_case *c);

/* Whether the first block of an operation on blocks with displacements lies beyond displacement 0. */
int h_has_gap_before(const struct h_case *c);

/* All blocks of this rank in operations that come with one count, with several counts, with several types. */
void h_gather_blocks(struct h_case *c);
void h_scatter_blocks(struct h_case *c);
void h_allgather_blocks(struct h_case *c);
void h_alltoall_blocks(struct h_case *c);
void h_reduce_blocks(struct h_case *c);
void h_allreduce_blocks(struct h_case *c);
void h_reduce_scatter_blocks(struct h_case *c);
void h_scan_blocks(struct h_case *c);
void h_exscan_blocks(struct h_case *c);
void h_neighbor_allgather_blocks(struct h_case *c);
void h_neighbor_alltoall_blocks(struct h_case *c);

/* ---- the part of a rank in a rooted operation, within a communicator or across an intercommunicator ---- */

int h_is_root(const struct h_case *c);
int h_is_leaf(const struct h_case *c);  /* sends to the root, or receives from it; within a communicator it does too */
int h_leaves(const struct h_case *c);    /* how many of these the root has; 0 on other ranks */
int h_root_argument(const struct h_case *c);

/* How many ranks this rank exchanges blocks with, in operations without a root. */
int h_peers(const struct h_case *c);

/* Whether the operation is called with MPI_IN_PLACE; a side that is in place has no blocks. */
int h_in_place(const struct h_case *c);

/* The operator of a reduction. */
MPI_Op h_op(const struct h_case *c);

/* ---- the calls ---- */

enum h_start { H_BLOCKING, H_NONBLOCKING, H_PERSISTENT };

/* What the fact `form` says of it. */
const char *h_start_name(enum h_start start);

struct h_form {
    const char *name;       /* of the MPI procedure */
    enum h_start start;
    int (*call)(const struct h_case *c, MPI_Request *request);
};

/* Defines a table of all the calls of an operation that this MPI has: blocking, nonblocking and persistent, and the
 * same with large counts.  The arguments are those up to the communicator; a persistent call gets an info after
 * them. */
#define H_FORMS(TABLE, CALL, HAVE, ICALL, IHAVE, ARGUMENTS, ARGUMENTS_C)                                               \
    static int TABLE##_blocking(const struct h_case *c, MPI_Request *r)                                                \
    { (void) r; return MPI_##CALL(ARGUMENTS); }                                                                        \
    static int TABLE##_nonblocking(const struct h_case *c, MPI_Request *r) { return MPI_##ICALL(ARGUMENTS, r); }       \
    H_WHERE(HAVE_MPI_##HAVE##_INIT, static int TABLE##_persistent(const struct h_case *c, MPI_Request *r)              \
            { return MPI_##CALL##_init(ARGUMENTS, MPI_INFO_NULL, r); })                                                \
    H_WHERE(HAVE_MPI_##HAVE##_C, static int TABLE##_blocking_c(const struct h_case *c, MPI_Request *r)                 \
            { (void) r; return MPI_##CALL##_c(ARGUMENTS_C); })                                                         \
    H_WHERE(HAVE_MPI_##IHAVE##_C, static int TABLE##_nonblocking_c(const struct h_case *c, MPI_Request *r)             \
            { return MPI_##ICALL##_c(ARGUMENTS_C, r); })                                                               \
    H_WHERE(HAVE_MPI_##HAVE##_INIT_C, static int TABLE##_persistent_c(const struct h_case *c, MPI_Request *r)          \
            { return MPI_##CALL##_init_c(ARGUMENTS_C, MPI_INFO_NULL, r); })                                            \
    static const struct h_form TABLE[] = {                                                                             \
        {"MPI_" #CALL, H_BLOCKING, TABLE##_blocking},                                                                  \
        {"MPI_" #ICALL, H_NONBLOCKING, TABLE##_nonblocking},                                                           \
        H_WHERE(HAVE_MPI_##HAVE##_INIT, {"MPI_" #CALL "_init", H_PERSISTENT, TABLE##_persistent},)                     \
        H_WHERE(HAVE_MPI_##HAVE##_C, {"MPI_" #CALL "_c", H_BLOCKING, TABLE##_blocking_c},)                             \
        H_WHERE(HAVE_MPI_##IHAVE##_C, {"MPI_" #ICALL "_c", H_NONBLOCKING, TABLE##_nonblocking_c},)                     \
        H_WHERE(HAVE_MPI_##HAVE##_INIT_C, {"MPI_" #CALL "_init_c", H_PERSISTENT, TABLE##_persistent_c},)               \
    };

/* ---- the operation ---- */

enum {
    H_ROOTED = 1,
    H_IN_PLACE_SEND = 2,  /* MPI_IN_PLACE for the send buffer is allowed: of the root, if there is one */
    H_IN_PLACE_RECV = 4,  /* for the receive buffer, of the root */
    H_COUNTS_SEND = 8,    /* blocks of several counts, with displacements, */
    H_COUNTS_RECV = 16,   /* of either side; of the results of a reduction, without them */
    H_COUNTS = H_COUNTS_SEND | H_COUNTS_RECV,
    H_TYPES = 32,         /* each block has a type of its own */
    H_REDUCES = 64,       /* one type for all ranks and both sides; every operator that is defined for it */
    H_NEIGHBOURS = 128    /* among neighbours, in every topology */
};

struct h_operation {
    const struct h_form *forms;
    int num_forms;
    void (*blocks)(struct h_case *c);
    unsigned flags;
};

/* Tests the operation on pairs of objects in each of the communicators. */
void h_each_operation(unsigned comms, const struct h_operation *operation);

/* The same of several, each on every pair: reductions, or others. */
void h_each_of_operations(unsigned comms, int n, const struct h_operation *operations);

#endif
