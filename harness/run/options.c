/* Options: those that a test has by itself, such as harness_defaults, then those of the command line. */
#include "state.h"
#include "tables.h"
#include "case/comms.h"
#include "case/where.h"
#include "run/line.h"
#include "run/run.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- setters: of one option, from its value; false if it is none that the option may have ---- */

static bool set_text(void *text, const char *value)
{
    *(const char **) text = value;
    return *value != '\0';
}

static bool set_comm(void *comm, const char *value)
{
    return set_text(comm, value) && h_comm_known(value);
}

static bool set_elements(void *elements, const char *value)
{
    long long n;

    if (!h_parse_number(value, 1, PTRDIFF_MAX, &n))
        return false;
    *(MPI_Aint *) elements = (MPI_Aint) n;
    return true;
}

static bool set_long(long *number, long min, const char *value)
{
    long long n;

    if (!h_parse_number(value, min, LONG_MAX, &n))
        return false;
    *number = (long) n;
    return true;
}

static bool set_from_0(void *number, const char *value)
{
    return set_long(number, 0, value);
}

static bool set_from_1(void *number, const char *value)
{
    return set_long(number, 1, value);
}

static bool set_seed(void *seed, const char *value)
{
    long long n;

    if (!h_parse_number(value, 0, UINT32_MAX, &n))
        return false;
    *(uint32_t *) seed = (uint32_t) n;
    return true;
}

/* ---- setters of several options ---- */

static bool set_type(void *options, const char *value)
{
    struct h_options *o = options;

    o->types = o->counts = NULL;
    return set_text(&o->type, value);
}

static bool set_types(void *options, const char *value)
{
    struct h_options *o = options;

    o->type = NULL;
    return set_text(&o->types, value);
}

static bool set_count(void *options, const char *value)
{
    struct h_options *o = options;

    o->counts = NULL;
    return set_elements(&o->send_count, value) && set_elements(&o->recv_count, value);
}

/* The reason why a condition is none. */
static char why_not[H_TEXT - 64];

/* What is run is chosen before anything has failed. */
static bool read_where(const char *text, struct h_condition *condition)
{
    h_condition_free(condition);
    if (!h_condition_read(text, condition, why_not, sizeof why_not))
        return false;
    if (condition->asks_failure)
        snprintf(why_not, sizeof why_not, "'%.200s' asks for a fact of failures: expected facts of cases", text);
    return !condition->asks_failure;
}

static bool set_where(void *options, const char *value)
{
    struct h_options *o = options;

    return read_where(value, &o->where);
}

/* ---- the options ---- */

static const char elements[] = "a number of elements, 1 or more, and no more than an MPI_Aint can hold";

#define AT(FIELD) offsetof(struct h_options, FIELD)
enum { ALL = 0 };

static const struct option {
    const char *name, *value, *expected;
    bool (*set)(void *options, const char *value);
    size_t offset; /* of what is set in struct h_options, or ALL of it */
} table[] = {
    {"-type=", "T", "the name of a basic type, such as MPI_INT", set_type, ALL},
    {"-count=", "N", elements, set_count, ALL},
    {"-sendcount=", "N", elements, set_elements, AT(send_count)},
    {"-recvcount=", "N", elements, set_elements, AT(recv_count)},
    {"-types=", "T1,T2...", "names of basic types, such as MPI_CHAR,MPI_INT", set_types, ALL},
    {"-counts=", "N1,N2...", "numbers of elements, one for each of -types, such as 64,32", set_text, AT(counts)},
    {"-sendobj=", "TEXT", "the text of an object, such as '1*vector(8, 64, 65, MPI_INT)', in place of layouts",
     set_text, AT(sendobj)},
    {"-recvobj=", "TEXT",
     "the text of the object that receives; default: that of -sendobj and a plain one, on both sides", set_text,
     AT(recvobj)},
    {"-comm=", "NAME", "world, dup, self, split, reversed, intercommunicator or uneven-intercommunicator", set_comm,
     AT(comm)},
    {"-obj=", "I or I,J", "the object to test, or send and receive object: indices or layout names", set_text,
     AT(obj)},
    {"-where=", "CONDITION", "facts that a case must have, such as 'operation=MPI_Send trait=negative-lb bytes>8K'",
     set_where, ALL},
    {"-share=", "N", "a number by which DTP_BUDGET is multiplied, 1 or more", set_from_1, AT(share)},
    {"-after=", "N", "a number of cases, the first of all, that are not to be run", set_from_0, AT(after)},
    {"-seed=", "N", "what values are made from, 0 to 4294967295", set_seed, AT(seed)},
};
enum { NUM_OPTIONS = H_NUM(table) };

