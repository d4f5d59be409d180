/* What is said of a process that ends before its test does: its failure, or that it is a known one, and what the rank
 * has counted so far.  All of it may be written in a signal handler. */
#ifndef HARNESS_ENDING_H
#define HARNESS_ENDING_H

#include "case/known.h"

#include <stddef.h>

enum { H_ENDING_BYTES = 1 << 16 };

/* Text that is written; what is beyond its room is left out. */
struct h_text {
    char *bytes;
    size_t room, n;
};

struct h_ending {
    const char *kind, *how;
    int number;               /* after `how`; 0: none */
    struct h_known_row *row;  /* that expects such an end of the case that is run, or NULL */
};

/* Notes what is under way, as the harness has it: the case; and the MPI procedure that is asked of what came. */
void h_ending_note(void);
void h_ending_note_check(void);

/* Writes how the process ends, and the counts with that. */
void h_ending_print(struct h_text *text, const struct h_ending *e);

/* Writes that the case under way fails as a known issue expects; what the rank has counted. */
void h_ending_print_known(struct h_text *text);
void h_ending_print_counts(struct h_text *text);

#endif
