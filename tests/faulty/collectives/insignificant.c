/* Faults of arguments that play no part on a process: buffers that are written all the same, arguments that are
 * checked. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

/* On a process that is not the root, within one group. */
static bool is_away_from_root(const struct calls_call *c)
{
    const int root = calls_find(c->procedure, "root");
    int rank, is_inter;

    if (root < 0)
        return false;
    PMPI_Comm_test_inter(calls_comm(c), &is_inter);
    PMPI_Comm_rank(calls_comm(c), &rank);
    return !is_inter && (int) calls_number(c, root) != rank;
}

static bool write_elsewhere(struct calls_call *c, const char *row)
{
    unsigned char *buf;

    if (c->code != MPI_SUCCESS || strcmp(c->procedure->name, row) != 0 || !is_away_from_root(c))
        return false;
    buf = pointer_of(c, "recvbuf");
    if (!buf || buf == MPI_IN_PLACE)
        return false;
    *buf ^= 0x5a;
    return true;
}

bool gather_writes_elsewhere(struct calls_call *c)
{
    return write_elsewhere(c, "MPI_Gather");
}

bool gatherv_writes_elsewhere(struct calls_call *c)
{
    return write_elsewhere(c, "MPI_Gatherv");
}

bool reduce_writes_elsewhere(struct calls_call *c)
{
    return write_elsewhere(c, "MPI_Reduce");
}

static bool refuse(struct calls_call *c, int class)
{
    c->skip = true;
    c->code = PMPI_Comm_call_errhandler(calls_comm(c), class);
    c->code = class;
    return true;
}

/* The type on the other side of a rooted operation must be none. */
bool scatter_checks_type(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Scatter") || !is_away_from_root(c) || type_of(c, "sendtype") != MPI_DATATYPE_NULL)
        return false;
    return refuse(c, MPI_ERR_TYPE);
}

bool gatherv_checks_counts(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Gatherv") || !is_away_from_root(c) || pointer_of(c, "recvcounts"))
        return false;
    return refuse(c, MPI_ERR_ARG);
}

/* The type of what is in place must be none. */
bool in_place_checks_type(struct calls_call *c)
{
    const int buf = calls_find(c->procedure, "sendbuf"), type = calls_find(c->procedure, "sendtype");

    if (buf < 0 || type < 0 || calls_pointer(c, buf) != MPI_IN_PLACE || c->procedure->params[type].is_pointer ||
        CALLS_HANDLE(MPI_Datatype, c, type) != MPI_DATATYPE_NULL)
        return false;
    return refuse(c, MPI_ERR_TYPE);
}

/* What is in place has a count that must be 0 or more. */
bool in_place_checks_count(struct calls_call *c)
{
    const int buf = calls_find(c->procedure, "sendbuf"), count = calls_find(c->procedure, "sendcount");

    if (buf < 0 || count < 0 || calls_pointer(c, buf) != MPI_IN_PLACE || calls_number(c, count) >= 0)
        return false;
    return refuse(c, MPI_ERR_COUNT);
}

/* A count of 0 of what is to be sent is taken for that of what is received. */
static bool sends_nothing;

bool note_count_elsewhere(struct calls_call *c)
{
    sends_nothing = calls_is(c, "MPI_Scatter") && is_away_from_root(c) && number_of(c, "sendcount") == 0;
    return false;
}

LOSES_IF(scatter_nothing_elsewhere, l->call == COLLECTIVE && sends_nothing)

/* Where there are no neighbours there must be counts all the same. */
bool neighbours_check_counts(struct calls_call *c)
{
    static const char *const counts[] = {"sendcounts", "recvcounts"};

    for (int k = 0; strstr(c->procedure->name, "eighbor_alltoallv") && k < 2; k++)
        if (!pointer_of(c, counts[k]))
            return refuse(c, MPI_ERR_COUNT);
    return false;
}

/* A receive of nothing from MPI_PROC_NULL, a message of nothing: the buffer must not be NULL. */
bool nothing_checks_buffer(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Send") || number_of(c, "count") != 0 || calls_pointer(c, 0))
        return false;
    return refuse(c, MPI_ERR_BUFFER);
}
