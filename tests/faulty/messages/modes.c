/* Sends that are not of the mode that they are said to be, and messages of no process. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

static bool ssend_plain_up_to(struct calls_call *c, MPI_Aint most)
{
    const bool is_init = strcmp(c->procedure->name, "MPI_Ssend_init") == 0;

    if ((!is_init && strcmp(c->procedure->name, "MPI_Ssend") != 0) ||
        bytes_of_call(c) > most)
        return false;
    c->skip = true;
    c->code = is_init ? PMPI_Send_init(pointer_of(c, "buf"), number_of(c, "count"), type_of(c, "datatype"),
                                       number_of(c, "dest"), number_of(c, "tag"), calls_comm(c),
                                       CALLS_HANDLES(MPI_Request, c, c->procedure->num_params - 1))
                      : PMPI_Send(pointer_of(c, "buf"), number_of(c, "count"), type_of(c, "datatype"),
                                  number_of(c, "dest"), number_of(c, "tag"), calls_comm(c));
    return true;
}

/* A synchronous send of 1 KiB and less, or of nothing, is a standard one. */
bool short_ssend_plain(struct calls_call *c)
{
    return ssend_plain_up_to(c, 1024);
}

bool empty_ssend_plain(struct calls_call *c)
{
    return ssend_plain_up_to(c, 0);
}

/* ---- synchronous sends, messages of no process ---- */

/* A synchronous send is complete before it is received, if it is short. */
bool issend_not_synchronous(struct calls_call *c)
{
    if (strcmp(c->procedure->name, "MPI_Issend") != 0)
        return false;
    c->code = PMPI_Isend(pointer_of(c, "buf"), number_of(c, "count"), type_of(c, "datatype"), number_of(c, "dest"),
                         number_of(c, "tag"), calls_comm(c), calls_pointer(c, calls_find(c->procedure, "request")));
    c->skip = true;
    return true;
}

/* A message from no process is one that changes the buffer. */
bool no_message_writes(struct calls_call *c)
{
    MPI_Message *message;

    if (strncmp(c->procedure->name, "MPI_Mrecv", 9) != 0)
        return false;
    message = calls_pointer(c, calls_find(c->procedure, "message"));
    if (*message != MPI_MESSAGE_NO_PROC || number_of(c, "count") == 0)
        return false;
    return touch_first(calls_pointer(c, 0), number_of(c, "count"), type_of(c, "datatype"));
}