static const struct flag {
    const char *name, *about;
    size_t offset; /* of its bool in struct h_options */
} flags[] = {
    {"-totals", "every total about a power of two, 64 bytes to 1 MiB and at most -count=N", AT(totals)},
    {"-show", "print the texts of the objects of -obj, and test nothing", AT(show)},
    {"-first", "check nothing more on a rank after its first failure", AT(first)},
    {"-h", "this help", AT(help)},
};
enum { NUM_FLAGS = H_NUM(flags) };

static void say_unknown(const char *word, char why[H_TEXT])
{
    struct h_line line = {why, H_TEXT};

    h_line_add(&line, "%s: unknown option; expected", word);
    for (int i = 0; i < NUM_OPTIONS; i++)
        h_line_add(&line, " %s", table[i].name);
    for (int i = 0; i < NUM_FLAGS; i++)
        h_line_add(&line, "%s %s", i == NUM_FLAGS - 1 ? " or" : "", flags[i].name);
}

static int parse_one(struct h_options *o, const char *word, char why[H_TEXT])
{
    for (int i = 0; i < NUM_FLAGS; i++)
        if (strcmp(word, flags[i].name) == 0) {
            *(bool *) ((char *) o + flags[i].offset) = true;
            return 0;
        }
    for (int i = 0; i < NUM_OPTIONS; i++) {
        size_t n = strlen(table[i].name);
        if (strncmp(word, table[i].name, n) != 0)
            continue;
        if (table[i].set((char *) o + table[i].offset, word + n))
            return 0;
        snprintf(why, H_TEXT, "%s: expected %s%s%s", word, table[i].expected, *why_not ? ": " : "", why_not);
        return H_USAGE;
    }
    say_unknown(word, why);
    return H_USAGE;
}

static int parse_defaults(struct h_options *o, const char *defaults, char why[H_TEXT])
{
    char *word, *end;

    o->words = h_copy(defaults, strlen(defaults));
    word = strtok(o->words, " ");
    if (!word) {
        snprintf(why, H_TEXT, "the defaults are empty: expected the name of the test and its options");
        return H_USAGE;
    }
    o->test = word;
    end = strstr(word, "__");
    o->program = h_copy(word, end ? (size_t) (end - word) : strlen(word));
    while ((word = strtok(NULL, " ")) != NULL)
        if (parse_one(o, word, why))
            return H_USAGE;
    return 0;
}

static int check(const struct h_options *o, char why[H_TEXT])
{
    const bool mixed = o->type && o->send_count != o->recv_count;

    if (o->sendobj && (o->type || o->types || (o->send_count == 0 && !o->counts)))
        return 0;
    if (o->sendobj)
        snprintf(why, H_TEXT, "-count= or -counts=: expected -type= or -types= as well, in place of the test's object");
    else if (o->recvobj)
        snprintf(why, H_TEXT, "-recvobj=%s: expected -sendobj=TEXT as well", o->recvobj);
    else if (!o->type && !o->types)
        snprintf(why, H_TEXT, "no signature: expected -type=T -count=N, or -types=T1,T2 -counts=N1,N2");
    else if (o->types && !o->counts)
        snprintf(why, H_TEXT, "-types=%s: expected -counts= with a number for each of them", o->types);
    else if (o->totals && (!o->type || o->send_count != o->recv_count))
        snprintf(why, H_TEXT, "-totals: expected -type=T -count=N as well");
    else if (o->type && o->counts)
        snprintf(why, H_TEXT, "-counts=%s: expected -types= as well, or -count=N for -type=%s", o->counts, o->type);
    else if (o->type && (o->send_count == 0 || o->recv_count == 0))
        snprintf(why, H_TEXT, "-type=%s: expected -count=N, or -sendcount=N -recvcount=M", o->type);
    else if (mixed && !(harness.program->flags & H_MIXED))
        snprintf(why, H_TEXT, "-sendcount=%lld -recvcount=%lld: this operation needs the same count on both sides",
                 (long long) o->send_count, (long long) o->recv_count);
    else if (mixed && o->send_count > o->recv_count)
        snprintf(why, H_TEXT, "-sendcount=%lld: expected at most -recvcount=%lld, else messages are truncated",
                 (long long) o->send_count, (long long) o->recv_count);
    else
        return 0;
    return H_USAGE;
}

