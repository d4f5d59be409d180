/* Packed data may need more room than the data have bytes. */
#include "liberties.h"

void enlarge_packs(struct calls_call *c)
{
    enum { MORE = 24 };
    const int size = calls_find(c->procedure, "size");

    if (c->code != MPI_SUCCESS || (!calls_is(c, "MPI_Pack_size") && !calls_is(c, "MPI_Pack_external_size")))
        return;
    if (calls_entry(c, size, 0) != MPI_UNDEFINED)
        calls_set_entry(c, size, 0, calls_entry(c, size, 0) + MORE);
}
