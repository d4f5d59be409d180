/* What a failure is told with: the case, what differs, the MPI, and the line that replays it. */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A rank tells so many failures, the first one in full; the others are only counted. */
enum { MAX_TOLD = 10 };

/* ---- text that grows at its end ---- */

struct text {
    char *at;
    size_t left;
};

static void add_list(struct text *t, const char *format, va_list args)
{
    int n = vsnprintf(t->at, t->left, format, args);
    size_t used = n < 0 ? 0 : (size_t) n < t->left ? (size_t) n : t->left - 1;

    t->at += used;
    t->left -= used;
}

static void add(struct text *t, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add_list(t, format, args);
    va_end(args);
}

/* ---- replay ---- */

/* The case has a count of its own. */
static bool is_of_totals(const char *word)
{
    return harness.options.totals && harness.pair && (strcmp(word, "-totals") == 0 || strncmp(word, "-count=", 7) == 0);
}

static bool repeats(const char *word)
{
    return strncmp(word, "-obj=", 5) != 0 && strncmp(word, "-seed=", 6) != 0 && strncmp(word, "-comm=", 6) != 0 &&
           strcmp(word, "-first") != 0 && !is_of_totals(word);
}

/* What of the environment changes a case: how far objects may reach, which there are, and where layouts wrap around. */
static void add_environment(struct text *t)
{
    static const char *const names[] = {"DTP_MAX_BUFSIZE", "DTP_TRAITS", "DTP_RANDOM_OBJS", "DTP_SEED"};

    if (harness.spread && getenv("DTP_NUM_OBJS"))
        add(t, "DTP_NUM_OBJS=%s ", getenv("DTP_NUM_OBJS"));
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (getenv(names[k]))
            add(t, strchr(getenv(names[k]), ' ') ? "%s='%s' " : "%s=%s ", names[k], getenv(names[k]));
}

static void add_pair(struct text *t, const struct h_pair *p)
{
    if (harness.options.totals)
        add(t, " -count=%lld", (long long) harness.moved);
    add(t, " -obj=%d,%d", p->i, p->j);
}

void h_replay_line(char *line, size_t size)
{
    const struct h_options *o = &harness.options;
    struct text t = {line, size};

    add(&t, "  replay: ");
    add_environment(&t);
    add(&t, "mpiexec -n %d %s", harness.size, o->argc > 0 ? o->argv[0] : o->test);
    for (int k = 1; k < o->argc; k++)
        if (repeats(o->argv[k]))
            add(&t, strpbrk(o->argv[k], " (){}*") ? " '%s'" : " %s", o->argv[k]);
    if (harness.pair && !o->recvobj)
        add_pair(&t, harness.pair);
    if (harness.pair)
        add(&t, " -comm=%s", harness.pair->comm->name);
    else if (o->obj)
        add(&t, " -obj=%s", o->obj);
    add(&t, " -seed=%lu", (unsigned long) o->seed);
}

/* ---- messages ---- */

/* Whole, but for the giants. */
static void add_object(struct text *t, const char *side, struct h_obj o)
{
    enum { MAX_TEXT = 2048 };
    char text[MAX_TEXT];
    int n = DTP_obj_text(o.pool, o.index, text, sizeof text);

    add(t, "  %s object %d (%s): %s%s\n", side, o.index, DTP_obj_name(o.pool, o.index), n < 0 ? "?" : text,
        n >= MAX_TEXT ? "..." : "");
}

static void add_case(struct text *t, const struct h_pair *p)
{
    add(t, ": %s, communicator %s, rank %d to %d", p->now.name, p->comm->name, p->now.source, p->now.dest);
}

/* The MPI, by the first line that it says of itself. */
static void add_mpi(struct text *t)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int version = 0, subversion = 0, n;

    if (MPI_Get_version(&version, &subversion) == MPI_SUCCESS && MPI_Get_library_version(library, &n) == MPI_SUCCESS) {
        for (char *tab = library; (tab = strchr(tab, '\t')) != NULL;)
            *tab = ' ';
        add(t, "  MPI: %.*s (MPI %d.%d)\n", (int) strcspn(library, "\r\n,"), library, version, subversion);
    }
}

void h_report(const struct h_pair *p, const char *kind, const char *format, va_list args)
{
    static char message[16 * H_TEXT], what[8 * H_TEXT];
    struct text t = {message, sizeof message};

    /* first: the library's own message, an argument perhaps, does not outlive its next call */
    vsnprintf(what, sizeof what, format, args);
    add(&t, " Error: %s: rank %d of %d", harness.options.test, harness.rank, harness.size);
    if (p)
        add_case(&t, p);
    add(&t, "\n  kind: %s\n  %s\n", kind, what);
    if (p) {
        add_object(&t, p->win == MPI_WIN_NULL ? "send" : "origin", p->send);
        add_object(&t, p->win == MPI_WIN_NULL ? "receive" : "target", p->recv);
    }
    add_mpi(&t);
    h_replay_line(t.at, t.left);
    fputs(message, stdout); /* as a whole, so that those of several ranks do not mix within lines */
    putchar('\n');
    fflush(stdout);
}

/* A failure that is not the first one of this rank, in a line. */
static void mention(const struct h_pair *p, const char *kind)
{
    char message[H_TEXT];
    struct text t = {message, sizeof message};

    add(&t, " Error: %s: rank %d of %d", harness.options.test, harness.rank, harness.size);
    if (p)
        add_case(&t, p);
    add(&t, ": %s", kind);
    if (p) {
        add(&t, ",");
        add_pair(&t, p);
    }
    printf("%s\n", message);
    fflush(stdout);
}

static void fail(const struct h_pair *p, const char *kind, const char *format, va_list args)
{
    if (harness.failures == 0)
        harness.verified_before = harness.verified;
    if (harness.failures++ == 0)
        h_report(p, kind, format, args);
    else if (harness.failures <= MAX_TOLD && !harness.options.first)
        mention(p, kind);
}

void h_fail(const struct h_pair *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(p, "other", format, args);
    va_end(args);
}

void h_fail_kind(const struct h_pair *p, const char *kind, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(p, kind, format, args);
    va_end(args);
}

void h_report_rest(void)
{
    if (harness.failures > MAX_TOLD)
        printf(" Error: %s: rank %d: %ld more\n", harness.options.test, harness.rank, harness.failures - MAX_TOLD);
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
