/* The text of known issues: records of `key: value` lines, separated by blank lines. */
#include "case/known_rows.h"
#include "state.h"
#include "case/where.h"
#include "run/line.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- versions ---- */

/* Compares two versions number by number; of different lengths, as far as both go. */
static int compare_versions(const char *a, const char *b)
{
    char *after_a, *after_b;

    while (isdigit((unsigned char) *a) && isdigit((unsigned char) *b)) {
        const long x = strtol(a, &after_a, 10), y = strtol(b, &after_b, 10);
        if (x != y)
            return x < y ? -1 : 1;
        a = after_a + (*after_a == '.');
        b = after_b + (*after_b == '.');
    }
    return 0;
}

/* The first version after the name in what an MPI says of itself; NULL if it has another name. */
static const char *version_in(const char *library, const char *name, size_t n)
{
    for (; *library && n > 0; library++)
        if (strncmp(library, name, n) == 0) {
            library += n;
            while (*library && !isdigit((unsigned char) *library))
                library++;
            return library;
        }
    return NULL;
}

static size_t name_length(const char *range)
{
    size_t n = strcspn(range, "0123456789,\n");

    while (n > 0 && isspace((unsigned char) range[n - 1]))
        n--;
    return n;
}

/* NAME FROM..TO, NAME FROM: several, separated by commas. */
static bool is_range_of(const char *range, const char *library)
{
    const size_t name = name_length(range);
    const char *to, *version;

    version = version_in(library, range, name);
    if (!version)
        return false;
    range += name + strspn(range + name, " \t");
    if (!isdigit((unsigned char) *range))
        return true;
    to = strstr(range, "..");
    if (!to || to > range + strcspn(range, ","))
        return compare_versions(version, range) == 0;
    return compare_versions(version, range) >= 0 &&
           (!isdigit((unsigned char) to[2]) || compare_versions(version, to + 2) <= 0);
}

/* How some version ranges, such as "NAME 4.0..4.0.2, NAME 5.0", are about a library. */
enum about { OTHER_LIBRARY, OTHER_VERSION, THIS_VERSION };

static enum about about(const char *ranges, const char *library)
{
    enum about found = OTHER_LIBRARY;

    for (const char *range = ranges; range; range = strchr(range, ',') ? strchr(range, ',') + 1 : NULL) {
        range += strspn(range, " \t");
        if (is_range_of(range, library))
            return THIS_VERSION;
        if (version_in(library, range, name_length(range)))
            found = OTHER_VERSION;
    }
    return found;
}

/* ---- records ---- */

enum key { ISSUE, MPI, WHERE, FAILS, WAY, ABOUT, PROGRAM, PROCS, NUM_KEYS };
static const char *const keys[NUM_KEYS] = {"issue", "mpi", "where", "fails", "way", "about", "program", "procs"};

struct reader {
    const char *file;
    int line;
    char *why;
    size_t size;
    char mpi[H_TEXT];
    struct h_known_row row;
    bool any;
};

static bool complain(struct reader *r, const char *format, const char *value)
{
    struct h_line line = {r->why, r->size};

    h_line_add(&line, "%s:%d: error: ", r->file, r->line);
    h_line_add(&line, format, value);
    return false;
}

static bool take_where(struct reader *r, const char *value)
{
    char why[H_TEXT];
    struct h_known_row *row = &r->row;

    row->where = h_grow(row->where, row->num_where, sizeof *row->where);
    if (h_condition_read(value, &row->where[row->num_where++], why, sizeof why))
        return true;
    return complain(r, "where: %s", why);
}

static bool take_way(struct reader *r, const char *value)
{
    r->row.avoid = strcmp(value, "avoid") == 0;
    return r->row.avoid || strcmp(value, "expect") == 0 || complain(r, "way: '%s': expected expect or avoid", value);
}

static bool take(struct reader *r, enum key key, const char *value)
{
    r->any = true;
    switch (key) {
        case ISSUE:
            free(r->row.issue);
            r->row.issue = h_copy(value, strlen(value));
            return true;
        case MPI:
            snprintf(r->mpi, sizeof r->mpi, "%s", value);
            return true;
        case WHERE:
            return take_where(r, value);
        case FAILS:
            free(r->row.fails);
            r->row.fails = h_copy(value, strlen(value));
            return true;
        case WAY:
            return take_way(r, value);
        default: /* for people, and for who runs the programs */
            return true;
    }
}

static void drop(struct reader *r)
{
    h_known_row_free(&r->row);
    r->any = false;
    *r->mpi = '\0';
}

void h_known_row_free(struct h_known_row *row)
{
    for (int k = 0; k < row->num_where; k++)
        h_condition_free(&row->where[k]);
    free(row->where);
    free(row->issue);
    free(row->fails);
    *row = (struct h_known_row) {.issue = NULL};
}

/* A record has ended. */
static bool end_record(struct reader *r, const char *library, h_known_row_f *found)
{
    if (!r->any)
        return true;
    if (!r->row.issue || !*r->mpi || r->row.num_where == 0)
        return complain(r, "a record without %s: expected issue:, mpi: and where: in each",
                        !r->row.issue ? "issue:" : !*r->mpi ? "mpi:" : "where:");
    if (!r->row.avoid && !r->row.fails)
        return complain(r, "issue %s: expected fails: with the kinds of failures that are known", r->row.issue);
    if (about(r->mpi, library) != OTHER_LIBRARY) {
        r->row.elsewhere = about(r->mpi, library) == OTHER_VERSION;
        found(&r->row);
        r->row = (struct h_known_row) {.issue = NULL};
    }
    drop(r);
    return true;
}

static bool read_line(struct reader *r, char *line)
{
    char *colon = strchr(line, ':'), *end = line + strlen(line);
    int key = 0;

    while (end > line && isspace((unsigned char) end[-1]))
        *--end = '\0';
    while (colon && key < NUM_KEYS && strncmp(line, keys[key], (size_t) (colon - line)) != 0)
        key++;
    if (!colon || key == NUM_KEYS || keys[key][colon - line] != '\0')
        return complain(r, "'%s': expected issue: mpi: where: fails: way: about: program: or procs:", line);
    return take(r, (enum key) key, colon + 1 + strspn(colon + 1, " \t"));
}

/* The length of a line and of those that it goes on in: they begin with a blank, and have a text that is no comment. */
static size_t length_with_more(const char *text)
{
    size_t n = strcspn(text, "\n");

    while (text[n] == '\n' && (text[n + 1] == ' ' || text[n + 1] == '\t') &&
           !strchr("\r\n#", text[n + 1 + strspn(text + n + 1, " \t")]))
        n += 1 + strcspn(text + n + 1, "\n");
    return n;
}

/* Makes one line of it; how many followed the first. */
static int join(char *lines)
{
    int more = 0;

    for (; *lines; lines++) {
        more += *lines == '\n';
        if (*lines == '\n' || *lines == '\r')
            *lines = ' ';
    }
    return more;
}

bool h_known_rows(const char *file, const char *text, const char *library, h_known_row_f *found, char *why, size_t size)
{
    struct reader r = {.file = file, .why = why, .size = size};
    bool good = true;

    while (*text && good) {
        const size_t n = length_with_more(text);
        char *line = h_copy(text, n);
        const int more = join(line);
        const char *first = line + strspn(line, " \t");
        r.line++;
        if (*first == '\0')
            good = end_record(&r, library, found);
        else if (*first != '#')
            good = read_line(&r, line);
        free(line);
        r.line += more;
        text += n + (text[n] == '\n');
    }
    good = good && end_record(&r, library, found);
    drop(&r);
    return good;
}
