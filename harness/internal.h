/* What the files of the harness share. */
#ifndef HARNESS_INTERNAL_H
#define HARNESS_INTERNAL_H

#include "harness.h"
#include "where.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/* Exit statuses. */
enum { H_PASSED = 0, H_FAILED = 1, H_USAGE = 2, H_SKIPPED = 77 };

enum { H_MAX_TYPES = 64, H_POOLS = 3, H_TEXT = 1024 };

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
    const char *where_text;          /* or NULL */
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
    long verified_before;            /* the first failure */
    int left_out;                    /* objects that are too large */
    char why_left_out[H_TEXT];
};
extern struct harness harness;

/* Parses the options that a test has by itself, such as harness_defaults, then the command line.  0, or H_USAGE with
 * the reason in `why`. */
int h_options_parse(const char *defaults, int argc, char **argv, struct h_options *o, char why[H_TEXT]);
void h_options_free(struct h_options *o);
void h_options_help(void);

/* Runs a test, from its options to its exit status. */
int h_test(const char *defaults, int argc, char **argv);

/* Runs the tests that a file lists; `program` is argv[0]. */
int h_group_run(const char *file, const char *program);

/* Runs this test with each command line of a file, until one fails. */
int h_each_run(const char *file, const char *program);

/* All of a file, read by rank 0 for all; NULL if it cannot be read.  Freed by the caller. */
char *h_file_text(const char *file);

/* Parses decimal digits; false if it is anything else or not between min and max. */
bool h_parse_number(const char *text, long long min, long long max, long long *value);

/* Copies the next word of a list separated by commas; returns what follows, or NULL. */
const char *h_next_word(const char *list, char word[H_TEXT]);

/* ---- text ---- */

struct h_line {
    char *at;
    size_t left;
};

/* Adds to a line; what does not fit is cut off. */
void h_line_add(struct h_line *line, const char *format, ...);

/* Writes to the standard output in one piece, beside its stream: a launcher mixes the pieces that its processes write.
 * False where the output takes no more.  May be called in a signal handler. */
bool h_write_out(const char *bytes, size_t n);

/* A number that differs for different texts; and for lists of texts, each added to the number of those before it. */
#define H_HASH_NOTHING 14695981039346656037u
uint64_t h_hash_text(const char *text);
uint64_t h_hash_more(uint64_t hash, const char *text);

/* A copy of n characters; freed by the caller. */
char *h_copy(const char *text, size_t n);

/* An array of n entries with room for one more: for arrays that grow by one entry at a time. */
void *h_grow(void *array, long n, size_t size);

/* ---- profiles ---- */

/* Whether the profile of DTP_PROFILE, if there is one, is in force.  0, or H_USAGE with the reason in `why`. */
int h_profile_check(char *why, size_t size);

/* Adds to a line what sets the profile, for a shell. */
void h_profile_add(struct h_line *line);

/* ---- signatures ---- */

/* The number of different basic types; whether one has this name; a set of what kinds they are, of the kinds that have
 * one of the names, and whether there are such. */
int h_signature_types(DTP_t pool);
bool h_signature_has_type(DTP_t pool, const char *names);
unsigned h_signature_kinds(DTP_t pool);
unsigned h_kinds_named(const char *names);
bool h_signature_has_kind(DTP_t pool, const char *names);
void h_signature_print_types(DTP_t pool, struct h_line *line);
void h_print_kinds(unsigned set, struct h_line *line);

/* Whether the library says what the pool's elements are in "external32" (DTP_pool_external). */
bool h_external_is_known(DTP_t pool);

/* How many bytes, and elements of pair types, the first k elements of a pool have. */
void h_signature_measure(DTP_t pool, MPI_Aint k, MPI_Aint *bytes, MPI_Aint *pairs);

/* A power of two, at most 16: where all basic elements may be. */
int h_signature_alignment(DTP_t pool);

/* The plainest object of a pool of either side, of which any number fit side by side. */
int h_plain_index(DTP_t pool);

/* Gives the objects of a pool values all of whose bits vary, or such as the representation in use takes. */
void h_copy_values(DTP_t pool);

/* Creates the pools and finds the objects of -obj.  0 or an exit status with the reason in `why`. */
int h_pools_create(char why[H_TEXT]);
void h_pools_free(void);

/* 0, or the exit status with which a test ends whose pool or object cannot be made, by the library's code. */
int h_pool_status(int code);

/* The text of an object, empty if it has none; the caller frees it. */
char *h_object_text(DTP_t pool, int index);

/* The text of the plainest object of the first k elements; the caller frees it. */
char *h_plain_text(DTP_t pool, MPI_Aint k);

