/* A line that is to be written, or kept: its text grows argument by argument, and the handles that it names are known.
 *
 * All of it is 0 at first; its memory is used again by the next line.  No memory ends the process. */
#ifndef CALLS_RECORDER_LINE_H
#define CALLS_RECORDER_LINE_H

#include <stddef.h>

struct made;

struct line {
    char *text;
    size_t size, length;   /* of the text: allocated, and used without its end */
    struct made **of;      /* the handles that it names, borrowed */
    int num_of;
};

/* Empties the line. */
void line_begin(struct line *l);

/* Adds text, as printf. */
void line_add(struct line *l, const char *format, ...);

/* Adds a handle to those that it names, and its name to the text. */
void line_add_handle(struct line *l, struct made *m);

#endif
