/* Facts: what is true of a case, or of a failure of it, as short name=value pairs.  Everything that asks for some cases
 * asks for their facts: -where, known issues, reports, replay lines, coverage. */
#ifndef HARNESS_FACTS_H
#define HARNESS_FACTS_H

#include "case/where.h"

/* A fact by its name of n characters; NULL if there is none.  All names, separated by blanks. */
const struct h_fact *h_fact_find(const char *name, size_t n);
const char *h_fact_names(void);

bool h_fact_is_number(const struct h_fact *fact);
bool h_fact_is_of_failure(const struct h_fact *fact);

/* Whether each object of the case is to be looked at to know it. */
bool h_fact_is_of_objects(const struct h_fact *fact);

/* Whether it is the program, the operation or the procedure that is asked. */
bool h_fact_is_of_calls(const struct h_fact *fact);

/* Finds the number of a value that the fact is compared with; NULL, or what was expected of its text. */
const char *h_fact_read(const struct h_fact *fact, struct h_value *value);

/* The number that a fact is; false if the case has none. */
bool h_fact_number(const struct h_fact *fact, const struct h_case *c, const struct h_failure *failure,
                   long long *number);

/* Whether the fact has this value; of facts with several values, whether this is one of them. */
bool h_fact_is(const struct h_fact *fact, const struct h_case *c, const struct h_failure *failure,
               const struct h_value *value);

/* Writes all facts of a case, and of a failure if there is one: name=value, separated by blanks. */
void h_facts_print(const struct h_case *c, const struct h_failure *failure, char *text, size_t size);

/* Writes the facts that distinguish a case from others of the same objects and communicator. */
void h_facts_print_name(const struct h_case *c, char *text, size_t size);

/* To be called when pools are freed. */
void h_facts_forget(void);

#endif
