/* A collective operation, a message, or an access to a window or a file, as one process sees it: the blocks that it
 * sends and receives, which a fault may change. */
#ifndef COLLECTIVE_H
#define COLLECTIVE_H

#include "faulty.h"

/* The block of one peer: its bytes before the operation, and now. */
struct part {
    void *buf;
    int count;
    MPI_Datatype type;
    int uses;              /* of the type so far */
    MPI_Aint n;
    unsigned char *before, *now;
};

struct parts {
    int n;
    struct part *parts;
};

/* Where an access to a window goes, and how many accesses its epoch has had, of which kinds to this target. */
struct place {
    MPI_Win win;           /* or MPI_WIN_NULL: it is none */
    int target, count;
    MPI_Aint disp;
    MPI_Datatype type;     /* a duplicate of the target's */
    int accesses, kinds;
};

struct collective {
    const char *row, *form;
    struct place place;
    MPI_File file;         /* that is accessed, or MPI_FILE_NULL */
    MPI_Offset offset;     /* if it is given, else -1 */
    MPI_Comm comm;         /* or MPI_COMM_NULL, also once it has been freed */
    MPI_Request request;   /* or MPI_REQUEST_NULL */
    int rank, size;        /* in the local group */
    int peers;
    bool inter, in_place, absolute;   /* absolute: a buffer is MPI_BOTTOM */
    void *to;              /* the buffer that is received into */
    int root;              /* or -1: none */
    MPI_Op op;             /* or MPI_OP_NULL */
    int starts;            /* of a persistent one: how often it was started; */
    bool is_active, is_out_of_turn; /* whether it is under way; whether one made later was when it was started */
    struct parts sent, received;
};

/* Conditions (calls/conditions.c). */
#define CONDITION(NAME, FUNCTION, WHAT) bool FUNCTION(const struct collective *c);
#include "conditions.def"
#undef CONDITION

/* Whether another operation is under way. */
bool is_busy(const struct collective *c);

/* Operations under way (calls/pending.c): one is started, with a type of these bounds, and ends.  The communicator is
 * freed. */
void pending_add(MPI_Request request, MPI_Comm comm, const char *row, int root, struct bounds bounds);
void pending_end(MPI_Request request);
void collective_comm_freed(MPI_Comm comm);

/* The communicator of others' processes in another order that was made of one is no more needed
 * (collectives/substitutes.c). */
void rotated_forget(MPI_Comm comm);

/* The bounds of the type of its first block; all zero where nothing is moved (calls/conditions.c). */
struct bounds bounds_of_first(const struct collective *c);

/* How many bytes are sent; received. */
MPI_Aint total_of(const struct parts *p);

/* The processes that the received blocks come from, or MPI_PROC_NULL. */
void neighbours_of(const struct collective *c, int *sources);

#endif
