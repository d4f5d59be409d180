/* Of many known issues the few that a case, or a check of it, may be one of. */
#ifndef HARNESS_CANDIDATES_H
#define HARNESS_CANDIDATES_H

#include "case/known_rows.h"

/* A condition of a row. */
struct h_candidate {
    struct h_known_row *row;
    const struct h_condition *where;
};

/* Candidates: conditions that ask for no other program, operation or procedure than these, in the order of the rows. */
struct h_candidates {
    char *operation, *check; /* of a case, and of a failure or NULL; empty where it has none */
    int n;
    struct h_candidate *list;
    struct h_candidates *next;
};

/* Rows, and what was found among them for the operations and procedures of the test that runs. */
enum { H_CANDIDATE_LISTS = 64 };
struct h_known_list {
    struct h_known_row *rows;
    int n;
    struct h_candidates *found[H_CANDIDATE_LISTS];
};

/* The conditions that may hold for the case and the failure, which may be NULL.  They are the list's, and stay until
 * h_candidates_forget, which a test calls when it begins, and before rows are added. */
const struct h_candidates *h_candidates(struct h_known_list *list, const struct h_case *c,
                                        const struct h_failure *failure);
void h_candidates_forget(struct h_known_list *list);

#endif
