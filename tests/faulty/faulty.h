/* MPI with a fault, for LD_PRELOAD: what the tests are tested with.  DTP_FAULT in the environment names the fault, a
 * row of faults.def, or the parts of one (composed.c); with DTP_FAULT_VERBOSE a process says on standard error when the
 * fault strikes for the first time, and at its end how often it did.
 *
 * A fault is a row and the functions that it names; the wrappers of the MPI calls ask for these. */
#ifndef FAULTY_H
#define FAULTY_H

#include <calls.h>

/* ---- what a fault may change ---- */

/* The blocks that a constructor makes, in bytes; the type that comes of them gets the bounds lb and extent. */
struct blocks {
    int combiner;
    int n;
    int *lens;
    MPI_Aint *disps;
    MPI_Datatype *types;   /* of a struct, else NULL */
    MPI_Datatype child;    /* of all others */
    MPI_Aint lb, extent;
    MPI_Aint true_lb, true_extent;
};

/* Whether all blocks have one length and one stride: those of a vector or an hvector. */
bool is_strided(const struct blocks *b);

/* The array of a subarray, and the part of it. */
struct array {
    int dims;
    int *sizes, *subsizes, *starts, *order;
};

/* How a darray deals out its array. */
struct dealt {
    int dims, *rank, *sizes, *distribs, *dargs, *procs, *order;
};

enum call { OTHER, RECEIVE, BROADCAST, GET, PUT, ACCUMULATE, UNPACK, GET_ACCUMULATE, COLLECTIVE, READ };

/* Data that arrived: the bytes of all instances as the buffer had them before, and has them now; n of them arrived. */
struct landing {
    enum call call;
    void *buf;
    int count, size;       /* of an instance */
    MPI_Datatype type;     /* a duplicate of */
    MPI_Datatype posted;
    bool freed;            /* which was freed while the receive was pending */
    MPI_Aint at;           /* of the call: displacement in the window, position in the packed bytes */
    unsigned char *before, *now;
    unsigned char *memory; /* all that lay from the first byte to the last, if the fault asks for it */
    MPI_Aint n, full;
    struct landing *next;
};

struct accumulate {
    const void *buf;
    int count;
    MPI_Datatype type;
    MPI_Op op;
    bool twice, new_result;
};

/* MPI_User_function_c, which an MPI older than 4.0 does not declare. */
typedef void large_function(void *in, void *inout, MPI_Count *len, MPI_Datatype *type);

/* The function of a user's operator: one of the two. */
struct function {
    MPI_User_function *of_int;
    large_function *large;
};

/* A user's operator is to be called. */
struct operation {
    const struct function *function;
    void *in, *inout;
    int len;
    MPI_Datatype type;
};

struct collective;
enum { MOST_CONDITIONS = 6 };

/* What MPI says of a type. */
enum query { SIZE, EXTENT, TRUE_EXTENT, SIZE_X, EXTENT_X, TRUE_EXTENT_X };

/* ---- a fault: its hooks return whether it strikes ---- */

struct fault {
    const char *name, *level, *shapes, *says, *what;
    bool loses_data;
    bool (*receiving)(void *buf, int count, MPI_Datatype type);       /* before the data arrive */
    bool (*sent)(void *buf, int count, MPI_Datatype type);            /* after a blocking send */
    bool (*landed)(struct landing *l);                                /* changes l->now */
    bool keeps_memory;                                                /* l->memory, up to 64 KiB */
    bool (*packed)(unsigned char *bytes, int size, int position);     /* what MPI_Pack has just added */
    bool (*external)(unsigned char *bytes, MPI_Aint size, MPI_Datatype type);
    bool (*pack_size)(int *size);
    bool (*blocks)(struct blocks *b);
    bool (*resized)(MPI_Aint *lb, MPI_Aint *extent, MPI_Datatype type);
    bool (*subarray)(struct array *a);
    bool (*darray)(struct dealt *d);
    bool (*duplicate)(MPI_Datatype *type);
    bool (*query)(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b);
    bool (*contents)(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs);
    bool (*envelope)(int *combiner, int *addresses);
    bool (*external_size)(MPI_Aint *size);
    bool (*name_lost)(void);
    bool (*status)(MPI_Status *status);
    bool (*get_count)(int *count);
    bool (*get_elements)(MPI_Count *elements, int is_partial);
    bool (*accumulate)(struct accumulate *a);
    bool (*view)(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype);

