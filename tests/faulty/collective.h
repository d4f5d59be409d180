/* A collective operation, or an access to a file, as one process sees it: the blocks that it sends and receives,
 * which a fault may change. */
#ifndef COLLECTIVE_H
#define COLLECTIVE_H

#include "faulty.h"

/* The block of one peer: its bytes before the operation, and now. */
struct part {
    void *buf;
    int count;
    MPI_Datatype type;
    MPI_Aint n;
    unsigned char *before, *now;
};

struct parts {
    int n;
    struct part *parts;
};

struct collective {
    const char *row, *form;
    MPI_File file;         /* that is accessed, or MPI_FILE_NULL */
    MPI_Offset offset;     /* if it is given, else -1 */
    MPI_Comm comm;         /* or MPI_COMM_NULL */
    int rank, size;        /* in the local group */
    int peers;
    bool inter, in_place;
    int root;              /* or -1: none */
    MPI_Op op;             /* or MPI_OP_NULL */
    int starts;            /* of a persistent one: how often it was started */
    struct parts sent, received;
};

/* Conditions; all that are set must hold. */
enum {
    IN_PLACE = 1, NOT_IN_PLACE = 2,
    AWAY = 4,              /* the root is not the first process */
    LAST = 8,              /* this is the last process, */
    THIRD = 16,            /* or one from the third on */
    ODD = 32,              /* the number of processes is no power of two */
    EIGHT = 64,            /* there are 8 processes or more */
    ACROSS = 128, WITHIN = 256, /* an intercommunicator; not one */
    DERIVED = 512,         /* the first type is derived, */
    LOWER = 1024,          /* or has a lower bound, */
    WIDER = 2048,          /* or an extent larger than the true one */
    LATER = 4096,          /* a persistent one is started again */
    OWN_OP = 8192,         /* the operator is a user's */
    CARTESIAN = 1 << 14, GRAPH = 1 << 15, DISTRIBUTED = 1 << 16,
    FIVE = 1 << 17,        /* there are 5 processes or more */
    REMOTE_OTHER = 1 << 18 /* the groups of an intercommunicator differ in size */
};
bool holds(const struct collective *c, unsigned when);

/* How many bytes are sent; received. */
MPI_Aint total_of(const struct parts *p);

/* The processes that the received blocks come from, or MPI_PROC_NULL. */
void neighbours_of(const struct collective *c, int *sources);

#endif
