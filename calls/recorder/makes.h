/* The lines of the record that say how handles were made.  They are kept when the handles are made, and are written in
 * each case that uses these, before it does, after those of what they were made of. */
#ifndef CALLS_RECORDER_MAKES_H
#define CALLS_RECORDER_MAKES_H

#include "handles.h"
#include "line.h"

/* The line, `call` and what follows, has made the handle; has changed it since.  What it names must stay. */
void make_keep(struct made *m, const struct line *l);
void make_keep_change(struct made *m, const struct line *l);

/* Writes how a handle was made, unless this case has it already. */
void make_write(struct made *m);

/* A case begins: writes how many types there are, if they are many, and how communicators, windows and files were made:
 * several ranks make them together, all of them in the same order, whether this rank uses them or not. */
void make_begin_case(void);

#endif
