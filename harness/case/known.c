/* Known issues, as the tests meet them: cases that are not run, failures that are no news. */
#include "case/known.h"
#include "state.h"
#include "case/case.h"
#include "case/where.h"
#include "run/line.h"
#include "run/run.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The rows that hold; and those about other versions of the MPI.  All tests of a process share them. */
static struct h_known_row *rows, *others;
static int num_rows, num_others;
static bool are_read;

static void append(struct h_known_row **list, int *n, const struct h_known_row *row)
{
    *list = h_grow(*list, *n, sizeof **list);
    (*list)[(*n)++] = *row;
}

static void add_row(const struct h_known_row *row)
{
    if (row->elsewhere)
        append(&others, &num_others, row);
    else
        append(&rows, &num_rows, row);
}

static void free_list(struct h_known_row **list, int *n)
{
    while (*n > 0)
        h_known_row_free(&(*list)[--*n]);
    free(*list);
    *list = NULL;
}

void h_known_free(void)
{
    free_list(&rows, &num_rows);
    free_list(&others, &num_others);
    are_read = false;
}

/* ---- reading ---- */

static int read_file(const char *file, const char *library, char *why, size_t size)
{
    char *text = h_file_text(file);
    bool good;

    if (!text) {
        snprintf(why, size, "cannot read the known issues in %s: expected a file, or DTP_KNOWN_ISSUES=none", file);
        return H_USAGE;
    }
    good = h_known_rows(file, text, library, add_row, why, size);
    free(text);
    return good ? 0 : H_USAGE;
}

static void begin_counts(void)
{
    for (int k = 0; k < num_rows; k++)
        rows[k].covered = rows[k].failed = rows[k].avoided = 0;
}

static int read_all(char *why, size_t size)
{
    static const char standard[] = DTP_KNOWN_ISSUES_FILE;
    const char *more = getenv("DTP_KNOWN_ISSUES");
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length, err;

    if (more && strcmp(more, "none") == 0)
        return 0;
    PMPI_Get_library_version(library, &length);
    err = read_file(standard, library, why, size);
    return err || !more || !*more ? err : read_file(more, library, why, size);
}

int h_known_begin(char *why, size_t size)
{
    if (!are_read) {
        const int err = read_all(why, size);
        if (err) {
            h_known_free();
            return err;
        }
        are_read = true;
    }
    begin_counts();
    return 0;
}

/* ---- deciding ---- */

static bool holds(const struct h_known_row *row, const struct h_case *c, const struct h_failure *failure)
{
    for (int k = 0; k < row->num_where; k++)
        if (h_condition_holds(&row->where[k], c, failure))
            return true;
    return false;
}

/* By a condition that asks for something of the failure; or, where there is none, by one that does not. */
static bool holds_for(const struct h_known_row *row, const struct h_case *c, const struct h_failure *failure)
{
    for (int k = 0; k < row->num_where; k++)
        if (row->where[k].asks_failure == (failure != NULL) && h_condition_holds(&row->where[k], c, failure))
            return true;
    return false;
}

static bool avoids(const struct h_case *c, const struct h_failure *failure)
{
    bool found = false;

    for (int k = 0; k < num_rows; k++)
        if (rows[k].avoid && holds_for(&rows[k], c, failure)) {
            rows[k].avoided++;
            found = true;
        }
    return found;
}

bool h_known_avoids_case(const struct h_case *c)
{
    return avoids(c, NULL);
}

bool h_known_avoids_check(const struct h_case *c, const char *procedure)
{
    const struct h_failure failure = {.check = procedure};

    return avoids(c, &failure);
}

void h_known_cover(const struct h_case *c)
{
    for (int k = 0; k < num_rows; k++)
        if (!rows[k].avoid && holds(&rows[k], c, NULL))
            rows[k].covered++;
}

static bool is_word_of(const char *list, const char *word)
{
    const size_t n = strlen(word);

    for (const char *at = list; (at = strstr(at, word)) != NULL; at += n)
        if ((at == list || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

struct h_known_row *h_known_row_of(const struct h_case *c, const struct h_failure *failure)
{
    for (int k = 0; k < num_rows; k++)
        if (!rows[k].avoid && is_word_of(rows[k].fails, failure->kind) && holds(&rows[k], c, failure))
            return &rows[k];
    return NULL;
}

struct h_known_row *h_known_crash_in(const struct h_case *c, const char *procedure)
{
    const struct h_failure failure = {.kind = "crash", .check = procedure};

    for (int k = 0; k < num_rows; k++)
        if (!rows[k].avoid && holds_for(&rows[k], c, &failure) && is_word_of(rows[k].fails, failure.kind))
            return &rows[k];
    return NULL;
}

/* A case that fails in several known ways counts once. */
void h_known_count(struct h_known_row *row)
{
    row->failed += harness.known_case != harness.case_number;
    harness.known_case = harness.case_number;
    h_case_note(H_CASE_KNOWN);
}

bool h_known_expects(const struct h_case *c, const struct h_failure *failure)
{
    struct h_known_row *row = h_known_row_of(c, failure);

    if (row)
        h_known_count(row);
    return row != NULL;
}

/* What is not run under other versions may fail in any way; but a check fails by itself.  Whether a process crashes or
 * hangs may be by chance. */
static bool is_like(const struct h_known_row *row, const struct h_case *c, const struct h_failure *failure)
{
    if (row->avoid)
        return holds_for(row, c, failure->check ? failure : NULL);
    return (is_word_of(row->fails, failure->kind) ||
            (strcmp(failure->kind, "crash") == 0 && is_word_of(row->fails, "hang"))) &&
           holds(row, c, failure);
}

void h_known_elsewhere(const struct h_case *c, const struct h_failure *failure, struct h_line *line)
{
    for (int k = 0; k < num_others; k++)
        if (is_like(&others[k], c, failure))
            h_line_add(line, " %s", others[k].issue);
}

const struct h_known_row *h_known_row(int k)
{
    return k < num_rows ? &rows[k] : NULL;
}

void h_known_print(void)
{
    enum { COVERED, FAILED, AVOIDED, COUNTS };
    long long *counts = h_alloc(num_rows * (MPI_Aint) (COUNTS * sizeof *counts));

    for (int k = 0; k < num_rows; k++) {
        counts[COUNTS * k + COVERED] = rows[k].covered;
        counts[COUNTS * k + FAILED] = rows[k].failed;
        counts[COUNTS * k + AVOIDED] = rows[k].avoided;
    }
    h_allreduce_all(counts, COUNTS * num_rows, MPI_MAX);
    for (int k = 0; k < num_rows; k++) {
        const long long *n = &counts[COUNTS * k];
        if (harness.rank == 0 && n[COVERED] + n[FAILED] + n[AVOIDED] > 0)
            printf(" Known: %s covered=%lld failed=%lld avoided=%lld\n", rows[k].issue, n[COVERED], n[FAILED],
                   n[AVOIDED]);
    }
    free(counts);
}
