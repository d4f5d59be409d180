/* Collective operations that synchronise. */
#include "liberties.h"

#include <string.h>

/* Blocking ones: their names are those of their rows, or the same with large counts. */
static bool is_blocking_collective(const struct calls_call *c)
{
    static const char *const families[] = {"collective", "reduction", "neighbourhood"};
    const struct calls_procedure *p = c->procedure;
    const size_t n = strlen(p->row);
    bool is_collective = false;

    for (size_t k = 0; k < sizeof families / sizeof families[0]; k++)
        is_collective |= strcmp(p->family, families[k]) == 0;
    return is_collective && strncmp(p->name, p->row, n) == 0 && (!p->name[n] || strcmp(&p->name[n], "_c") == 0);
}

static void meet(const struct calls_call *c)
{
    if (is_blocking_collective(c) && !calls_is(c, "MPI_Barrier") && calls_comm(c) != MPI_COMM_NULL)
        PMPI_Barrier(calls_comm(c));
}

void meet_before(struct calls_call *c)
{
    meet(c);
}

void meet_after(struct calls_call *c)
{
    if (c->code == MPI_SUCCESS)
        meet(c);
}
