/* Texts: of files, of options, of what is printed. */
#ifndef HARNESS_LINE_H
#define HARNESS_LINE_H

#include "state.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All of a file, read by rank 0 for all; NULL if it cannot be read.  Freed by the caller. */
char *h_file_text(const char *file);

/* Parses decimal digits; false if it is anything else or not between min and max. */
bool h_parse_number(const char *text, long long min, long long max, long long *value);

/* Copies the next word of a list separated by commas; returns what follows, or NULL. */
const char *h_next_word(const char *list, char word[H_TEXT]);

/* Text that grows at its end, in memory of a fixed size. */
struct h_line {
    char *at;
    size_t left;
};

/* Adds to a line; what does not fit is cut off. */
void h_line_add(struct h_line *line, const char *format, ...);

/* Writes to the standard output in one piece, beside its stream: a launcher mixes the pieces that its processes write.
 * False where the output takes no more.  May be called in a signal handler. */
bool h_write_out(const char *bytes, size_t n);

/* A number that differs for different texts; and for lists of texts, each added to the number of those before it. */
#define H_HASH_NOTHING 14695981039346656037u
uint64_t h_hash_text(const char *text);
uint64_t h_hash_more(uint64_t hash, const char *text);

#endif
