/* What a failure prints. */
#ifndef HARNESS_REPORT_H
#define HARNESS_REPORT_H

#include "harness.h"
#include "case/where.h"

#include <stdarg.h>
#include <stddef.h>

/* The MPI procedure that is asked of what came, from here on, or NULL: failures name it. */
void h_ask(const char *procedure);

/* Prints all there is to say about a failure; o: the object that failed, or NULL. */
void h_report(const struct h_case *c, const struct h_obj *o, const struct h_failure *failure, const char *format,
              va_list args);

/* As h_fail. */
void h_fail_as(const struct h_case *c, const struct h_obj *o, const struct h_failure *failure, const char *format, ...);

/* Ends the test on all ranks. */
void h_fail_at_once(const char *kind, const char *format, ...);

/* Says how many failures of this rank were not printed. */
void h_report_rest(void);

/* The line that replays the case that is run, or the pair that is visited, or the whole test. */
void h_replay_line(char *line, size_t size);

#endif
