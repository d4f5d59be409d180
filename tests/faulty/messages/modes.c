/* Sends that are not of the mode that they are said to be. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

static bool ssend_plain_up_to(struct calls_call *c, MPI_Aint most)
{
    const bool is_init = strcmp(c->procedure->name, "MPI_Ssend_init") == 0;

    if ((!is_init && strcmp(c->procedure->name, "MPI_Ssend") != 0) ||
        number_of(c, "count") * (MPI_Aint) size_of(type_of(c, "datatype")) > most)
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
