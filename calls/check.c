/* What fails beside the calls of the application: queries of the hooks' own, and memory. */
#include "calls.h"

#include <stdio.h>
#include <stdlib.h>

bool calls_worked(int code, const char *name)
{
    static bool is_said;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;

    if (code == MPI_SUCCESS)
        return true;
    if (!is_said && PMPI_Error_string(code, text, &length) != MPI_SUCCESS)
        snprintf(text, sizeof text, "error %d", code);
    if (!is_said)
        fprintf(stderr, "calls: %s, called by a wrapper, expected MPI_SUCCESS: %s\n", name, text);
    is_said = true;
    return false;
}

void *calls_resize(void *memory, size_t size)
{
    void *now = realloc(memory, size > 0 ? size : 1);

    if (!now) {
        fprintf(stderr, "calls: no memory for %zu bytes\n", size);
        exit(1);
    }
    return now;
}

void *calls_allocate(size_t n, size_t size)
{
    void *memory = calloc(n > 0 ? n : 1, size);

    if (!memory) {
        fprintf(stderr, "calls: no memory for %zu times %zu bytes\n", n, size);
        exit(1);
    }
    return memory;
}
