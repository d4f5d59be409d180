/* Text that grows at its end, in memory of a fixed size; its way out, and a number for it;
 * memory that the harness cannot do without. */
#include "run/line.h"
#include "run/report.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

char *h_copy(const char *text, size_t n)
{
    char *copy = h_alloc((MPI_Aint) n + 1);

    memcpy(copy, text, n);
    copy[n] = '\0';
    return copy;
}

void *h_grow(void *array, long n, size_t size)
{
    const bool is_full = (n & (n - 1)) == 0;
    void *grown = is_full ? realloc(array, (size_t) (n ? 2 * n : 1) * size) : array;

    if (!grown)
        h_fail_at_once("no-memory", "no memory for %ld entries of %zu bytes", 2 * n, size);
    return grown;
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
