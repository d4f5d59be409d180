/* Memory that the harness cannot do without. */
#include "harness.h"
#include "run/report.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void *h_alloc(MPI_Aint bytes)
{
    void *memory = malloc(bytes > 0 ? (size_t) bytes : 1);

    if (!memory)
        h_fail_at_once("no-memory", "no memory for %lld bytes", (long long) bytes);
    return memory;
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
