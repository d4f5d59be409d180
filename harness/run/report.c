/* What a failure is printed with: the case, what differs, the MPI, and the line that replays it. */
#include "run/report.h"
#include "state.h"
#include "tables.h"
#include "case/case.h"
#include "case/facts.h"
#include "case/known.h"
#include "case/passes.h"
#include "case/pools.h"
#include "run/crash.h"
#include "run/line.h"
#include "run/record.h"
#include "run/run.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A rank prints so many failures, of so many ways to fail the first one in full; the others are only counted. */
enum { MAX_PRINTED = 10, MAX_WAYS = 6 };

void h_ask(const char *procedure)
{
    harness.asked = procedure;
    h_crash_step();
}

/* ---- replay ---- */

/* The case has a count of its own. */
static bool is_of_totals(const char *word)
{
    return harness.options.totals && harness.pair && (strcmp(word, "-totals") == 0 || strncmp(word, "-count=", 7) == 0);
}

/* Options that the replay of a case has in a form of its own, or does without. */
static bool repeats(const char *word)
{
    static const char *const own[] = {"-obj=",   "-seed=",  "-comm=",  "-where=",
                                      "-share=", "-after=", "-first",  "-group="};

    for (int k = 0; k < H_NUM(own); k++)
        if (strncmp(word, own[k], strlen(own[k])) == 0)
            return false;
    return !is_of_totals(word);
}

/* What of the environment changes a case: how far objects may reach, which there are, and where layouts wrap around. */
static void add_environment(struct h_line *t)
{
    static const char *const names[] = {"DTP_MAX_BUFSIZE", "DTP_TRAITS", "DTP_RANDOM_OBJS", "DTP_SAMPLE_OBJS",
                                        "DTP_SEED"};

    if ((harness.spread || harness.wraps || getenv("DTP_SAMPLE_OBJS")) && getenv("DTP_NUM_OBJS"))
        h_line_add(t, "DTP_NUM_OBJS=%s ", getenv("DTP_NUM_OBJS"));
    for (int k = 0; k < H_NUM(names); k++)
        if (getenv(names[k]))
            h_line_add(t, strchr(getenv(names[k]), ' ') ? "%s='%s' " : "%s=%s ", names[k], getenv(names[k]));
    h_profile_add(t);
}

static void add_pair(struct h_line *t, const struct h_case *c)
{
    if (harness.options.totals)
        h_line_add(t, " -count=%lld", (long long) harness.moved);
    if (!harness.options.recvobj)
        h_line_add(t, " -obj=%d,%d", c->i, c->j);
    h_line_add(t, " -comm=%s", c->comm->name);
}

void h_replay_line(char *line, size_t size)
{
    const struct h_options *o = &harness.options;
    const char *launcher = getenv("DTP_LAUNCHER");
    struct h_line t = {line, size};
    char name[H_TEXT];

    h_line_add(&t, "  replay: ");
    add_environment(&t);
    h_line_add(&t, "%s %d %s", launcher && *launcher ? launcher : "mpiexec -n", harness.size,
               o->argc > 0 ? o->argv[0] : o->test);
    for (int k = 1; k < o->argc; k++)
        if (repeats(o->argv[k]))
            h_line_add(&t, strpbrk(o->argv[k], " (){}*|<>") ? " '%s'" : " %s", o->argv[k]);
    if (harness.pair)
        add_pair(&t, harness.pair);
    else if (o->obj)
        h_line_add(&t, " -obj=%s", o->obj);
    if (harness.running) {
        h_facts_print_name(harness.running, name, sizeof name);
        h_line_add(&t, " -where='%s'", *name == ' ' ? name + 1 : name);
    }
    h_line_add(&t, " -seed=%lu", (unsigned long) o->seed);
}

/* ---- messages ---- */