    /* Of collective operations and of accesses to files (calls/collective.h). */
    const char *procedures;             /* only these, with blanks between (composed.c) */
    bool (*when[MOST_CONDITIONS])(const struct collective *c); /* only where these hold */
    MPI_Aint least, most;               /* bytes of the process; most 0: any number */
    bool (*collected)(struct collective *c);   /* changes what was received */
    bool (*contributed)(struct collective *c); /* changes what is sent, before */
    bool (*spoiled)(struct collective *c);     /* changes memory or the file, afterwards */
    bool late;                          /* what was received is there with the next call */
    bool sends_again;                   /* a persistent operation sends what it sent when it was started first */
    bool (*calling)(struct calls_call *c);     /* before a call */
    bool (*returned)(struct calls_call *c);    /* after it */
    bool (*operating)(struct operation *o);    /* in place of a call of a user's operator */
    bool (*before)(struct calls_call *c);                             /* of any call */
    bool (*after)(struct calls_call *c);
};

/* The fault of this process; one that is made of the parts of its name. */
const struct fault *fault(void);
const struct fault *composed(const char *name);

/* Counts a strike if there is one; returns it. */
bool strike(bool struck);

/* ---- arguments of a call by their names ---- */

void set_argument(const struct calls_call *c, const char *name, MPI_Count value);

/* 1 where the call has no such number; the call's one type where it has none of that name. */
int number_of(const struct calls_call *c, const char *name);
MPI_Datatype type_of(const struct calls_call *c, const char *name);

/* What `count` of `datatype` has, in bytes, and in etypes of the file that is accessed. */
MPI_Aint bytes_of_call(const struct calls_call *c);
MPI_Offset etypes_of_call(const struct calls_call *c);

/* Where in the file the first etype is that a call at an explicit offset accesses, and the last one, which is lower if
 * there is none. */
void find_reach(const struct calls_call *c, MPI_Offset reach[2]);

/* The same of this process, and of the one whose rank is greater by so much; that one accesses nothing if there is
 * none. A collective call. */
void find_reach_beside(const struct calls_call *c, int by, MPI_Offset mine[2], MPI_Offset theirs[2]);

/* What a parameter points to. */
void *pointer_of(const struct calls_call *c, const char *name);

/* ---- types and memory ---- */

struct span {
    MPI_Aint lo, size;
};

struct bounds {
    MPI_Aint lb, extent, true_lb, true_extent;
};
struct bounds bounds_of(MPI_Datatype type);

/* The view of a file: its displacement, and of its etype and its file type the size and the bounds (files/views.c). */
struct view {
    MPI_Offset disp;
    MPI_Aint etype_size, tile_size;
    struct bounds etype, tile;
};
struct view view_of(MPI_File fh);

/* How many types are committed and not freed. */
int types_alive(void);

/* Where the bytes of `count` instances of a type are. */
struct span span_of(int count, MPI_Datatype type);

/* The first and the last basic type of a type; how deep it is nested (0: basic); its combiner; its size. */
MPI_Datatype first_leaf(MPI_Datatype type);
MPI_Datatype last_leaf(MPI_Datatype type);
int depth_of(MPI_Datatype type);
int combiner_of(MPI_Datatype type);
int size_of(MPI_Datatype type);

/* How many blocks its outermost constructor lists; its stride in bytes, if it is an hvector, or 0. */
int blocks_of(MPI_Datatype type);
MPI_Aint hstride_of(MPI_Datatype type);

/* What a type was made of. */
struct arguments {
    int num_ints, num_addresses, num_types;
    int *ints;
    MPI_Aint *addresses;
    MPI_Datatype *types;
};
struct arguments arguments_of(MPI_Datatype type);
void free_arguments(struct arguments *a);

/* Whether this constructor made it; `outer` did, over one that `inner` made. */
bool is_made_by(MPI_Datatype type, int combiner);
bool is_over(MPI_Datatype type, int outer, int inner);
bool is_vector(MPI_Datatype type); /* with a stride in extents or in bytes */

/* The length of all blocks of a vector or of a list of blocks of one length, if there are several, or 0; entry k of the
 * integers that it was made with, or 0. */
int block_length(MPI_Datatype type);
int integer_of(MPI_Datatype type, int k);

/* Zeroed memory of at least so many bytes, ended by exit. */
void *memory(MPI_Aint size);

/* Whether two types put the same number of bytes in the same places. */
bool same_map(MPI_Datatype a, MPI_Datatype b);

/* The displacement of the first byte that is between the elements, if it is not negative; or -1. */
MPI_Aint first_gap_of(MPI_Datatype type);

void pack_all(const void *buf, int count, MPI_Datatype type, unsigned char *bytes);
void unpack_all(const unsigned char *bytes, void *buf, int count, MPI_Datatype type);

/* ---- data that arrive ---- */

