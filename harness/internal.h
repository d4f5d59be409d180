/* What the files of the harness share. */
#ifndef HARNESS_INTERNAL_H
#define HARNESS_INTERNAL_H

#include "harness.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/* Exit statuses. */
enum { H_PASSED = 0, H_FAILED = 1, H_USAGE = 2, H_SKIPPED = 77 };

enum { H_MAX_TYPES = 64, H_POOLS = 3, H_TEXT = 1024 };

struct h_options {
    const char *test;                /* first word of harness_defaults */
    const char *type;                /* basic pools, or NULL */
    MPI_Aint send_count, recv_count; /* 0: not given */
    const char *types, *counts;      /* struct pools, or NULL */
    const char *sendobj, *recvobj;   /* texts of objects, in place of pools of layouts; or NULL */
    const char *obj;                 /* NULL: all */
    const char *comm;                /* NULL: all */
    uint32_t seed;
    bool help;
    bool first;                      /* nothing more is checked after the first failure */
    bool totals;                     /* many counts up to send_count, one after the other */
    bool show;                       /* only print the objects of -obj */
    bool own_type;                   /* the type comes from the command line */
    int argc;
    char **argv;
};

/* The one harness of the process. */
struct harness {
    struct h_options options;
    int rank, size;                  /* in MPI_COMM_WORLD */
    DTP_t send[H_POOLS], recv[H_POOLS];
    DTP_t first;                     /* its only object: the elements of h_first_elements */
    MPI_Aint moved;                  /* elements that a message carries */
    MPI_Aint moved_bytes;
    MPI_Aint pairs_moved;            /* elements of pair types, such as MPI_2INT, among them */
    bool is_mixed;                   /* the signature has several parts */
    bool has_float_int;              /* MPI_FLOAT_INT is among the types */
    bool has_float_complex;          /* MPI_C_FLOAT_COMPLEX is, by either of its names */
    bool has_long_double;            /* types with a long double are */
    bool has_long_double_complex;    /* MPI_C_LONG_DOUBLE_COMPLEX is */
    bool has_wchar;                  /* MPI_WCHAR is */
    bool has_narrow;                 /* integers of 8 or 16 bits are */
    bool has_narrow_unsigned;        /* unsigned ones are */
    int only_i, only_j;              /* -obj, or -1 */
    bool spread;                     /* replaying needs DTP_NUM_OBJS */
    const struct h_pair *pair;       /* the one under way, or NULL */
    long verified, failures;
    long verified_before;            /* the first failure */
    int left_out;                    /* objects that are too large */
    char why_left_out[H_TEXT];
};
extern struct harness harness;

/* Parses harness_defaults, then the command line.  0, or H_USAGE with the reason in `why`. */
int h_options_parse(int argc, char **argv, struct h_options *o, char why[H_TEXT]);
void h_options_help(void);

/* Parses decimal digits; false if it is anything else or not between min and max. */
bool h_parse_number(const char *text, long long min, long long max, long long *value);

/* Copies the next word of a list separated by commas; returns what follows, or NULL. */
const char *h_next_word(const char *list, char word[H_TEXT]);

/* What verification has to know of the types of a pool, kept in the harness. */
void h_signature_describe(DTP_t pool);

/* How many bytes, and elements of pair types, the first k elements of a pool have. */
void h_signature_measure(DTP_t pool, MPI_Aint k, MPI_Aint *bytes, MPI_Aint *pairs);

/* The text of the plainest object of the first k elements of a signature: so many of a basic type, or a struct of them. */
enum { H_LIST = 4096, H_PLAIN = 3 * H_LIST + 64 };
void h_signature_plain(const char *signature, MPI_Aint k, char text[H_PLAIN]);

/* Creates the pools and finds the objects of -obj.  0 or an exit status with the reason in `why`. */
int h_pools_create(char why[H_TEXT]);
void h_pools_free(void);

/* Runs the program with totals about the powers of two.  0 or an exit status with the reason in `why`. */
int h_totals_run(char why[H_TEXT]);

/* Object `index` of a pool, created now unless it is.  pool NULL: the object is too large, which is noted. */
struct h_obj h_object_get(DTP_t pool, int index, bool sends);

/* Prints the texts of the objects of -obj, whole. */
int h_show_objects(void);

/* Ends the use of an object: frees a large one, keeps others for the next time. */
void h_object_put(struct h_obj o);

/* Whether a communicator has this name. */
bool h_comm_known(const char *name);

/* Calls visit with each communicator of the set, or with the one of -comm. */
void h_each_comm(unsigned comms, void (*visit)(const struct h_comm *c, void *with), void *with);

/* Whether the pair is to be visited in the communicator. */
bool h_pair_due(const struct h_comm *c, int i, int j);

/* Whether the sum of n such values is exact in the type, and so does not depend on the order.  What MPI_SUM makes of integers
 * where they overflow, as those of 8 and 16 bits would, no standard says: some libraries wrap around, others saturate. */
bool h_sum_is_exact(int n);

/* Begins and ends the visit of a pair whose two sides are created. */
void h_pair_begin(struct h_pair *p);
void h_pair_end(void);

/* The harness's own reductions do not go through the profiling interface: a layer that breaks MPI calls on purpose
 * must break what is tested, not the verdict. */
long long h_allreduce(long long value, MPI_Op op);

/* Has the case under way named should the process end within an MPI call; says which case is. */
void h_crash_watch(void);
void h_crash_case(const struct h_pair *p);

/* Agrees on the worst exit status of all ranks; one of the ranks that have it prints the reason. */
int h_agree(int status, const char *why);

/* Whether the issue, named as in doc/known-issues/, is one of the MPI in use; says so once. */
bool h_known(const char *issue);

/* Prints the verdict; returns the exit status. */
int h_verdict(void);

/* Prints all there is to say about a failure of this kind: a word, by which failures are told from others. */
void h_report(const struct h_pair *p, const char *kind, const char *format, va_list args);

/* As h_fail, of this kind. */
void h_fail_kind(const struct h_pair *p, const char *kind, const char *format, ...);

/* Says how many failures of this rank were not told. */
void h_report_rest(void);

/* The line that replays the pair under way, or the whole test. */
void h_replay_line(char *line, size_t size);

#endif
