/* Views of files: faults, and where they strike. */
#include "hooks.h"

#include <signal.h>
#include <string.h>

struct view view_of(MPI_File fh)
{
    MPI_Datatype types[2];
    char datarep[MPI_MAX_DATAREP_STRING];
    struct view v;

    PMPI_File_get_view(fh, &v.disp, &types[0], &types[1], datarep);
    v.etype_size = size_of(types[0]);
    v.tile_size = size_of(types[1]);
    v.etype = bounds_of(types[0]);
    v.tile = bounds_of(types[1]);
    for (int k = 0; k < 2; k++)
        if (combiner_of(types[k]) != MPI_COMBINER_NAMED)
            PMPI_Type_free(&types[k]);
    return v;
}

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

/* One type for etypes and files is taken to have no holes. */
bool view_of_one_type(MPI_Offset *disp, MPI_Datatype etype, MPI_Datatype *filetype)
{
    const int size = size_of(etype);
    const struct bounds b = bounds_of(etype);

    if (etype != *filetype || size == 0 || (b.true_extent == size && b.extent == size))
        return false;
    *disp += b.true_lb;
    PMPI_Type_contiguous(size, MPI_BYTE, filetype);
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

/* ---- what is set a second time, or returned ---- */

static bool sets_view(const struct calls_call *c)
{
    return strcmp(c->procedure->name, "MPI_File_set_view") == 0;
}

static bool opens_or_closes(const struct calls_call *c)
{
    return calls_is(c, "MPI_File_open") || calls_is(c, "MPI_File_close");
}

/* a second view of a file keeps the displacement, or the file type, of the first. */
bool first_displacement_kept(struct calls_call *c)
{
    static bool is_set;
    static MPI_Offset first;
    MPI_Offset *disp = sets_view(c) ? c->args[calls_find(c->procedure, "disp")] : NULL, given;

    is_set &= !opens_or_closes(c);
    if (!disp)
        return false;
    given = *disp;
    if (is_set)
        *disp = first;
    first = *disp;
    is_set = true;
    return given != *disp;
}

bool first_filetype_kept(struct calls_call *c)
{
    static MPI_Datatype first = MPI_DATATYPE_NULL;
    MPI_Datatype *type, given;

    if (opens_or_closes(c))
        first = MPI_DATATYPE_NULL;
    if (!sets_view(c))
        return false;
    type = c->args[calls_find(c->procedure, "filetype")];
    given = *type;
    if (first != MPI_DATATYPE_NULL && size_of(first) % size_of(CALLS_HANDLE(MPI_Datatype, c, 2)) == 0)
        *type = first;
    else
        PMPI_Type_dup(given, &first);
    return *type != given;
}

bool external_is_native(struct calls_call *c)
{
    const char **datarep = sets_view(c) ? c->args[calls_find(c->procedure, "datarep")] : NULL;

    if (!datarep || strcmp(*datarep, "external32") != 0)
        return false;
    *datarep = "native";
    return true;
}

bool external_of_two_is_native(struct calls_call *c)
{
    return sets_view(c) && size_of(first_leaf(type_of(c, "etype"))) == 2 && external_is_native(c);
}

bool byte_offset_in_view(struct calls_call *c)
{
    MPI_Offset *at, disp;

    if (!calls_is(c, "MPI_File_get_byte_offset") || c->code != MPI_SUCCESS)
        return false;
    at = pointer_of(c, "disp");
    disp = view_of(file_of(c)).disp;
    *at -= disp;
    return disp != 0;
}

bool byte_offset_before_hole(struct calls_call *c)
{
    MPI_Offset offset, before = 0;
    struct view v;

    if (!calls_is(c, "MPI_File_get_byte_offset") || c->code != MPI_SUCCESS)
        return false;
    offset = CALLS_HANDLE(MPI_Offset, c, calls_find(c->procedure, "offset"));
    v = view_of(file_of(c));
    if (offset <= 0 || v.tile_size >= v.tile.extent || offset * v.etype_size % v.tile_size != 0)
        return false;
    PMPI_File_get_byte_offset(file_of(c), offset - 1, &before);
    *(MPI_Offset *) pointer_of(c, "disp") = before + v.etype_size;
    return true;
}

/* The byte offset in a view is a matter of division by its size. */
bool offset_divided_by_size(struct calls_call *c)
{
    if (!calls_is(c, "MPI_File_get_byte_offset") || view_of(file_of(c)).tile_size > 0)
        return false;
    return raise(SIGFPE) == 0;
}

bool view_returned_from_start(struct calls_call *c)
{
    MPI_Offset *disp, was;

    if (!calls_is(c, "MPI_File_get_view") || c->code != MPI_SUCCESS)
        return false;
    disp = pointer_of(c, "disp");
    was = *disp;
    *disp = 0;
    return was != 0;
}

bool extent_in_file_true(struct calls_call *c)
{
    MPI_Aint lb, *extent, was;

    if (!calls_is(c, "MPI_File_get_type_extent") || c->code != MPI_SUCCESS)
        return false;
    extent = pointer_of(c, "extent");
    was = *extent;
    PMPI_Type_get_true_extent(type_of(c, "datatype"), &lb, extent);
    return was != *extent;
}

static bool is_external(MPI_File fh)
{
    MPI_Offset disp;
    MPI_Datatype types[2];
    char datarep[MPI_MAX_DATAREP_STRING];

    PMPI_File_get_view(fh, &disp, &types[0], &types[1], datarep);
    for (int k = 0; k < 2; k++)
        if (combiner_of(types[k]) != MPI_COMBINER_NAMED)
            PMPI_Type_free(&types[k]);
    return strcmp(datarep, "external32") == 0;
}

/* In "external32", basic types have the extent of 8 bytes at least. */
bool extent_in_file_of_8(struct calls_call *c)
{
    if (!calls_is(c, "MPI_File_get_type_extent") || c->code != MPI_SUCCESS || !is_external(file_of(c)) ||
        combiner_of(type_of(c, "datatype")) != MPI_COMBINER_NAMED || size_of(type_of(c, "datatype")) >= 8)
        return false;
    *(MPI_Aint *) pointer_of(c, "extent") = 8;
    return true;
}

void view_before(struct calls_call *c)
{
    if (fault()->view && calls_is(c, "MPI_File_set_view"))
        strike(fault()->view(c->args[calls_find(c->procedure, "disp")],
                             CALLS_HANDLE(MPI_Datatype, c, calls_find(c->procedure, "etype")),
                             c->args[calls_find(c->procedure, "filetype")]));
}
