/* Known issues of MPI libraries: rows of known-issues/known-issues.txt, and of the files that DTP_KNOWN_ISSUES names. */
#ifndef HARNESS_KNOWN_H
#define HARNESS_KNOWN_H

#include "where.h"

/* Reads the rows that are about the MPI in use; alike on all ranks.  0 or an exit status with the reason in `why`. */
int h_known_read(char *why, size_t size);
void h_known_free(void);

/* Whether a row says that the case is not to be run; or that a check of it, by an MPI procedure, is not to be made. */
bool h_known_avoids_case(const struct h_case *c);
bool h_known_avoids_check(const struct h_case *c, const char *procedure);

/* The case begins: notes which rows cover it. */
void h_known_cover(const struct h_case *c);

/* Whether a failure of the case is one that a row expects. */
bool h_known_expects(const struct h_case *c, const struct h_failure *failure);

/* Prints, for each row that was met, how many cases it covered and how many of them failed or were avoided. */
void h_known_print(void);

#endif
