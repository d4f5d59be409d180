/* Known issues, as the tests meet them: cases that are not run, failures that are no news. */
#include "case/known.h"
#include "state.h"
#include "case/case.h"
#include "case/candidates.h"
#include "case/where.h"
#include "run/line.h"
#include "run/run.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The rows that hold; and those about other versions of the MPI.  All tests of a process share them. */
static struct h_known_list known, others;
static bool are_read;

static void add_row(const struct h_known_row *row)
{
    struct h_known_list *list = row->elsewhere ? &others : &known;

    list->rows = h_grow(list->rows, list->n, sizeof *list->rows);
    list->rows[list->n++] = *row;
}

static void free_list(struct h_known_list *list)
{
    h_candidates_forget(list);
    while (list->n > 0)
        h_known_row_free(&list->rows[--list->n]);
    free(list->rows);
    list->rows = NULL;
}

void h_known_free(void)
{
    free_list(&known);
    free_list(&others);
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

static void begin_test(void)
{
    h_candidates_forget(&known);
    h_candidates_forget(&others);
    for (int k = 0; k < known.n; k++)
        known.rows[k].covered = known.rows[k].failed = known.rows[k].avoided = 0;
}

static int read_all(char *why, size_t size)
{
    static const char standard[] = DTP_KNOWN_ISSUES_FILE;
    const char *more = getenv("DTP_KNOWN_ISSUES");
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length, err;

    if (more && strcmp(more, "none") == 0)
        return 0;
    H_MPI(PMPI_Get_library_version(library, &length));
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
    begin_test();
    return 0;
}

/* ---- deciding ---- */

/* Whether a condition holds that asks for something of the failure; or, where there is none, one that does not. */
static bool holds_for(const struct h_candidate *one, const struct h_case *c, const struct h_failure *failure)
{
    return one->where->asks_failure == (failure != NULL) && h_condition_rest_holds(one->where, c, failure);
}

/* A row of which several conditions hold counts once: they follow each other. */
static bool avoids(const struct h_case *c, const struct h_failure *failure)
{
    const struct h_candidates *these = h_candidates(&known, c, failure);
    const struct h_known_row *last = NULL;

    for (int k = 0; k < these->n; k++) {
        struct h_known_row *row = these->list[k].row;
        if (row->avoid && row != last && holds_for(&these->list[k], c, failure)) {
            row->avoided++;
            last = row;
        }
    }
    return last != NULL;
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
    const struct h_candidates *these = h_candidates(&known, c, NULL);
    const struct h_known_row *last = NULL;

    for (int k = 0; k < these->n; k++) {
        struct h_known_row *row = these->list[k].row;
        if (!row->avoid && row != last && h_condition_rest_holds(these->list[k].where, c, NULL)) {
            row->covered++;
            last = row;
        }
    }
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
    const struct h_candidates *these = h_candidates(&known, c, failure);

    for (int k = 0; k < these->n; k++) {
        struct h_known_row *row = these->list[k].row;
        if (!row->avoid && is_word_of(row->fails, failure->kind) &&
            h_condition_rest_holds(these->list[k].where, c, failure))
            return row;
    }
    return NULL;
}

struct h_known_row *h_known_crash_in(const struct h_case *c, const char *procedure)
{
    const struct h_failure failure = {.kind = "crash", .check = procedure};
    const struct h_candidates *these = h_candidates(&known, c, &failure);

    for (int k = 0; k < these->n; k++) {
        struct h_known_row *row = these->list[k].row;
        if (!row->avoid && holds_for(&these->list[k], c, &failure) && is_word_of(row->fails, failure.kind))
            return row;
    }
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
static bool is_like(const struct h_candidate *one, const struct h_case *c, const struct h_failure *failure)
{
    const struct h_known_row *row = one->row;

    if (row->avoid)
        return holds_for(one, c, failure->check ? failure : NULL);
    return (is_word_of(row->fails, failure->kind) ||
            (strcmp(failure->kind, "crash") == 0 && is_word_of(row->fails, "hang"))) &&
           h_condition_rest_holds(one->where, c, failure);
}

void h_known_elsewhere(const struct h_case *c, const struct h_failure *failure, struct h_line *line)
{
    const struct h_candidates *these = h_candidates(&others, c, failure);
    const struct h_known_row *last = NULL;

    for (int k = 0; k < these->n; k++)
        if (these->list[k].row != last && is_like(&these->list[k], c, failure)) {
            last = these->list[k].row;
            h_line_add(line, " %s", last->issue);
        }
}

const struct h_known_row *h_known_row(int k)
{
    return k < known.n ? &known.rows[k] : NULL;
}

void h_known_print(void)
{
    enum { COVERED, FAILED, AVOIDED, COUNTS };
    long long *counts = h_alloc(known.n * (MPI_Aint) (COUNTS * sizeof *counts));

    for (int k = 0; k < known.n; k++) {
        counts[COUNTS * k + COVERED] = known.rows[k].covered;
        counts[COUNTS * k + FAILED] = known.rows[k].failed;
        counts[COUNTS * k + AVOIDED] = known.rows[k].avoided;
    }
    h_allreduce_all(counts, COUNTS * known.n, MPI_MAX);
    for (int k = 0; k < known.n; k++) {
        const long long *n = &counts[COUNTS * k];
        if (harness.rank == 0 && n[COVERED] + n[FAILED] + n[AVOIDED] > 0)
            printf(" Known: %s covered=%lld failed=%lld avoided=%lld\n", known.rows[k].issue, n[COVERED], n[FAILED],
                   n[AVOIDED]);
    }
    free(counts);
}