/* Finds the objects that -obj names in the pools.  0 or an exit status with the reason in `why`. */
int h_only_resolve(char why[H_TEXT]);

/* Before the first pools of a test that goes through totals are made. */
void h_totals_begin(void);

/* Runs the program with totals about the powers of two.  0 or an exit status with the reason in `why`. */
int h_totals_run(char why[H_TEXT]);

/* Object `index` of a pool, created now unless it is.  mpi NULL: the object is too large, which is noted. */
struct h_obj h_object_get(DTP_t pool, int index, bool sends);

/* Prints the texts of the objects of -obj, whole. */
int h_show_objects(void);

/* Ends the use of an object: frees a large one, keeps those of the first objects of a pool for the next time. */
enum { H_KEPT = 40 };
void h_object_put(struct h_obj o);

/* Whether a communicator has this name. */
bool h_comm_known(const char *name);

/* Calls visit with each communicator of the set, or with the one of -comm; with the first of the set alone. */
void h_each_comm(unsigned comms, void (*visit)(const struct h_comm *c, void *with), void *with);
void h_first_comm(unsigned comms, void (*visit)(const struct h_comm *c, void *with), void *with);

/* They are made when first needed, and kept until the test ends. */
void h_comms_free(void);

/* ---- cases ---- */

/* What became of a case: of several ranks, the largest. */
enum h_case_state {
    H_CASE_UNTRIED, H_CASE_UNSELECTED, H_CASE_AVOIDED, H_CASE_RUN, H_CASE_VERIFIED, H_CASE_KNOWN, H_CASE_FAILED,
    H_CASE_STATES
};
void h_case_note(enum h_case_state state);

/* Whether DTP_LEAVE_OUT has the case; or, with a procedure, that check of it. */
bool h_case_leaves_out(const struct h_case *c, const char *procedure);

/* A pair is not visited, since the budget is spent. */
void h_pair_skip(void);

/* How many cases are in each state, over all ranks; of pairs that were not visited, about. */
void h_cases_count(long long counts[H_CASE_STATES]);
void h_cases_free(void);

/* The same of this rank alone, as the verdict has them, when nothing is safe any more: the case that is run is none
 * of them. */
void h_cases_count_here(long *verified, long *known, long *avoided, long *untried);

/* Whether the ranks of the communicator have objects of their own. */
bool h_ranks_differ(const struct h_comm *comm);

/* The case of a pair, before anything else is known of it. */
struct h_case h_case_of(const struct h_comm *comm, int i, int j);

/* Calls round with each communicator, for the pairs that bring every object once on either side; then, with *rest set,
 * with the first one for all others.  Whether a case that could begin is of the pass that is under way. */
void h_each_round(unsigned comms, void (*round)(const struct h_comm *c, void *with), void *with, bool *rest);
bool h_pass_has_case(void);

/* The number of the k-th pass of this test. */
int h_pass_number(int k);

/* Of totals each is gone through so often: sweep 0 has one pass, which depends on k, the next one all others. */
int h_sweeps(void);
void h_sweep_begin(int sweep, int k);

/* A pair within a pass counts for one, with all its cases for as many as there are passes. */
long h_parts_of_pair(void);

/* Whether a pair is gone through, of the first round or of the rest: not all of those that cost much are. */
bool h_pair_is_due(const struct h_comm *comm, bool rest, int i, int j);

/* Begins DTP_BUDGET anew; false if its value makes no sense.  Whether it is spent: alike on all ranks. */
bool h_budget_begin(void);
bool h_budget_is_spent(void);
bool h_budget_was_spent(void); /* the same, without a look at the clock: alike on all ranks too */

/* Notes the pairs of facts that a case meets; writes those of the test to the file that DTP_COVERAGE names. */
void h_coverage_meet(const struct h_case *c);
void h_coverage_write(void);

/* The name of a layout without what all have in common. */
const char *h_short_name(const char *name);

/* Operands of any size and sign, n of them; of MPI_MINLOC and MPI_MAXLOC. */
struct h_values h_any_numbers(uint32_t hash, MPI_Aint n);
struct h_values h_places(uint32_t hash, MPI_Aint n);

/* Whether the elements have eight bytes; then in *v truth values, every fourth of them true by its upper half alone. */
bool h_wide_truth(DTP_t pool, struct h_values *v);

/* The values of a message of the case and its round: from a rank of a group to a rank, or to all. */
struct h_values h_message_values(const struct h_case *c, int group, int from, int to);

