/* C source that is written word by word, in lines of at most 116 columns. */
#ifndef DTPI_C_OUT_H
#define DTPI_C_OUT_H

#include <stdio.h>

struct dtpi_c_out {
    FILE *file;
    int column;
};

/* Writes a word, printf style, of at most 255 characters: to a new line, indented, where it does not fit this one. */
void dtpi_c_word(struct dtpi_c_out *out, const char *format, ...);

/* Writes a whole line, printf style, or ends the one that words began. */
void dtpi_c_line(struct dtpi_c_out *out, const char *format, ...);

#endif
