/* What MPI says of the view of a file (MPI-3.1, 13.3). */
#include "files/file.h"

#include <string.h>

void h_file_check_view(struct h_case *c, struct h_file *f, MPI_Offset disp, const char *datarep, MPI_Datatype *etype,
                       MPI_Datatype *filetype)
{
    char found[MPI_MAX_DATAREP_STRING] = "";
    MPI_Offset at = -77;

    H_MPI(MPI_File_get_view(f->fh, &at, etype, filetype, found));
    h_check_number(c, "MPI_File_get_view", "disp", disp, at);
    if (strcmp(found, datarep) != 0)
        h_fail(c, "MPI_File_get_view: datarep: expected %s, found %s", datarep, found);
}

void h_file_check_view_again(struct h_case *c, struct h_file *f, MPI_Offset disp, const char *datarep)
{
    MPI_Datatype etype, filetype;

    h_file_check_view(c, f, disp, datarep, &etype, &filetype);
    h_free_derived(&etype);
    h_free_derived(&filetype);
}

void h_file_ask_of_nothing(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    MPI_Offset disp;

    if (!h_view_is_hollow(f, f->who))
        return;
    h_now(c, "MPI_File_get_byte_offset, in a view of size zero");
    if (h_asks(c, "MPI_File_get_byte_offset"))
        (void) MPI_File_get_byte_offset(f->fh, 0, &disp);
    h_now(c, "MPI_File_get_view, in a view of size zero");
    h_file_check_view_again(c, f, f->at[f->who], f->datarep);
    h_file_check_position(c, f, false, "offset after MPI_File_set_view", 0);
    h_file_check_extents(c, f);
    h_now(c, form->name);
}
