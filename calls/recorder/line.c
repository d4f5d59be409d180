/* A line that grows. */
#include "line.h"

#include "calls.h"
#include "handles.h"

#include <stdarg.h>
#include <stdio.h>

void line_add(struct line *l, const char *format, ...)
{
    va_list args;
    int n;

    for (;;) {
        const size_t room = l->size - l->length;
        va_start(args, format);
        n = vsnprintf(room > 0 ? l->text + l->length : NULL, room, format, args);
        va_end(args);
        if (n < 0)
            return;
        if ((size_t) n < room)
            break;
        l->size = 2 * l->size + 256;
        l->text = calls_resize(l->text, l->size);
    }
    l->length += (size_t) n;
}

void line_begin(struct line *l)
{
    l->length = 0;
    l->num_of = 0;
    line_add(l, "%s", "");
}

void line_add_handle(struct line *l, struct made *m)
{
    line_add(l, "%c%d", m->letter, m->number);
    l->of = calls_resize(l->of, (size_t) (l->num_of + 1) * sizeof *l->of);
    l->of[l->num_of++] = m;
}
