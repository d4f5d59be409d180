/* Sends that are not of the mode that they are said to be. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

/* A synchronous send of 1 KiB and less is a standard one. */
bool short_ssend_plain(struct calls_call *c)
{
    const bool is_init = strcmp(c->procedure->name, "MPI_Ssend_init") == 0;

    if ((!is_init && strcmp(c->procedure->name, "MPI_Ssend") != 0) ||
        number_of(c, "count") * (MPI_Aint) size_of(type_of(c, "datatype")) > 1024)
        return false;
    c->skip = true;
    c->code = is_init ? PMPI_Send_init(pointer_of(c, "buf"), number_of(c, "count"), type_of(c, "datatype"),
                                       number_of(c, "dest"), number_of(c, "tag"), calls_comm(c),
                                       CALLS_HANDLES(MPI_Request, c, c->procedure->num_params - 1))
                      : PMPI_Send(pointer_of(c, "buf"), number_of(c, "count"), type_of(c, "datatype"),
                                  number_of(c, "dest"), number_of(c, "tag"), calls_comm(c));
    return true;
}
