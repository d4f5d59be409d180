/* Views of files: faults, and where they strike. */
#include "hooks.h"

bool view_displacement_lost(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype)
{
    const bool strikes = *disp != 0;

    (void) etype;
    (void) filetype;
    *disp = 0;
    return strikes;
}

bool view_without_holes(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype)
{
    const bool strikes = depth_of(*filetype) > 0;

    (void) disp;
    *filetype = etype;
    return strikes;
}

void view_before(struct calls_call *c)
{
    if (fault()->view && calls_is(c, "MPI_File_set_view"))
        strike(fault()->view(c->args[calls_find(c->procedure, "disp")],
                             CALLS_HANDLE(MPI_Datatype, c, calls_find(c->procedure, "etype")),
                             c->args[calls_find(c->procedure, "filetype")]));
}
