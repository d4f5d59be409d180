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

/* What replaces a file type lives as long as the process. */
static MPI_Datatype committed(MPI_Datatype type)
{
    PMPI_Type_commit(&type);
    return type;
}

/* The first byte of the file type that is not a hole is at the displacement of the view. */
bool view_starts_lost(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype)
{
    MPI_Aint lb, extent, true_lb, true_extent, back;
    MPI_Datatype moved;

    (void) disp;
    (void) etype;
    PMPI_Type_get_extent(*filetype, &lb, &extent);
    PMPI_Type_get_true_extent(*filetype, &true_lb, &true_extent);
    if (true_lb == 0)
        return false;
    back = -true_lb;
    PMPI_Type_create_hindexed_block(1, 1, &back, *filetype, &moved);
    PMPI_Type_create_resized(moved, 0, extent, filetype);
    PMPI_Type_free(&moved);
    *filetype = committed(*filetype);
    return true;
}

/* The file type is tiled without the holes at its end. */
bool view_tiled_by_true_extent(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype)
{
    MPI_Aint lb, extent, true_lb, true_extent;
    MPI_Datatype tiled;

    (void) disp;
    (void) etype;
    PMPI_Type_get_extent(*filetype, &lb, &extent);
    PMPI_Type_get_true_extent(*filetype, &true_lb, &true_extent);
    if (extent <= true_lb + true_extent)
        return false;
    PMPI_Type_create_resized(*filetype, lb, true_lb + true_extent - lb, &tiled);
    *filetype = committed(tiled);
    return true;
}

void view_before(struct calls_call *c)
{
    if (fault()->view && calls_is(c, "MPI_File_set_view"))
        strike(fault()->view(c->args[calls_find(c->procedure, "disp")],
                             CALLS_HANDLE(MPI_Datatype, c, calls_find(c->procedure, "etype")),
                             c->args[calls_find(c->procedure, "filetype")]));
}
