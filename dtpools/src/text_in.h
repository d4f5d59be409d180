/* A text that is read from left to right: its words and its numbers. */
#ifndef DTPI_TEXT_IN_H
#define DTPI_TEXT_IN_H

#include "tree_text.h"

#include <stdbool.h>

/* What words are made of. */
#define DTPI_WORD "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

struct dtpi_in {
    const char *text, *at;
    const struct dtpi_variables *variables; /* or NULL */
    int depth;
    int err;         /* the first error, or DTP_SUCCESS */
};

/* Notes that something else is expected here, unless there was an error before.  Returns false. */
bool dtpi_in_expected(struct dtpi_in *in, const char *what);

/* Goes past blanks; past blanks and a word, if it stands here; the same where it must stand here. */
void dtpi_in_skip(struct dtpi_in *in);
bool dtpi_in_take(struct dtpi_in *in, const char *word);
bool dtpi_in_need(struct dtpi_in *in, const char *word);

/* Whether a number may begin here. */
bool dtpi_in_at_factor(const struct dtpi_in *in);

/* Reads a number; one that counts something.  False after an error. */
bool dtpi_in_number(struct dtpi_in *in, MPI_Aint *value);
bool dtpi_in_count(struct dtpi_in *in, MPI_Aint *value);

#endif
