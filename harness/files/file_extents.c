/* What MPI says of the extents of types in a file (MPI-3.1, 13.5). */
#include "case/extent.h"
#include "case/pools.h"
#include "files/file.h"

#include <stdbool.h>
#include <string.h>

static void check_extent(struct h_case *c, MPI_File fh, MPI_Datatype type, const char *what, MPI_Aint expected)
{
    MPI_Aint found = -77;

    H_MPI(MPI_File_get_type_extent(fh, type, &found));
    h_check_number(c, "MPI_File_get_type_extent", what, expected, found);
#ifdef HAVE_MPI_FILE_GET_TYPE_EXTENT_C
    MPI_Count large = -77;
    H_MPI(MPI_File_get_type_extent_c(fh, type, &large));
    h_check_number(c, "MPI_File_get_type_extent_c", what, expected, large);
#endif
}

/* The extent of an element in the file: in "external32" its size, since all data are byte aligned there (MPI-3.1,
 * 13.5.2).  False where the standard does not say. */
static bool find_extent(const struct h_file *f, MPI_Datatype element, MPI_Aint *extent)
{
    MPI_Aint bytes;

    *extent = h_extent_by_mpi(element);
    if (strcmp(f->datarep, "native") == 0)
        return true;
    if (strcmp(f->datarep, "external32") != 0 || DTP_pool_external_bytes(f->pool, &bytes) != DTP_SUCCESS)
        return false;
    *extent = bytes / DTP_pool_elements(f->pool);
    return true;
}

/* A basic type, and n of them one after the other: that is portable, and MPI scales its displacements (MPI-3.1,
 * 13.5.1). */
static void check_elements(struct h_case *c, const struct h_file *f)
{
    const int plain = h_plain_index(f->pool), n = (int) DTP_pool_elements(f->pool);
    MPI_Datatype element, all;
    MPI_Aint extent;

    H_DTP(DTP_obj_type_create(f->pool, plain, &element));
    if (find_extent(f, element, &extent)) {
        H_MPI(MPI_Type_contiguous(n, element, &all));
        H_MPI(MPI_Type_commit(&all));
        check_extent(c, f->fh, element, "extent of an element", extent);
        check_extent(c, f->fh, all, "extent of all elements", n * extent);
        H_MPI(MPI_Type_free(&all));
    }
    H_DTP(DTP_obj_type_free(f->pool, plain, &element));
}

void h_file_check_extents(struct h_case *c, const struct h_file *f)
{
    const MPI_Datatype type = c->recv.mpi->DTP_obj_type;

    if (!h_asks(c, "MPI_File_get_type_extent"))
        return;
    if (f->has_known_bytes)
        check_extent(c, f->fh, type, "extent", h_extent_by_mpi(type));
    if (!strchr(DTP_pool_signature(f->pool), ','))
        check_elements(c, f);
}
