/* Conditions on facts, such as `operation=MPI_Put trait=negative-lb bytes>8K`: words that must all hold.  A value may
 * list alternatives, separated by |, and has * for any text.  Numbers compare by < <= > >= too, with K, M or G after
 * them or not. */
#ifndef HARNESS_WHERE_H
#define HARNESS_WHERE_H

#include <stdbool.h>
#include <stddef.h>

struct h_case;
struct h_fact;

/* How a check of a case failed, or is about to be made: then only `check` is set. */
struct h_failure {
    const char *kind;          /* "elements-wrong", "status", ... */
    const char *check;         /* the MPI procedure that said something wrong, or NULL */
    long long expected, found; /* numbers that it said, or 0 */
};

enum h_relation { H_EQUAL, H_UNEQUAL, H_LESS, H_AT_MOST, H_MORE, H_AT_LEAST };

struct h_value {
    const char *text;
    long long number; /* what a fact that is a number, or a set, makes of the text */
};

struct h_term {
    const struct h_fact *fact;
    enum h_relation relation;
    char *text;             /* of all alternatives */
    struct h_value *values; /* each of them */
    int num_values;
};

struct h_condition {
    int n, calls;              /* terms; so many of them, the first ones, are about program, operation and procedure */
    struct h_term *terms;
    bool asks_failure;         /* for something of a failure, such as the check that fails */
};

/* Reads a condition; false with the reason in `why` if it is none.  Free it in any case. */
bool h_condition_read(const char *text, struct h_condition *condition, char *why, size_t size);
void h_condition_free(struct h_condition *condition);

/* Whether it holds for a case and a failure of it.  failure NULL: what is asked of a failure, and has no value yet, is
 * taken to hold. */
bool h_condition_holds(const struct h_condition *condition, const struct h_case *c, const struct h_failure *failure);

/* Its two halves: whether it asks for no other program, operation or procedure than those of the case and the failure;
 * and whether all else that it asks for is so. */
bool h_condition_may_hold(const struct h_condition *condition, const struct h_case *c,
                          const struct h_failure *failure);
bool h_condition_rest_holds(const struct h_condition *condition, const struct h_case *c,
                            const struct h_failure *failure);

/* A whole number, with K, M or G after it or not; false if the text is none. */
bool h_read_number(const char *text, long long *number);

/* Whether a text is one of the alternatives. */
bool h_matches(const char *alternatives, const char *text);

#endif