/* Whole, but for the giants. */
static void add_object(struct h_line *t, const char *side, const struct h_obj *o)
{
    enum { MAX_TEXT = 2048 };
    char text[MAX_TEXT];
    int n = DTP_obj_text(o->pool, o->index, text, sizeof text);

    h_line_add(t, "  %s object %d (%s): %s%s\n", side, o->index, DTP_obj_name(o->pool, o->index), n < 0 ? "?" : text,
               n >= MAX_TEXT ? "..." : "");
}

static bool is_same(const struct h_obj *a, const struct h_obj *b)
{
    return a->index == b->index && strcmp(DTP_obj_name(a->pool, a->index), DTP_obj_name(b->pool, b->index)) == 0;
}

/* What was sent to an object that received one of several messages: the messages have pools of their own. */
static void add_sent(struct h_line *t, const struct h_case *c, const struct h_obj *received)
{
    for (int k = 1; k <= c->more_sent; k++)
        if (received->pool == harness.recv[k] && !h_ranks_differ(c->comm)) {
            const int index = h_later_index(c, harness.send[k], c->send.index, k);
            add_object(t, "its send", &(struct h_obj) {.pool = harness.send[k], .index = index});
        }
}

/* Those of either side, and the one that failed, where it is another. */
static void add_objects(struct h_line *t, const struct h_case *c, const struct h_obj *failed)
{
    add_object(t, c->win == MPI_WIN_NULL ? "send" : "origin", &c->send);
    add_object(t, c->win == MPI_WIN_NULL ? "receive" : "target", &c->recv);
    if (failed && !is_same(failed, &c->send) && !is_same(failed, &c->recv)) {
        add_object(t, "failed", failed);
        add_sent(t, c, failed);
    }
}

static void add_case(struct h_line *t, const struct h_case *c)
{
    h_line_add(t, ": %s, communicator %s", c->now ? c->now : "preparing", c->comm->name);
    if (c->source != H_NONE && c->dest != H_NONE)
        h_line_add(t, ", rank %d to %d", c->source, c->dest);
    if (c->root != H_NONE)
        h_line_add(t, ", root %d", c->root);
}

static void add_facts(struct h_line *t, const struct h_case *c, const struct h_failure *failure)
{
    static char facts[4 * H_TEXT], names[2 * H_TEXT];
    struct h_line elsewhere = {names, sizeof names};

    h_facts_print(c, failure, facts, sizeof facts);
    h_line_add(t, "  case: %ld\n  facts:%s\n", harness.case_number, facts);
    *names = '\0';
    h_known_elsewhere(c, failure, &elsewhere);
    if (*names)
        h_line_add(t, "  elsewhere:%s\n", names);
}

/* The MPI, by the first line that it says of itself. */
static void add_mpi(struct h_line *t)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int version = 0, subversion = 0, n;

    if (MPI_Get_version(&version, &subversion) == MPI_SUCCESS && MPI_Get_library_version(library, &n) == MPI_SUCCESS) {
        for (char *tab = library; (tab = strchr(tab, '\t')) != NULL;)
            *tab = ' ';
        h_line_add(t, "  MPI: %.*s (MPI %d.%d)\n", (int) strcspn(library, "\r\n,"), library, version, subversion);
    }
}

/* With the end of a line in place of that of the text.  Where it is lost, the exit status still says that it failed. */
static void write_line(char *text)
{
    const size_t n = strlen(text);

    text[n] = '\n';
    fflush(stdout);
    (void) h_write_out(text, n + 1);
}

