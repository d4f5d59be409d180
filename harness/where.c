/* Conditions on facts: reading and deciding. */
#include "facts.h"
#include "internal.h"
#include "where.h"

#include <ctype.h>
#include <errno.h>
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

static bool read_number(const char *text, long long *number)
{
    static const char units[] = "KMG";
    const char *unit;
    char *end;

    errno = 0;
    *number = strtoll(text, &end, 10);
    if (end == text || errno)
        return false;
    if (*end && (unit = strchr(units, *end)) != NULL) {
        *number *= 1LL << 10 * (unit - units + 1);
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
enum { NUM_RELATIONS = sizeof relations / sizeof relations[0] };

/* Ends each alternative where it ends; how many there are. */
static int end_alternatives(char *values)
{
    int n = 1;

    for (char *at = values; (at = strchr(at, '|')) != NULL; n++)
        *at++ = '\0';
    return n;
}

/* Whether each alternative is a number. */
static bool are_numbers(const struct h_term *term)
{
    const char *value = term->values;
    long long number;

    for (int k = 0; k < term->num_values; k++, value += strlen(value) + 1)
        if (!read_number(value, &number))
            return false;
    return true;
}

/* Reads one word, such as bytes>8K. */
static bool read_term(const char *word, size_t n, struct h_term *term, char *why, size_t size)
{
    const size_t name = strcspn(word, "!<>=");
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
    word += name + strlen(relations[r].text);
    n -= name + strlen(relations[r].text);
    term->relation = relations[r].relation;
    term->values = h_copy(word, n);
    term->is_number = read_number(term->values, &term->number);
    term->num_values = end_alternatives(term->values);
    if (h_fact_is_number(term->fact) ? !are_numbers(term) || (term->relation > H_UNEQUAL && !term->is_number)
                                     : term->relation > H_UNEQUAL) {
        snprintf(why, size, "'%.*s' of the fact %.*s: expected a number of a fact that is one", (int) n, word,
                 (int) name, word - name - strlen(relations[r].text));
        return false;
    }
    return true;
}

bool h_condition_read(const char *text, struct h_condition *condition, char *why, size_t size)
{
    const char *blanks = " \t";

    *condition = (struct h_condition) {.n = 0};
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        const size_t n = strcspn(text, blanks);
        struct h_term *term;
        condition->terms = h_grow(condition->terms, condition->n, sizeof *condition->terms);
        term = &condition->terms[condition->n++];
        *term = (struct h_term) {.fact = NULL};
        if (!read_term(text, n, term, why, size))
            return false;
        condition->asks_failure |= h_fact_is_of_failure(term->fact);
        text += n;
    }
    return true;
}

void h_condition_free(struct h_condition *condition)
{
    for (int k = 0; k < condition->n; k++)
        free(condition->terms[k].values);
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

static bool is_value(const struct h_term *term, const struct h_case *c, const struct h_failure *failure,
                     const char *value)
{
    long long number, wanted;

    if (!h_fact_is_number(term->fact))
        return h_fact_is(term->fact, c, failure, value);
    return h_fact_number(term->fact, c, failure, &number) && read_number(value, &wanted) && number == wanted;
}

static bool is_equal(const struct h_term *term, const struct h_case *c, const struct h_failure *failure)
{
    const char *value = term->values;

    for (int k = 0; k < term->num_values; k++, value += strlen(value) + 1)
        if (is_value(term, c, failure, value))
            return true;
    return false;
}

static bool holds(const struct h_term *term, const struct h_case *c, const struct h_failure *failure)
{
    long long number;

    if (h_fact_is_of_failure(term->fact) && !failure)
        return true;
    if (term->relation == H_EQUAL || term->relation == H_UNEQUAL)
        if (!(term->is_number && h_fact_is_number(term->fact)))
            return is_equal(term, c, failure) == (term->relation == H_EQUAL);
    return h_fact_number(term->fact, c, failure, &number) && compare(term->relation, number, term->number);
}

bool h_condition_holds(const struct h_condition *condition, const struct h_case *c, const struct h_failure *failure)
{
    for (int k = 0; k < condition->n; k++)
        if (!holds(&condition->terms[k], c, failure))
            return false;
    return true;
}