/* Conditions, separated by semicolons. */
static int parse_leave_out(struct h_options *o, const char *text, char why[H_TEXT])
{
    while (text && *text) {
        const size_t n = strcspn(text, ";");
        char *one = h_copy(text, n);
        bool good;

        o->leave_out = h_grow(o->leave_out, o->num_leave_out, sizeof *o->leave_out);
        o->leave_out[o->num_leave_out] = (struct h_condition) {0};
        good = h_condition_read(one, &o->leave_out[o->num_leave_out++], why_not, sizeof why_not);
        free(one);
        if (!good) {
            snprintf(why, H_TEXT, "DTP_LEAVE_OUT: %s", why_not);
            return H_USAGE;
        }
        text += n + (text[n] == ';');
    }
    return 0;
}

int h_options_parse(const char *defaults, int argc, char **argv, struct h_options *o, char why[H_TEXT])
{
    const char *sendobj;

    *why_not = '\0';
    *o = (struct h_options) {.test = argc > 0 ? argv[0] : "test", .seed = 1, .share = 1, .argc = argc, .argv = argv};
    if (parse_defaults(o, defaults, why))
        return H_USAGE;
    sendobj = o->sendobj;
    for (int i = 1; i < argc; i++) {
        if (parse_one(o, argv[i], why))
            return H_USAGE;
        o->own_type |= strncmp(argv[i], "-type", strlen("-type")) == 0;
    }
    if (o->own_type && o->sendobj == sendobj)
        o->sendobj = NULL;
    o->totals = o->totals && !o->sendobj;
    if (getenv("DTP_WHERE") && !read_where(getenv("DTP_WHERE"), &o->where_env)) {
        snprintf(why, H_TEXT, "DTP_WHERE: %s", why_not);
        return H_USAGE;
    }
    if (parse_leave_out(o, getenv("DTP_LEAVE_OUT"), why))
        return H_USAGE;
    return o->help ? 0 : check(o, why);
}

void h_options_free(struct h_options *o)
{
    h_condition_free(&o->where);
    h_condition_free(&o->where_env);
    for (int k = 0; k < o->num_leave_out; k++)
        h_condition_free(&o->leave_out[k]);
    free(o->leave_out);
    o->leave_out = NULL;
    o->num_leave_out = 0;
    free(o->words);
    free(o->program);
    o->words = o->program = NULL;
}

void h_options_help(void)
{
    printf("%s: %s\nDefaults: %s\n", harness.options.test, harness.program->about, harness_defaults);
    for (int i = 0; i < NUM_OPTIONS; i++)
        printf("  %s%-*s %s\n", table[i].name, (int) (22 - strlen(table[i].name)), table[i].value, table[i].expected);
    printf("  %-22s %s\n", "-group=FILE", "only: run the tests of FILE, each a line: its name and its options");
    printf("  %-22s %s\n", "-each=FILE", "only: run this test with the options of each line of FILE, until one fails");
    for (int i = 0; i < NUM_FLAGS; i++)
        printf("  %-22s %s\n", flags[i].name, flags[i].about);
}