void h_report(const struct h_case *c, const struct h_obj *o, const struct h_failure *failure, const char *format,
              va_list args)
{
    static char message[24 * H_TEXT], what[8 * H_TEXT];
    struct h_line t = {message, sizeof message};

    /* first: the library's own message, an argument perhaps, does not outlive its next call */
    vsnprintf(what, sizeof what, format, args);
    h_line_add(&t, " Error: %s: rank %d of %d", harness.options.test, harness.rank, harness.size);
    if (c)
        add_case(&t, c);
    h_line_add(&t, "\n  kind: %s\n", failure->kind);
    if (c && c->operation)
        add_facts(&t, c, failure);
    h_line_add(&t, "  %s\n", what);
    if (c)
        add_objects(&t, c, o);
    add_mpi(&t);
    h_replay_line(t.at, t.left);
    write_line(message);
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Whether nothing of the test has failed in this way so far: of this kind, by this check, or of this operation where
 * nothing was asked. */
static bool is_new_way(const struct h_case *c, const struct h_failure *failure)
{
    static struct way {
        const char *kind, *what;
    } ways[MAX_WAYS];
    static int n;
    const struct way now = {failure->kind, failure->check || !c ? failure->check : c->operation};

    if (harness.failures == 1)
        n = 0; /* the first one of the next test of a group */
    for (int k = 0; k < n; k++)
        if (is_same_text(ways[k].kind, now.kind) && is_same_text(ways[k].what, now.what))
            return false;
    if (n == MAX_WAYS)
        return false;
    ways[n++] = now;
    return true;
}

/* A failure that is not the first one of its way, in a line. */
static void mention(const struct h_case *c, const struct h_failure *failure)
{
    char message[H_TEXT];
    struct h_line t = {message, sizeof message};

    h_line_add(&t, " Error: %s: rank %d of %d", harness.options.test, harness.rank, harness.size);
    if (c)
        add_case(&t, c);
    h_line_add(&t, ": %s", failure->kind);
    if (c) {
        h_line_add(&t, ", case %ld,", harness.case_number);
        add_pair(&t, c);
    }
    write_line(message);
}

/* Gives the recorder, if there is one, what failed. */
static void record(const struct h_failure *failure, const char *format, va_list args)
{
    char what[2 * H_TEXT];
    va_list again;

    va_copy(again, args);
    vsnprintf(what, sizeof what, format, again);
    va_end(again);
    h_record_failed(failure->kind, what);
}

/* Of a case that fails in several ways, the first one is printed. */
static void fail_unless_known(const struct h_case *c, const struct h_obj *o, const struct h_failure *failure,
                              const char *format, va_list args)
{
    static long printed;

    if (c && h_known_expects(c, failure))
        return;
    h_case_note(H_CASE_FAILED);
    record(failure, format, args);
    if (harness.failures == 0)
        harness.verified_before = harness.verified;
    if (harness.failures > 0 && printed == harness.case_number && c)
        return;
    printed = harness.case_number;
    harness.failures++;
    if ((harness.failures == 1 || !harness.options.first) && is_new_way(c, failure))
        h_report(c, o, failure, format, args);
    else if (harness.failures <= MAX_PRINTED && !harness.options.first)
        mention(c, failure);
}

static void fail(const struct h_case *c, const struct h_obj *o, const struct h_failure *failure, const char *format,
                 va_list args)
{
    const struct h_obj *before = harness.looked_at;

    harness.looked_at = o ? o : before;
    fail_unless_known(c, o, failure, format, args);
    harness.looked_at = before;
}

void h_fail(const struct h_case *c, const char *format, ...)
{
    const struct h_failure failure = {.kind = "other"};
    va_list args;

    va_start(args, format);
    fail(c, NULL, &failure, format, args);
    va_end(args);
}

void h_fail_as(const struct h_case *c, const struct h_obj *o, const struct h_failure *failure, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(c, o, failure, format, args);
    va_end(args);
}

void h_report_rest(void)
{
    if (harness.failures > MAX_PRINTED)
        printf(" Error: %s: rank %d: %ld more\n", harness.options.test, harness.rank, harness.failures - MAX_PRINTED);
}

void h_note(const char *format, ...)
{
    va_list args;

    if (harness.rank != 0)
        return;
    va_start(args, format);
    printf(" Note: ");
    vprintf(format, args);
    putchar('\n');
    va_end(args);
}
