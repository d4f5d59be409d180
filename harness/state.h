/* The options of a test, and what all files of the harness know of it. */
#ifndef HARNESS_STATE_H
#define HARNESS_STATE_H

#include "harness.h"
#include "case/where.h"

#include <stdbool.h>
#include <stdint.h>

/* Exit statuses. */
enum { H_PASSED = 0, H_FAILED = 1, H_USAGE = 2, H_SKIPPED = 77 };

enum { H_MAX_TYPES = 64, H_POOLS = 3, H_TEXT = 1024 };

/* Operations or messages of a case under way at a time, each with objects of its own; rounds of persistent ones. */
enum { H_FLIGHTS = H_POOLS, H_ROUNDS = 3 };

struct h_options {
    char *words;                     /* the test's own, such as harness_defaults; strings below are in it */
    const char *test;                /* the first of these */
    char *program;                   /* what of its name is before "__" */
    const char *type;                /* basic pools, or NULL */
    MPI_Aint send_count, recv_count; /* 0: not given */
    const char *types, *counts;      /* struct pools, or NULL */
    const char *sendobj, *recvobj;   /* texts of objects, in place of pools of layouts; or NULL */
    const char *obj;                 /* NULL: all */
    const char *comm;                /* NULL: all */
    struct h_condition where, where_env; /* -where, DTP_WHERE */
    struct h_condition *leave_out;       /* DTP_LEAVE_OUT: cases and checks to which one applies are left out */
    int num_leave_out;
    long share;                      /* how many times DTP_BUDGET a test has */
    long after;                      /* cases that are not run, from the first on */
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
    const struct h_program *program; /* the one that the test is of */
    struct h_options options;
    int rank, size;                  /* in MPI_COMM_WORLD */
    DTP_t send[H_POOLS], recv[H_POOLS];
    DTP_t first;                     /* its only object: the elements of h_first_elements */
    MPI_Aint moved;                  /* elements that a message carries */
    MPI_Aint moved_bytes;
    int only_i, only_j;              /* -obj, or -1 */
    bool spread;                     /* objects differ from rank to rank; replaying needs DTP_NUM_OBJS */
    bool wraps;                      /* after the last object of a pool came the first; so does this */
    const struct h_case *pair;       /* the pair of objects that is visited, or NULL */
    double pair_cost;                /* DTP_obj_cost of its objects, of the rank of which they cost most; or 0 */
    const struct h_case *running;    /* the case that is run, or NULL */
    const struct h_obj *looked_at;   /* the object that is checked, beside those of either side, or NULL */
    const char *asked;               /* the MPI procedure that is asked of what came, or NULL (h_ask) */
    long case_number;                /* of the case that began last, from 1 */
    int most_drawn;                  /* of DTP_SAMPLE_OBJS; 0: all */
    int passes, pass;                /* through the pairs of the first round: how many, and which is under way */
    bool others;                     /* all cases but those of that pass */
    long turn, begun;                /* pairs of the pass so far; cases of the pair that could begin */
    long parts, parts_skipped;       /* of pairs, a pass each: visited; not visited, since the budget was spent */
    long known_case;                 /* the last one that failed as expected */
    long verified, failures;
    long verified_before;            /* `verified` when the first failure came */
    int left_out;                    /* calls of h_leave_out */
    char why_left_out[H_TEXT];
};
extern struct harness harness;

#endif
