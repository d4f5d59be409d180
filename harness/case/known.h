/* Known issues of MPI libraries: rows of known-issues/known-issues.txt, and of the files that DTP_KNOWN_ISSUES
 * names. */
#ifndef HARNESS_KNOWN_H
#define HARNESS_KNOWN_H

#include "case/known_rows.h"

struct h_line;

/* A test begins: reads the rows that are about the MPI in use, unless a test before has; alike on all ranks.  0 or an
 * exit status with the reason in `why`.  Free them after the last test. */
int h_known_begin(char *why, size_t size);
void h_known_free(void);

/* Whether a row says that the case is not to be run; or that a check of it, by an MPI procedure, is not to be made. */
bool h_known_avoids_case(const struct h_case *c);
bool h_known_avoids_check(const struct h_case *c, const char *procedure);

/* The case begins: notes which rows cover it. */
void h_known_cover(const struct h_case *c);

/* The row that expects such a failure of the case, or NULL. */
struct h_known_row *h_known_row_of(const struct h_case *c, const struct h_failure *failure);

/* The row that expects the case to crash in this procedure, which is asked of what came; NULL if none names it. */
struct h_known_row *h_known_crash_in(const struct h_case *c, const char *procedure);

/* The case has failed as this row expects; may be called in a signal handler. */
void h_known_count(struct h_known_row *row);

/* Whether a failure of the case is one that a row expects: then it is counted. */
bool h_known_expects(const struct h_case *c, const struct h_failure *failure);

/* Adds the names of the issues of other versions of this MPI that are like such a failure of the case, each after a
 * blank. */
void h_known_elsewhere(const struct h_case *c, const struct h_failure *failure, struct h_line *line);

/* Row k, or NULL past the last one. */
const struct h_known_row *h_known_row(int k);

/* Prints, for each row that was met, how many cases it covered and how many of them failed or were avoided. */
void h_known_print(void);

#endif
