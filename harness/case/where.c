/* Conditions on facts: reading and deciding. */
#include "case/where.h"
#include "harness.h"
#include "tables.h"
#include "case/facts.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts ---- */

/* Whether the text is the pattern of n characters, in which * stands for any text. */
static bool is_like(const char *pattern, size_t n, const char *text)
{
    if (n == 0)
        return *text == '\0';
    if (*pattern != '*')
        return *text == *pattern && is_like(pattern + 1, n - 1, text + 1);
    do
        if (is_like(pattern + 1, n - 1, text))
            return true;
    while (*text++);
    return false;
}

bool h_matches(const char *alternatives, const char *text)
{
    size_t n;

    for (const char *at = alternatives; at; at = at[n] == '|' ? at + n + 1 : NULL) {
        n = strcspn(at, "|");
        if (is_like(at, n, text))
            return true;
    }
    return false;
}

/* ---- reading ---- */

bool h_read_number(const char *text, long long *number)
{
    static const char units[] = "KMG";
    const char *unit;
    char *end;

    errno = 0;
    *number = strtoll(text, &end, 10);
    if (end == text || errno)
        return false;
    if (*end && (unit = strchr(units, *end)) != NULL) {
        const long long times = 1LL << 10 * (unit - units + 1);
        if (*number > LLONG_MAX / times || *number < LLONG_MIN / times)
            return false;
        *number *= times;
        end++;
    }
    return *end == '\0';
}

static const struct {
    const char *text;
    enum h_relation relation;
} relations[] = {
    {"!=", H_UNEQUAL}, {"<=", H_AT_MOST}, {">=", H_AT_LEAST}, {"=", H_EQUAL}, {"<", H_LESS}, {">", H_MORE},
};
enum { NUM_RELATIONS = H_NUM(relations) };

/* The alternatives of a term, each ended where it ends.  NULL, or what was expected of one of them. */
static const char *read_values(struct h_term *term)
{
    const char *expected = NULL;

    for (char *at = term->text; at && !expected; term->num_values++) {
        struct h_value *value;
        char *end = strchr(at, '|');
        if (end)
            *end++ = '\0';
        term->values = h_grow(term->values, term->num_values, sizeof *term->values);
        value = &term->values[term->num_values];
        *value = (struct h_value) {.text = at};
        expected = h_fact_read(term->fact, value);
        at = end;
    }
    if (!expected && term->relation > H_UNEQUAL && (!h_fact_is_number(term->fact) || term->num_values > 1))
        expected = "one number of a fact that is one";
    return expected;
}

/* Reads one word, such as bytes>8K. */
static bool read_term(const char *word, size_t n, struct h_term *term, char *why, size_t size)
{
    const size_t name = strcspn(word, "!<>=");
    const char *value, *expected;
    int r = 0;

    while (r < NUM_RELATIONS && strncmp(word + name, relations[r].text, strlen(relations[r].text)) != 0)
        r++;
    if (name >= n || r == NUM_RELATIONS) {
        snprintf(why, size, "'%.*s': expected FACT=VALUE, or != < <= > >= in place of =", (int) n, word);
        return false;
    }
    term->fact = h_fact_find(word, name);
    if (!term->fact) {
        snprintf(why, size, "'%.*s': there is no such fact: expected one of %s", (int) name, word, h_fact_names());
        return false;
    }
    term->relation = relations[r].relation;
    value = word + name + strlen(relations[r].text);
    n -= (size_t) (value - word);
    term->text = h_copy(value, n);
    expected = read_values(term);
    if (expected)
        snprintf(why, size, "'%.*s' of the fact %.*s: expected %s", (int) n, value, (int) name, word, expected);
    return !expected;
}

static void free_term(struct h_term *term)
{
    free(term->values);
    free(term->text);
}

/* What asks for calls comes first, and what asks for the objects last: most conditions fail before. */
static int turn_of(const struct h_term *term)
{
    return h_fact_is_of_calls(term->fact) ? 0 : h_fact_is_of_objects(term->fact) ? 2 : 1;
}

static void add_term(struct h_condition *condition, struct h_term term)
{
    int k = condition->n;

    condition->terms = h_grow(condition->terms, condition->n++, sizeof *condition->terms);
    for (; k > 0 && turn_of(&term) < turn_of(&condition->terms[k - 1]); k--)
        condition->terms[k] = condition->terms[k - 1];
    condition->terms[k] = term;
    condition->calls += h_fact_is_of_calls(term.fact);
    condition->asks_failure |= h_fact_is_of_failure(term.fact);
}

bool h_condition_read(const char *text, struct h_condition *condition, char *why, size_t size)
{
    const char *blanks = " \t";

    *condition = (struct h_condition) {.n = 0};
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        const size_t n = strcspn(text, blanks);
        struct h_term term = {.fact = NULL};
        if (!read_term(text, n, &term, why, size)) {
            free_term(&term);
            return false;
        }
        add_term(condition, term);
        text += n;
    }
    return true;
}

void h_condition_free(struct h_condition *condition)
{
    for (int k = 0; k < condition->n; k++)
        free_term(&condition->terms[k]);
    free(condition->terms);
    *condition = (struct h_condition) {.n = 0};
}

/* ---- deciding ---- */

static bool compare(enum h_relation relation, long long a, long long b)
{
    switch (relation) {
        case H_LESS: return a < b;
        case H_AT_MOST: return a <= b;
        case H_MORE: return a > b;
        case H_AT_LEAST: return a >= b;
        case H_UNEQUAL: return a != b;
        case H_EQUAL: break;
    }
    return a == b;
}

/* Of a number, with any of the alternatives. */
static bool compares(const struct h_term *term, long long number)
{
    bool is_equal = false;

    if (term->num_values == 1)
        return compare(term->relation, number, term->values->number);
    for (int k = 0; k < term->num_values; k++)
        is_equal = is_equal || number == term->values[k].number;
    return is_equal == (term->relation == H_EQUAL);
}

static bool is_any(const struct h_term *term, const struct h_case *c, const struct h_failure *failure)
{
    for (int k = 0; k < term->num_values; k++)
        if (h_fact_is(term->fact, c, failure, &term->values[k]))
            return true;
    return false;
}

/* What is known only of a failure may hold before there is one. */
static bool holds(const struct h_term *term, const struct h_case *c, const struct h_failure *failure)
{
    long long number;

    if (h_fact_number(term->fact, c, failure, &number))
        return compares(term, number);
    if (h_fact_is_of_failure(term->fact) && !failure)
        return true;
    if (h_fact_is_number(term->fact))
        return false;
    return is_any(term, c, failure) == (term->relation == H_EQUAL);
}

static bool all_hold(const struct h_term *terms, int n, const struct h_case *c, const struct h_failure *failure)
{
    for (int k = 0; k < n; k++)
        if (!holds(&terms[k], c, failure))
            return false;
    return true;
}

bool h_condition_may_hold(const struct h_condition *condition, const struct h_case *c, const struct h_failure *failure)
{
    return all_hold(condition->terms, condition->calls, c, failure);
}

bool h_condition_rest_holds(const struct h_condition *condition, const struct h_case *c,
                            const struct h_failure *failure)
{
    return all_hold(condition->terms + condition->calls, condition->n - condition->calls, c, failure);
}

bool h_condition_holds(const struct h_condition *condition, const struct h_case *c, const struct h_failure *failure)
{
    return all_hold(condition->terms, condition->n, c, failure);
}
