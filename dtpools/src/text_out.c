#include "text_out.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

void dtpi_text_add(struct dtpi_text_out *out, const char *format, ...)
{
    const bool room = out->length < out->size;
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(room ? out->buf + out->length : NULL, room ? out->size - out->length : 0, format, args);
    va_end(args);
    out->length += n > 0 ? (size_t) n : 0;
}
