#include "c_out.h"

#include <stdarg.h>
#include <string.h>

enum { COLUMNS = 116, LONGEST = 256 };

void dtpi_c_word(struct dtpi_c_out *out, const char *format, ...)
{
    static const char indent[] = "        ";
    char word[LONGEST];
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(word, sizeof word, format, args);
    va_end(args);
    if (out->column > 0 && out->column + n > COLUMNS) {
        /* a comma stays where it is */
        const size_t comma = word[0] == ',', blank = word[comma] == ' ';
        (void) fprintf(out->file, "%s\n%s", comma ? "," : "", indent);
        (void) fputs(word + comma + blank, out->file);
        out->column = (int) (sizeof indent - 1 + strlen(word + comma + blank));
        return;
    }
    (void) fputs(word, out->file);
    out->column += n;
}

void dtpi_c_line(struct dtpi_c_out *out, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void) vfprintf(out->file, format, args);
    va_end(args);
    (void) fputc('\n', out->file);
    out->column = 0;
}
