/* A call of MPI as the table (calls.txt) describes it: what the generated wrappers hand to the hooks around it. */
#ifndef CALLS_H
#define CALLS_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum calls_kind {
#define KIND(NAME) CALLS_##NAME,
#include "kinds.def"
#undef KIND
    CALLS_NUM_KINDS
};

/* CALLS_ROOT: read at the root, received into elsewhere. */
enum calls_direction { CALLS_IN, CALLS_OUT, CALLS_INOUT, CALLS_ROOT };

/* What gives the length of an array, if no parameter does: 1 (CALLS_ONE, also where there is no array), the number of
 * processes that messages go to, of incoming or outgoing neighbours, of dimensions, of processes in the local group.
 * CALLS_BYTE is no length: in place of a type, bytes. */
enum { CALLS_ONE = -1, CALLS_SIZE = -2, CALLS_INDEGREE = -3, CALLS_OUTDEGREE = -4, CALLS_DIMS = -5, CALLS_BYTE = -6,
       CALLS_LOCAL_SIZE = -7 };

struct calls_param {
    const char *name;
    enum calls_kind kind;
    enum calls_direction direction;
    bool is_pointer;       /* the argument is a pointer to (the first of) what it describes */
    unsigned char width;   /* of one, in bytes */
    int length;            /* of an array: a parameter, CALLS_SIZE...; CALLS_ONE if it is none */
    char which;            /* of the parameter's values: 0 itself, '+' their sum, '.' the last */
};

/* What a call does with a buffer: parameters' numbers, or what else gives a number. */
struct calls_access {
    int param;
    enum calls_direction direction;
    char where;            /* 'a' everywhere, 'r' at the root, 'g' in the group that sends to it or receives from it */
    int count;             /* CALLS_ONE: 1 */
    char how;              /* 0; '+': the sum of the counts; '.': that of this rank */
    int times;             /* CALLS_ONE: once */
    int displs;            /* or CALLS_ONE */
    int type;              /* or CALLS_BYTE */
};

struct calls_procedure {
    const char *name, *row, *family; /* row: the procedure, in blocking form, whose row of calls.txt this one is of */
    int num_params, num_accesses;
    const struct calls_param *params;
    const struct calls_access *accesses;
    atomic_long calls;     /* how often it was called, by all threads */
};

/* args[k] is the address of parameter k, which a hook may change before the call. */
struct calls_call {
    struct calls_procedure *procedure;
    void **args;
    int code;              /* after the call */
    bool skip;             /* set before the call: it is not made */
};

/* ---- what is made of the table ---- */

extern struct calls_procedure calls_procedures[];
extern const int calls_num_procedures;

/* What a library of wrappers defines: called before and after each call that the application makes, and not those that
 * are made within a hook or within MPI. */
void calls_before(struct calls_call *c);
void calls_after(struct calls_call *c);

/* How many calls this thread has made within others: within hooks, MPI and callbacks. */
unsigned long calls_within(void);

/* The wrappers' own. */
typedef void calls_function(void);
bool calls_enter(struct calls_procedure *p, calls_function **next);
void calls_leave(void);

/* ---- what may fail ---- */

/* Calls a procedure of MPI from within a hook; returns whether it has worked.  Where it has not, what it
 * was to set is not to be read. */
#define CALLS_ASK(PROCEDURE, ...) calls_worked(P##PROCEDURE(__VA_ARGS__), #PROCEDURE)

/* Whether a procedure returned MPI_SUCCESS.  The first time that one did not, stderr says so. */
bool calls_worked(int code, const char *name);

/* Memory for n of a size, all 0; memory that becomes larger or smaller, or is new, as realloc.  Without memory, the
 * process ends.  Both are freed by free(). */
void *calls_allocate(size_t n, size_t size);
void *calls_resize(void *memory, size_t size);

/* ---- parameters ---- */

/* The number of a parameter by its name, or -1. */
int calls_find(const struct calls_procedure *p, const char *name);

/* The first parameter of a kind and a direction, or -1. */
int calls_first(const struct calls_procedure *p, enum calls_kind kind, enum calls_direction direction);

/* The value of a number that is given by value; of entry k of one behind a pointer.  The second writes it. */
MPI_Count calls_number(const struct calls_call *c, int param);
MPI_Count calls_entry(const struct calls_call *c, int param, MPI_Count k);
void calls_set_entry(const struct calls_call *c, int param, MPI_Count k, MPI_Count value);

/* What a parameter that is a pointer points to. */
void *calls_pointer(const struct calls_call *c, int param);

/* How many a parameter that is an array has. */
MPI_Count calls_length(const struct calls_call *c, int param);

/* The handle of a parameter by value, of entry k of one behind a pointer. */
#define CALLS_HANDLE(TYPE, c, param) (*(TYPE *) (c)->args[param])
#define CALLS_HANDLES(TYPE, c, param) (*(TYPE **) (c)->args[param])

/* Whether the procedure is this one, in any of its forms. */
bool calls_is(const struct calls_call *c, const char *row);

/* ---- buffers ---- */

/* Whether MPI looks at a parameter: not at what describes buffers of which none plays a part on this process. */
bool calls_is_significant(const struct calls_call *c, int param);

struct calls_block {
    void *buf;
    MPI_Count count;
    MPI_Datatype type;
};

/* The blocks of an access, allocated; in *direction what is done with them, CALLS_IN or CALLS_OUT, or CALLS_INOUT.
 * Returns how many: 0 if the buffer plays no part. */
int calls_blocks(const struct calls_call *c, const struct calls_access *a, struct calls_block **blocks,
                 enum calls_direction *direction);

/* The elements that a receive buffer holds before the call because the send buffer is MPI_IN_PLACE: more than are
 * received in a reduction whose result is scattered.  0 where they are of another type, or lie in several blocks. */
MPI_Count calls_count_in_place(const struct calls_call *c, const struct calls_access *a);

/* The call's communicator, or MPI_COMM_NULL. */
MPI_Comm calls_comm(const struct calls_call *c);

#endif
