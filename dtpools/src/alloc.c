#include "alloc.h"

#include "error.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

long dtpi_alloc_fails_in = -1;
long dtpi_alloc_held;

static int fails(size_t n, size_t size)
{
    if (size && n > SIZE_MAX / size)
        return 1;
    return dtpi_alloc_fails_in >= 0 && dtpi_alloc_fails_in-- == 0;
}

void *dtpi_realloc(void *p, size_t n, size_t size)
{
    void *q = fails(n, size) ? NULL : realloc(p, n > 0 && size > 0 ? n * size : 1);

    if (!q)
        (void) dtpi_error_mem(n * size);
    else if (!p)
        dtpi_alloc_held++;
    return q;
}

void *dtpi_alloc(size_t n, size_t size)
{
    return dtpi_realloc(NULL, n, size);
}

void dtpi_free(void *p)
{
    dtpi_alloc_held -= p != NULL;
    free(p);
}

void *dtpi_map(size_t bytes)
{
    void *p = fails(bytes, 1) ? MAP_FAILED : mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (p == MAP_FAILED) {
        (void) dtpi_error_mem(bytes);
        return NULL;
    }
    dtpi_alloc_held++;
    return p;
}

void dtpi_unmap(void *p, size_t bytes)
{
    dtpi_alloc_held--;
    (void) munmap(p, bytes);
}
