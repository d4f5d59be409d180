/* Messages, the line that replays a case, and the verdict. */
#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A rank tells so many failures; the others are only counted. */
enum { MAX_TOLD = 10, MAX_LAYOUT = 240 };

long long h_allreduce(long long value, MPI_Op op)
{
    long long result = value;

    if (PMPI_Allreduce(&value, &result, 1, MPI_LONG_LONG_INT, op, MPI_COMM_WORLD) != MPI_SUCCESS) {
        printf(" Error: %s: rank %d: MPI_Allreduce of the verdict failed\n", harness.options.test, harness.rank);
        fflush(stdout);
        MPI_Abort(MPI_COMM_WORLD, H_FAILED);
    }
    return result;
}

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

static bool repeats(const char *word)
{
    return strncmp(word, "-obj=", 5) != 0 && strncmp(word, "-seed=", 6) != 0 && strncmp(word, "-comm=", 6) != 0;
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
        add(&t, " -obj=%d,%d", harness.pair->i, harness.pair->j);
    if (harness.pair)
        add(&t, " -comm=%s", harness.pair->comm->name);
    else if (o->obj)
        add(&t, " -obj=%s", o->obj);
    add(&t, " -seed=%lu", (unsigned long) o->seed);
}

/* ---- messages ---- */

static void add_object(struct text *t, const char *side, struct h_obj o)
{
    char layout[MAX_LAYOUT];
    int n = DTP_obj_text(o.pool, o.index, layout, sizeof layout);

    add(t, "  %s object %d (%s): %s%s\n", side, o.index, DTP_obj_name(o.pool, o.index), n < 0 ? "?" : layout,
        n >= MAX_LAYOUT ? "..." : "");
}

static void add_case(struct text *t, const struct h_pair *p)
{
    add(t, ": %s, communicator %s, rank %d to %d", p->now.name, p->comm->name, p->now.source, p->now.dest);
}

/* Prints a message about a case, whole, so that those of several ranks do not mix within lines. */
static void tell(const struct h_pair *p, const char *format, va_list args)
{
    char message[16 * H_TEXT], what[4 * H_TEXT];
    struct text t = {message, sizeof message};

    /* first: the library's own message, an argument perhaps, does not outlive its next call */
    vsnprintf(what, sizeof what, format, args);
    add(&t, " Error: %s: rank %d of %d", harness.options.test, harness.rank, harness.size);
    if (p)
        add_case(&t, p);
    add(&t, "\n  %s\n", what);
    if (p) {
        add_object(&t, p->win == MPI_WIN_NULL ? "send" : "origin", p->send);
        add_object(&t, p->win == MPI_WIN_NULL ? "receive" : "target", p->recv);
    }
    h_replay_line(t.at, t.left);
    fputs(message, stdout);
    putchar('\n');
    fflush(stdout);
}

void h_fail(const struct h_pair *p, const char *format, ...)
{
    va_list args;

    if (harness.failures++ >= MAX_TOLD)
        return;
    va_start(args, format);
    tell(p, format, args);
    va_end(args);
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

/* ---- the end of the test, at once: others may wait for what will not come ---- */

static void give_up(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    tell(harness.pair, format, args);
    va_end(args);
    MPI_Abort(MPI_COMM_WORLD, H_FAILED);
}

void h_mpi(int code, const char *call, const char *file, int line)
{
    char text[MPI_MAX_ERROR_STRING] = "?";
    int n;

    if (code == MPI_SUCCESS)
        return;
    MPI_Error_string(code, text, &n);
    give_up("%s:%d: %s: expected MPI_SUCCESS, found error %d: %s", file, line, call, code, text);
}

void h_dtp(int code, const char *call, const char *file, int line)
{
    if (code != DTP_SUCCESS)
        give_up("%s:%d: %s: %s: %s", file, line, call, DTP_error_string(code), DTP_message());
}

void *h_alloc(MPI_Aint bytes)
{
    void *memory = malloc(bytes > 0 ? (size_t) bytes : 1);

    if (!memory)
        give_up("no memory for %lld bytes", (long long) bytes);
    return memory;
}

/* ---- the verdict ---- */

int h_verdict(void)
{
    long long failures, verified, left_out;

    if (harness.failures > MAX_TOLD)
        printf(" Error: %s: rank %d: %ld more\n", harness.options.test, harness.rank, harness.failures - MAX_TOLD);
    fflush(stdout);
    failures = h_allreduce(harness.failures, MPI_SUM);
    verified = h_allreduce(harness.verified, MPI_SUM);
    left_out = h_allreduce(harness.left_out, MPI_SUM);
    if (failures == 0 && verified > 0) {
        if (harness.rank == 0)
            printf(" No Errors\n");
        return H_PASSED;
    }
    if (failures == 0 && left_out > 0)
        return h_agree(H_SKIPPED, harness.why_left_out);
    if (harness.rank == 0 && failures == 0)
        printf(" Error: %s: verified nothing\n", harness.options.test);
    else if (harness.rank == 0)
        printf(" Found %lld errors; %lld objects were verified\n", failures, verified);
    return H_FAILED;
}
