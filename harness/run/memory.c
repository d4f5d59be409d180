/* Memory that the harness cannot do without. */
#include "harness.h"
#include "run/report.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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

void *h_map(MPI_Aint bytes)
{
    void *memory = mmap(NULL, (size_t) bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                        0);

    return memory == MAP_FAILED ? NULL : memory;
}

void h_unmap(void *memory, MPI_Aint bytes)
{
    (void) munmap(memory, (size_t) bytes);
}
