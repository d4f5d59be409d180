/* What is under way, should the process end early or a case not end. */
#ifndef HARNESS_CRASH_H
#define HARNESS_CRASH_H

#include "harness.h"

/* From now on, what is under way is written should the process end early, or a case take more than DTP_HANG seconds;
 * what that is, as the harness has it; the case has come to another step; nothing is written any more. */
void h_crash_watch(void);
void h_crash_note(void);
void h_crash_step(void);
void h_crash_over(void);

/* A file that is removed should the process end early, until it is no longer to be; its name stays as it is for so
 * long. */
void h_crash_removes(const char *name);
void h_crash_keeps(const char *name);

/* A file (DTP_PLACE) in which a process that is killed leaves what it was doing: opens it; writes the case to it, and
 * the row of known issues that expects its end, or NULL; empties it. */
struct h_known_row;
void h_place_begin(void);
void h_place_note(struct h_known_row *known);
void h_place_leave(void);

/* The case that is run ends the test as a row of known issues expects: says so.  Says what the rank has counted so far.
 * Both may be called in a signal handler. */
void h_crash_known(struct h_known_row *row);
void h_crash_counts(void);

#endif
