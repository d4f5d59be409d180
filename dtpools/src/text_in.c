#include "text_in.h"

#include "arith.h"
#include "error.h"

#include <stdio.h>
#include <string.h>

bool dtpi_in_expected(struct dtpi_in *in, const char *what)
{
    if (!in->err)
        in->err = dtpi_error(DTP_ERR_TEXT, "column %d: expected %s, found '%.20s'", (int) (in->at - in->text) + 1, what,
                             in->at);
    return false;
}

void dtpi_in_skip(struct dtpi_in *in)
{
    in->at += strspn(in->at, " \t\n");
}

bool dtpi_in_take(struct dtpi_in *in, const char *word)
{
    dtpi_in_skip(in);
    if (strncmp(in->at, word, strlen(word)) != 0)
        return false;
    in->at += strlen(word);
    return true;
}

bool dtpi_in_need(struct dtpi_in *in, const char *word)
{
    char quoted[8];

    if (!in->err && dtpi_in_take(in, word))
        return true;
    (void) snprintf(quoted, sizeof quoted, "'%s'", word);
    return dtpi_in_expected(in, quoted);
}

/* The value of a variable that stands here, or NULL.  Its name is one letter, and no word goes on after it, but for
 * an x ("n times") and what that begins. */
static const MPI_Aint *variable(const struct dtpi_in *in)
{
    const char *name = in->variables && *in->at ? strchr(in->variables->names, *in->at) : NULL;

    if (!name || (in->at[1] != 'x' && strspn(in->at + 1, DTPI_WORD) > 0))
        return NULL;
    return &in->variables->values[name - in->variables->names];
}

bool dtpi_in_at_factor(const struct dtpi_in *in)
{
    const char c = *in->at;

    return (c >= '0' && c <= '9') || c == '(' || c == '-' || variable(in);
}

static bool too_large(struct dtpi_in *in)
{
    return dtpi_in_expected(in, "a number that fits an MPI_Aint");
}

static bool read_digits(struct dtpi_in *in, bool minus, MPI_Aint *value)
{
    MPI_Aint n = 0;

    if (*in->at < '0' || *in->at > '9')
        return dtpi_in_expected(in, "a number");
    for (; *in->at >= '0' && *in->at <= '9'; in->at++)
        if (!dtpi_mul(n, 10, &n) || !dtpi_add(n, minus ? '0' - *in->at : *in->at - '0', &n))
            return too_large(in);
    *value = n;
    return true;
}

static bool read_sum(struct dtpi_in *in, MPI_Aint *value);

/* What stands between parentheses. */
static bool read_inner(struct dtpi_in *in, MPI_Aint *value)
{
    if (++in->depth > DTPI_MAX_DEPTH)
        return dtpi_in_expected(in, "fewer levels of nesting");
    if (!read_sum(in, value) || !dtpi_in_need(in, ")"))
        return false;
    in->depth--;
    return true;
}

static bool read_factor(struct dtpi_in *in, MPI_Aint *value)
{
    bool minus = dtpi_in_take(in, "-");

    if (variable(in)) {
        *value = *variable(in);
        in->at++;
    } else if (!dtpi_in_take(in, "(")) {
        return read_digits(in, minus, value);
    } else if (!read_inner(in, value)) {
        return false;
    }
    return !minus || dtpi_sub(0, *value, value) || too_large(in);
}

static bool read_product(struct dtpi_in *in, MPI_Aint *value)
{
    MPI_Aint factor;

    if (!read_factor(in, value))
        return false;
    for (;;) {
        const char *start = in->at;
        if (!dtpi_in_take(in, "*"))
            return true;
        dtpi_in_skip(in);
        if (!dtpi_in_at_factor(in)) { /* the * between an object's count and its tree */
            in->at = start;
            return true;
        }
        if (!read_factor(in, &factor))
            return false;
        if (!dtpi_mul(*value, factor, value))
            return too_large(in);
    }
}

static bool read_sum(struct dtpi_in *in, MPI_Aint *value)
{
    MPI_Aint term;

    if (!read_product(in, value))
        return false;
    for (;;) {
        bool plus = dtpi_in_take(in, "+"), minus = !plus && dtpi_in_take(in, "-");
        if (!plus && !minus)
            return true;
        if (!read_product(in, &term))
            return false;
        if (!(plus ? dtpi_add(*value, term, value) : dtpi_sub(*value, term, value)))
            return too_large(in);
    }
}

bool dtpi_in_number(struct dtpi_in *in, MPI_Aint *value)
{
    if (in->err)
        return false;
    if (++in->depth > DTPI_MAX_DEPTH)
        return dtpi_in_expected(in, "fewer levels of nesting");
    dtpi_in_skip(in);
    if (!read_sum(in, value))
        return false;
    in->depth--;
    return true;
}

bool dtpi_in_count(struct dtpi_in *in, MPI_Aint *value)
{
    const char *start = in->at;

    if (!dtpi_in_number(in, value))
        return false;
    if (*value >= 0)
        return true;
    in->at = start;
    return dtpi_in_expected(in, "a number that is not negative");
}
