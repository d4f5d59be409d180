/* Which control variables of an MPI choose algorithms and protocols, by what their names and descriptions say.  MPI is
 * asked in processes of their own: it reads the environment once, and a value that it does not know may end it. */
#include "profiles.h"

#include "alloc.h"
#include "control.h"
#include "dtpools.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- processes ---- */

/* What a process of its own does; false if that cannot be done. */
typedef bool work(FILE *out, const void *with);

static void child(work *f, const void *with, int out)
{
    FILE *stream = fdopen(out, "w");
    bool good;

    (void) signal(SIGSEGV, SIG_DFL); /* libraries that print where they crashed are slow at it */
    (void) signal(SIGABRT, SIG_DFL);
    if (!stream || !freopen("/dev/null", "w", stderr))
        _exit(1);
    good = f(stream, with);
    _exit(fclose(stream) == 0 && good ? 0 : 1);
}

/* All that comes through a pipe, to be freed; NULL without memory. */
static char *read_all(int in, size_t *n)
{
    size_t room = 1 << 16;
    char *bytes = dtpi_alloc(room, 1), *more;
    ssize_t got;

    for (*n = 0; bytes && (got = read(in, bytes + *n, room - *n)) > 0; *n += (size_t) got) {
        if (*n + (size_t) got < room)
            continue;
        more = dtpi_realloc(bytes, room *= 2, 1);
        if (!more)
            dtpi_free(bytes);
        bytes = more;
    }
    return bytes;
}

/* What f writes, in a process of its own: n bytes, to be freed; NULL if that did not end well. */
static void *in_process(work *f, const void *with, size_t *n)
{
    int ends[2], status = -1;
    char *bytes;
    pid_t pid;

    if (fflush(NULL) != 0 || pipe(ends) != 0)
        return NULL;
    pid = fork();
    if (pid == 0) {
        (void) close(ends[0]);
        child(f, with, ends[1]);
    }
    (void) close(ends[1]);
    bytes = pid > 0 ? read_all(ends[0], n) : NULL;
    (void) close(ends[0]);
    if (pid > 0 && waitpid(pid, &status, 0) == pid && status == 0)
        return bytes;
    dtpi_free(bytes);
    return NULL;
}

/* ---- what a variable is about ---- */

/* Collectives that take a datatype; a longer name comes before one that it begins with. */
static const char *const operations[] = {
    "neighbor_allgatherv", "neighbor_allgather", "neighbor_alltoallv", "neighbor_alltoallw", "neighbor_alltoall",
    "reduce_scatter_block", "reduce_scatter", "reduce_local", "reduce", "allreduce", "allgatherv", "allgather",
    "alltoallv", "alltoallw", "alltoall", "bcast", "exscan", "scan", "gatherv", "gather", "scatterv", "scatter"};
enum { NUM_OPERATIONS = sizeof operations / sizeof operations[0] };

/* Whether a name has these words, as they stand, between _ or its ends, from `at` on. */
static bool is_word(const char *name, const char *at, const char *word)
{
    const size_t n = strlen(word);

    return (at == name || at[-1] == '_') && strncmp(at, word, n) == 0 && (at[n] == '_' || at[n] == '\0');
}

static bool has_word(const char *name, const char *word)
{
    for (const char *at = name; (at = strstr(at, word)) != NULL; at++)
        if (is_word(name, at, word))
            return true;
    return false;
}

static bool ends_in(const char *name, const char *word)
{
    const size_t n = strlen(name), m = strlen(word);

    return n > m && is_word(name, name + n - m, word);
}

/* The first collective that a name names, blocking or not. */
static void find_operation(const char *name, char found[PROFILE_NAME])
{
    *found = '\0';
    for (const char *at = name; *at; at++)
        for (int k = 0; k < NUM_OPERATIONS; k++) {
            const bool begins = is_word(name, at, operations[k]);
            if (!begins && !(*at == 'i' && (at == name || at[-1] == '_') && is_word(at + 1, at + 1, operations[k])))
                continue;
            (void) snprintf(found, PROFILE_NAME, "%s%s", begins ? "" : "i", operations[k]);
            return;
        }
}

static void lower(char *to, const char *from, size_t size)
{
    size_t k = 0;

    for (; from[k] && k < size - 1; k++)
        to[k] = (char) tolower((unsigned char) from[k]);
    to[k] = '\0';
}

static bool is_eager_limit(const char *name, const char *about)
{
    static const char *const words[] = {"limit", "size", "sz"};

    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
        if (has_word(name, "eager") && ends_in(name, words[k]) && strstr(about, "message"))
            return true;
    return false;
}

