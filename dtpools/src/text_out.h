/* Text that is written piece by piece to a buffer, snprintf style. */
#ifndef DTPI_TEXT_OUT_H
#define DTPI_TEXT_OUT_H

#include <stddef.h>

struct dtpi_text_out {
    char *buf;
    size_t size, length; /* length of the whole text, also where it does not fit */
};

/* Adds a piece, printf style. */
void dtpi_text_add(struct dtpi_text_out *out, const char *format, ...);

#endif
