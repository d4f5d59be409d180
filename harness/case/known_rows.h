/* The text of known issues as rows. */
#ifndef HARNESS_KNOWN_ROWS_H
#define HARNESS_KNOWN_ROWS_H

#include "case/where.h"

struct h_known_row {
    char *issue;
    int num_where;
    struct h_condition *where; /* one of these must hold */
    char *fails;               /* kinds of failures, separated by blanks, or NULL */
    bool avoid;                /* the case; or the check, where a condition asks for something of a failure */
    bool elsewhere;            /* it is about other versions of the library */
    long covered, failed, avoided;
};

/* Takes a row; it is the function's from then on. */
typedef void h_known_row_f(const struct h_known_row *row);

/* Calls found with each row of the text that is about a library, by what MPI_Get_library_version says, or about other
 * versions of it.  False with the reason in `why`. */
bool h_known_rows(const char *file, const char *text, const char *library, h_known_row_f *found, char *why,
                  size_t size);
void h_known_row_free(struct h_known_row *row);

#endif