static bool is_segment_size(const char *name, const char *about)
{
    static const char *const words[] = {"segment_size", "segmentsize", "segsize", "chunk_size"};

    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
        if (ends_in(name, words[k]) && !strstr(about, "not support"))
            return true;
    return false;
}

/* Whether the variable chooses algorithms or protocols, and how. */
static bool has_shape(const struct dtpi_control *c, struct variable *v)
{
    char name[PROFILE_NAME], about[sizeof c->about];

    lower(name, c->name, sizeof name);
    lower(about, c->about, sizeof about);
    find_operation(name, v->operation);
    if (ends_in(name, "algorithm"))
        v->shape = ALGORITHM;
    else if (is_eager_limit(name, about))
        v->shape = EAGER_LIMIT;
    else if (is_segment_size(name, about))
        v->shape = SEGMENT_SIZE;
    else
        return false;
    return v->shape == EAGER_LIMIT || *v->operation;
}

/* ---- the items of an enumeration ---- */

/* Words alone: what has blanks in it can be no part of a name. */
static void add_item(struct variable *v, const char *word, size_t n, long long value)
{
    if (n == 0 || n >= PROFILE_NAME || v->n == PROFILE_ITEMS || strcspn(word, " \t,'") < n)
        return;
    (void) snprintf(v->items[v->n].word, PROFILE_NAME, "%.*s", (int) n, word);
    v->items[v->n++].value = value;
}

static void find_items(const struct dtpi_control *c, struct variable *v)
{
    char name[PROFILE_NAME];
    int size = sizeof name, n = 0, value;

    v->is_listed = c->items != MPI_T_ENUM_NULL && MPI_T_enum_get_info(c->items, &n, name, &size) == MPI_SUCCESS;
    for (int k = 0; v->is_listed && k < n; k++) {
        size = sizeof name;
        if (MPI_T_enum_get_item(c->items, k, &value, name, &size) == MPI_SUCCESS)
            add_item(v, name, strlen(name), value);
    }
}

/* Words of a description that stand before a dash: `binomial - what that is`.  What goes before may have run into
 * them. */
static void find_described(const struct dtpi_control *c, struct variable *v)
{
    for (const char *dash = c->about; (dash = strstr(dash, " - ")) != NULL; dash += 3) {
        const char *end = dash, *word;
        while (end > c->about && end[-1] == ' ')
            end--;
        for (word = end; word > c->about && (isalnum((unsigned char) word[-1]) || word[-1] == '_'); word--)
            ;
        add_item(v, word, (size_t) (end - word), -1);
    }
}

/* ---- all variables ---- */

static bool tell_variables(FILE *out, const void *with)
{
    static struct dtpi_control c;
    int n;

    (void) with;
    if (MPI_Init(NULL, NULL) != MPI_SUCCESS || dtpi_controls(&n) != DTP_SUCCESS)
        return false;
    for (int k = 0; k < n; k++) {
        struct variable v = {.n = 0};
        if (!dtpi_control(k, &c) || !has_shape(&c, &v) || !dtpi_control_value(&c, &v.value))
            continue;
        (void) snprintf(v.name, sizeof v.name, "%s", c.name);
        (void) snprintf(v.about, sizeof v.about, "%.*s", (int) strcspn(c.about, "\r\n"), c.about);
        if (v.shape == ALGORITHM)
            find_items(&c, &v);
        if (v.shape == ALGORITHM && !v.is_listed)
            find_described(&c, &v);
        if (fwrite(&v, sizeof v, 1, out) != 1)
            return false;
    }
    return MPI_Finalize() == MPI_SUCCESS;
}

struct variable *variables_find(int *n)
{
    size_t bytes;
    struct variable *v = in_process(tell_variables, NULL, &bytes);

    if (v)
        *n = (int) (bytes / sizeof *v);
    else
        fprintf(stderr, "dtp: the control variables of this MPI cannot be had\n");
    return v;
}

/* ---- trials ---- */

static bool write_number(FILE *out, const void *with)
{
    const struct setting *s = with;
    long long number;

    if (setenv(s->environment, s->value, 1) != 0 || DTP_control_read(s->variable, &number) != DTP_SUCCESS)
        return false;
    return fwrite(&number, sizeof number, 1, out) == 1;
}

bool variables_try(const struct setting *s, long long *number)
{
    size_t bytes = 0;
    long long *value = in_process(write_number, s, &bytes);
    const bool good = value && bytes == sizeof *value;

    if (good)
        *number = *value;
    dtpi_free(value);
    return good;
}