/* How no elements are described: by counts of 0, or by some ranks as any number of a type of size zero. */
enum { H_EMPTY_ALIKE = 1, H_EMPTY_UNLIKE };

/* What is chosen in turn where not all are due: one of n is h_turn modulo n, alike on all ranks. */
enum h_choice { H_FORM, H_COMPLETION, H_WHICH_ROOT, H_TOPOLOGY, H_ADDRESS, H_UNDER_WAY };
unsigned h_turn(const struct h_case *c, enum h_choice choice);

/* Has an object put at the end of the pair's visit, where all of these are put. */
void h_object_use(struct h_obj o);
void h_objects_put_further(void);

/* The index of the k-th object after another one, as h_send_object and h_recv_object take it. */
int h_later_index(DTP_t pool, int index, int k);

/* Verifies an object whose parts have values of their own: what was received, or what must be unchanged. */
void h_check_parts(struct h_case *c, DTP_t pool, int n, const DTP_part_s *parts, bool is_sent);

/* Begins and ends the visit of a pair. */
void h_pair_begin(struct h_case *c);
void h_pair_end(void);

/* The harness's own reductions do not go through the profiling interface: a layer that breaks MPI calls on purpose
 * must break what is tested, not the verdict. */
long long h_allreduce(long long value, MPI_Op op);
void h_allreduce_all(long long *values, int n, MPI_Op op);

/* From now on, what is under way is written should the process end early, or a case take more than DTP_HANG seconds;
 * what that is, as the harness has it; the case has come to another step; nothing is written any more. */
void h_crash_watch(void);
void h_crash_note(void);
void h_crash_step(void);
void h_crash_over(void);

/* The MPI procedure that is asked of what came, from here on, or NULL: failures name it. */
void h_ask(const char *procedure);

/* For a process that can write nothing: opens the file that is read instead; writes to it what is under way, of a case
 * that may end so as a row of known issues expects, or NULL; or that nothing is. */
struct h_known_row;
void h_place_begin(void);
void h_place_note(struct h_known_row *known);
void h_place_leave(void);

/* From now on this process gives way to others several times a millisecond, while MPI polls, if there are more
 * processes than processors; no more. */
void h_yield_begin(void);
void h_yield_end(void);

/* The case that is run ends the test as a row of known issues expects: says so.  Says what the rank has counted so far.
 * Both may be called in a signal handler. */
void h_crash_known(struct h_known_row *row);
void h_crash_counts(void);

/* Agrees on the worst exit status of all ranks; one of the ranks that have it prints the reason. */
int h_agree(int status, const char *why);

/* Whether all ranks have the same options, settings and objects; returns 0 or an exit status, and one rank says what
 * differs. */
int h_check_same(void);

/* Prints the verdict; returns the exit status. */
int h_verdict(void);

/* Prints all there is to say about a failure; o: the object that failed, or NULL. */
void h_report(const struct h_case *c, const struct h_obj *o, const struct h_failure *failure, const char *format,
              va_list args);

/* As h_fail. */
void h_fail_as(const struct h_case *c, const struct h_obj *o, const struct h_failure *failure, const char *format, ...);

/* Ends the test on all ranks. */
void h_fail_at_once(const char *kind, const char *format, ...);

/* Says how many failures of this rank were not printed. */
void h_report_rest(void);

/* The line that replays the case that is run, or the pair that is visited, or the whole test. */
void h_replay_line(char *line, size_t size);

/* ---- record.c: what the recorder is given, if there is one ---- */

enum h_record { H_RECORD_FILL, H_RECORD_EXPECT };

/* The case that begins; that it has failed; a number that an MPI procedure returned, and the one or two that are
 * right. */
void h_record_case(const struct h_case *c);
void h_record_opening(const struct h_case *c);
void h_record_round(int round);
void h_record_beside(int beside);
void h_record_failed(const char *kind, const char *what);
void h_record_number(const char *what, long long expected, long long other, long long found);

/* A file was written from memory without MPI, or read; memory that an object is not in as it should be, in another
 * representation: the bytes that are there, or are expected of the next object. */
void h_record_file(bool written, const char *name, const void *memory, MPI_Aint n);
void h_record_bytes(enum h_record when, const void *memory, const void *bytes, MPI_Aint n);
bool h_record_is_on(void);

/* The elements that a created object is given, or must have: by parts; k of them, of n operands. */
void h_record_parts(enum h_record when, DTP_t pool, int index, int n, const DTP_part_s *parts);
void h_record_values(enum h_record when, struct h_obj o, MPI_Op op, int n, const int *starts, const int *strides,
                     MPI_Aint k);

#endif
