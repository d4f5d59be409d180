/* The hooks of the generated wrappers: each idea has its part of a call, in a file of its own. */
#include "calls/windows.h"

static int alive;

int types_alive(void)
{
    return alive;
}

void calls_before(struct calls_call *c)
{
    if (fault()->before)
        strike(fault()->before(c));
    constructor_before(c);
    query_before(c);
    request_before(c);
    arrival_before(c);
    origin_before(c);
    view_before(c);
    access_before(c);
    window_before(c);
    pending_before(c);
    operator_before(c);
    collective_before(c);
}

void calls_after(struct calls_call *c)
{
    pending_after(c);
    collective_after(c);
    operator_after(c);
    origin_after(c);
    arrival_after(c);
    request_after(c);
    if (c->code == MPI_SUCCESS)
        query_after(c);
    constructor_after(c);
    access_after(c);
    window_after(c);
    if (fault()->after)
        strike(fault()->after(c));
    alive += calls_is(c, "MPI_Type_commit");
    alive -= calls_is(c, "MPI_Type_free");
}
