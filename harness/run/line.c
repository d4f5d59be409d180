/* Texts: of files, of options, of what is printed. */
#include "run/line.h"
#include "state.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All of a file; NULL if it cannot be read. */
static char *contents(const char *file)
{
    FILE *in = fopen(file, "r");
    char *text = NULL;
    long n = 0;
    int byte;
    bool good;

    if (!in)
        return NULL;
    while ((byte = getc(in)) != EOF) {
        text = h_grow(text, n, 1);
        text[n++] = (char) byte;
    }
    text = h_grow(text, n, 1);
    text[n] = '\0';
    good = !ferror(in);
    fclose(in);
    if (!good)
        free(text);
    return good ? text : NULL;
}

/* Rank 0 reads for all, so that all decide alike.  Not through the profiling interface: see h_allreduce. */
char *h_file_text(const char *file)
{
    char *text = harness.rank == 0 ? contents(file) : NULL;
    int size = text ? (int) strlen(text) + 1 : 0;

    H_MPI(PMPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD));
    if (size == 0)
        return NULL;
    if (harness.rank != 0)
        text = h_alloc(size);
    H_MPI(PMPI_Bcast(text, size, MPI_CHAR, 0, MPI_COMM_WORLD));
    return text;
}

bool h_parse_number(const char *text, long long min, long long max, long long *value)
{
    if (*text == '\0' || text[strspn(text, "0123456789")] != '\0')
        return false;
    errno = 0;
    *value = strtoll(text, NULL, 10);
    return errno == 0 && *value >= min && *value <= max;
}

const char *h_next_word(const char *list, char word[H_TEXT])
{
    size_t n = strcspn(list, ",");

    snprintf(word, H_TEXT, "%.*s", (int) n, list);
    return list[n] == ',' ? list + n + 1 : NULL;
}

void h_line_add(struct h_line *line, const char *format, ...)
{
    va_list args;
    size_t used;
    int n;

    va_start(args, format);
    n = vsnprintf(line->at, line->left, format, args);
    va_end(args);
    used = n < 0 ? 0 : (size_t) n < line->left ? (size_t) n : line->left - 1;
    line->at += used;
    line->left -= used;
}

bool h_write_out(const char *bytes, size_t n)
{
    for (ssize_t done; n > 0; bytes += done, n -= (size_t) done)
        if ((done = write(STDOUT_FILENO, bytes, n)) <= 0)
            return false;
    return true;
}

uint64_t h_hash_more(uint64_t hash, const char *text)
{
    const uint64_t prime = 1099511628211u, end = 256;

    for (; *text; text++)
        hash = (hash ^ (unsigned char) *text) * prime;
    return (hash ^ end) * prime;
}

uint64_t h_hash_text(const char *text)
{
    return h_hash_more(H_HASH_NOTHING, text);
}
