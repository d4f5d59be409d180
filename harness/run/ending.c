/* What is said of a process that ends before its test does. */
#include "run/ending.h"
#include "state.h"
#include "case/case.h"
#include "case/facts.h"
#include "run/line.h"
#include "run/report.h"

#include <stdbool.h>
#include <string.h>

/* Written whenever a case begins, and printed as they are: after a crash nothing else is safe. */
static char where[H_TEXT], replay[4 * H_TEXT], facts[4 * H_TEXT];
static char elsewhere[2 * H_TEXT], asked_elsewhere[2 * H_TEXT];

/* The issues of other versions of the MPI that the end of the case would be like. */
static void note_elsewhere(char text[2 * H_TEXT])
{
    struct h_line names = {text, 2 * H_TEXT};

    *text = '\0';
    if (harness.running)
        h_known_elsewhere(harness.running, &(struct h_failure) {.kind = "crash", .check = harness.asked}, &names);
}

void h_ending_note_check(void)
{
    note_elsewhere(asked_elsewhere);
}

void h_ending_note(void)
{
    struct h_line line = {where, sizeof where};
    const struct h_case *c = harness.running ? harness.running : harness.pair;

    *facts = '\0';
    if (harness.running)
        h_facts_print(harness.running, NULL, facts, sizeof facts);
    note_elsewhere(elsewhere);
    h_replay_line(replay, sizeof replay);
    DTP_set_fault_note(replay);
    h_line_add(&line, "\n Error: %s: rank %d of %d: ended within MPI", harness.options.test, harness.rank,
               harness.size);
    if (c)
        h_line_add(&line, ", communicator %s, objects %d and %d", c->comm->name, c->i, c->j);
}

static void print_text(struct h_text *t, const char *text)
{
    const size_t n = strlen(text), fits = n < t->room - t->n ? n : t->room - t->n;

    memcpy(t->bytes + t->n, text, fits);
    t->n += fits;
}

static void print_number(struct h_text *t, long n)
{
    char digits[24], *at = digits + sizeof digits - 1;

    *at = '\0';
    do
        *--at = (char) ('0' + n % 10);
    while ((n /= 10) > 0);
    print_text(t, at);
}

/* The case, and what is true of it. */
static void print_case(struct h_text *t, const char *kind)
{
    const char *names = harness.asked ? asked_elsewhere : elsewhere;

    print_text(t, "\n  case: ");
    print_number(t, harness.case_number);
    if (!*facts)
        return;
    print_text(t, "\n  facts:");
    print_text(t, facts);
    print_text(t, " fails=");
    print_text(t, kind);
    if (harness.asked) {
        print_text(t, " check=");
        print_text(t, harness.asked);
    }
    if (*names) {
        print_text(t, "\n  elsewhere:");
        print_text(t, names);
    }
}

/* After the last case of a pair, the case that is named is that one. */
static void print_failure(struct h_text *t, const struct h_ending *e)
{
    print_text(t, where);
    if (harness.running && harness.running->now && *harness.running->now) {
        print_text(t, ", at ");
        print_text(t, harness.asked ? harness.asked : harness.running->now);
    }
    print_text(t, "\n  kind: ");
    print_text(t, e->kind);
    if (harness.case_number > 0)
        print_case(t, e->kind);
    print_text(t, "\n  ");
    print_text(t, e->how);
    if (e->number > 0)
        print_number(t, e->number);
    if (!harness.running)
        print_text(t, ", outside of an operation: while objects were made or freed, or at the end");
    print_text(t, "\n");
    print_text(t, replay);
    print_text(t, "\n");
}

/* What was met of each row, as this rank has seen it, and the failure that `ending` expects, if it is not counted. */
static void print_rows(struct h_text *t, const struct h_known_row *ending)
{
    static const char *const names[] = {" covered=", " failed=", " avoided="};
    const struct h_known_row *row;

    for (int k = 0; (row = h_known_row(k)) != NULL; k++) {
        const long counts[] = {row->covered, row->failed + (row == ending), row->avoided};
        if (counts[0] + counts[1] + counts[2] == 0)
            continue;
        print_text(t, " Known: ");
        print_text(t, row->issue);
        for (int i = 0; i < 3; i++) {
            print_text(t, names[i]);
            print_number(t, counts[i]);
        }
        print_text(t, "\n");
    }
}

/* As the verdict would, of this rank, with so many known ones more. */
static void print_cases(struct h_text *t, int known)
{
    static const char *const names[] = {" verified, ", " known, ", " avoided, ", " untried\n"};
    long counts[4];

    h_cases_count_here(&counts[0], &counts[1], &counts[2], &counts[3]);
    counts[1] += known;
    print_text(t, " Cases: ");
    for (int k = 0; k < 4; k++) {
        print_number(t, counts[k]);
        print_text(t, names[k]);
    }
}

void h_ending_print(struct h_text *t, const struct h_ending *e)
{
    const struct h_known_row *row = harness.running ? e->row : NULL;
    const bool one_more = row && harness.known_case != harness.case_number;

    if (row)
        h_ending_print_known(t);
    else
        print_failure(t, e);
    print_rows(t, one_more ? row : NULL);
    print_cases(t, one_more);
}

void h_ending_print_known(struct h_text *t)
{
    print_text(t, "\n Note: case ");
    print_number(t, harness.case_number);
    print_text(t, " fails as known\n");
}

void h_ending_print_counts(struct h_text *t)
{
    print_rows(t, NULL);
    print_cases(t, 0);
}