/* Begins to receive: NULL if the fault does not look at what arrives. */
struct landing *landing_begin(enum call call, void *buf, int count, MPI_Datatype type, MPI_Aint at);

/* It arrived, n bytes of it (all: -1): the fault does its part.  Frees l. */
void landing_end(struct landing *l, MPI_Aint n);

/* Has the landing end when one-sided accesses complete; they do. */
void landing_when_complete(struct landing *l);
void landing_complete(void);

/* Those of this type are marked. */
void landing_mark_freed(MPI_Datatype type);

/* Ways to lose data: n bytes; the last element, if it changed; and only where a type is so. */
bool lose_bytes(struct landing *l, MPI_Aint from, MPI_Aint n);
bool lose_last_element(struct landing *l);
bool lose_of_type(struct landing *l, bool (*is)(MPI_Datatype type));

/* Faults that do so: of landings `l`, and of types `type`, of which the condition holds. */
#define LOSES_IF(NAME, CONDITION) bool NAME(struct landing *l) { return (CONDITION) && lose_last_element(l); }
#define LOSES_OF_TYPE(NAME, CONDITION)                                                                                 \
    static bool is_of_##NAME(MPI_Datatype type) { return CONDITION; }                                                  \
    bool NAME(struct landing *l) { return lose_of_type(l, is_of_##NAME); }

/* What is put or accumulated in place of buf: a copy with the fault, freed when accesses complete; or buf. */
const void *landing_of_origin(enum call call, const void *buf, int count, MPI_Datatype type, MPI_Aint disp);

/* ---- what the generated wrappers' hooks consist of: before and after a call ---- */

void constructor_before(struct calls_call *c); /* types/constructors.c: types */
void constructor_after(struct calls_call *c);
void query_before(struct calls_call *c);       /* calls/queries.c: what is asked */
void query_after(struct calls_call *c);
void origin_before(struct calls_call *c);      /* calls/origins.c: what is put, packed or written */
void origin_after(struct calls_call *c);
void arrival_before(struct calls_call *c);     /* calls/arrivals.c: what is received, by whatever call */
void arrival_after(struct calls_call *c);
void request_before(struct calls_call *c);     /* calls/requests.c: what completes later */
void request_after(struct calls_call *c);
void view_before(struct calls_call *c);        /* files/views.c: views of files */
void collective_before(struct calls_call *c);  /* calls/collective.c: collective operations, and accesses to files */
void collective_after(struct calls_call *c);
void pending_before(struct calls_call *c);     /* calls/pending.c: what is under way on a communicator */
void pending_after(struct calls_call *c);
void operator_before(struct calls_call *c);    /* calls/operators.c: operators */
void operator_after(struct calls_call *c);
void access_before(struct calls_call *c);      /* files/accesses.c: where files are accessed */
void access_after(struct calls_call *c);

/* The operation of a request completes, starts, is no more. */
void collective_complete(MPI_Request request);
void collective_start(MPI_Request request);
void collective_forget(MPI_Request request);

/* "blocking", "nonblocking", "persistent" or "split"; whether the fault is one of this call. */
const char *form_of(const struct calls_call *c);
bool is_of(const struct calls_call *c);

/* Whether it is, and the fault's conditions hold. */
bool call_is_due(const struct calls_call *c);

/* Calls the function of a user's operator. */
void call_function(const struct function *f, void *in, void *inout, int len, MPI_Datatype type);

/* Whether an operator is a user's; whether it commutes. */
bool is_own_op(MPI_Op op);
bool op_commutes(MPI_Op op);

/* The file of a call, or MPI_FILE_NULL; the communicator that it was opened with; a descriptor of it, or -1. */
MPI_File file_of(const struct calls_call *c);
MPI_Comm comm_of_file(MPI_File fh);
int posix_of_file(MPI_File fh);

/* Whether a split access to it is under way; how many views it had; whether so many files are open. */
bool is_splitting(MPI_File fh);
int views_of(MPI_File fh);
bool are_files_open(int n);

/* What arrives when a request completes (a key: of a file, the split access under way), once or whenever it is
 * started. */
struct arrival {
    enum call call;
    struct calls_block block;
    MPI_Aint at;
    bool by_status;        /* how much arrived is what the status says */
};
void request_posted(const void *key, size_t size, const struct arrival *a, struct landing *l, bool is_persistent);

/* Whether the call begins, or ends, accesses to a window. */
bool begins_accesses(const struct calls_call *c);
bool ends_accesses(const struct calls_call *c);

/* An attribute of a window that is an int, such as MPI_WIN_DISP_UNIT; 0 where there is none. */
int attribute_of(MPI_Win win, int key);

/* The bytes that a status is of. */
MPI_Aint arrived(const MPI_Status *status);

#endif
