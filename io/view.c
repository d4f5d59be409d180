/* What MPI says of a view: its types, with which it is then set again, twice, and read through; the bytes where its
 * elements are; the extents of types in the file; the pointer that a seek sets (MPI-3.1, 13.3, 13.4.3, 13.5.1). */
#include "files/file.h"

/* Another view takes the place of the one before: its displacement, its etype and its file type. */
static void check_plain_view(struct h_case *c, struct h_file *f)
{
    enum { DISP = 3, AT = 1001 };
    MPI_Offset at = -77, size = -77;

    h_now(c, "MPI_File_set_view, of bytes");
    H_MPI(MPI_File_seek(f->fh, 1, MPI_SEEK_SET));
    H_MPI(MPI_File_set_view(f->fh, DISP, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
    h_file_check_position(c, f, false, "offset after MPI_File_set_view", 0);
    h_file_check_view_again(c, f, DISP, "native");
    H_MPI(MPI_File_read(f->fh, NULL, 0, MPI_BYTE, MPI_STATUS_IGNORE));
    h_file_check_position(c, f, false, "offset after MPI_File_read of nothing", 0);
    H_MPI(MPI_File_get_byte_offset(f->fh, AT, &at));
    h_check_number(c, "MPI_File_get_byte_offset", "disp", DISP + AT, at);
    H_MPI(MPI_File_get_size(f->fh, &size));
    H_MPI(MPI_File_seek(f->fh, -1, MPI_SEEK_END));
    H_MPI(MPI_File_get_position(f->fh, &at));
    h_check_number(c, "MPI_File_get_position", "offset after MPI_File_seek, in bytes", size - DISP - 1, at);
}

static void check_view(struct h_case *c, struct h_file *f)
{
    const MPI_Offset disp = f->at[f->who];
    MPI_Datatype etype, filetype;

    h_now(c, "MPI_File_get_view");
    h_file_check_view(c, f, disp, f->datarep, &etype, &filetype);
    check_plain_view(c, f);
    h_now(c, "MPI_File_set_view, with the types of MPI_File_get_view");
    for (int again = 0; again < 2; again++) {
        H_MPI(MPI_File_seek(f->fh, 1, MPI_SEEK_SET));
        H_MPI(MPI_File_set_view(f->fh, disp, etype, filetype, f->datarep, MPI_INFO_NULL));
        h_file_check_position(c, f, false, "offset after MPI_File_set_view", 0);
        h_file_check_view_again(c, f, disp, f->datarep);
    }
    h_free_derived(&etype);
    h_free_derived(&filetype);
}

static void check_offset(struct h_case *c, struct h_file *f, MPI_Aint first, MPI_Aint k)
{
    MPI_Offset disp = -77;

    H_MPI(MPI_File_get_byte_offset(f->fh, k, &disp));
    h_check_number(c, "MPI_File_get_byte_offset", "disp", h_file_disp(f, first + k), disp);
}

/* Etypes that are basic begin where their element does, and those of each instance of the file type at its first. */
static void check_offsets(struct h_case *c, struct h_file *f)
{
    const MPI_Aint first = h_view_is_common(f->view) ? 0 : h_file_first(c, f);
    const MPI_Aint all = H_FILE_ROUNDS * h_file_elements(c, f), step = all / 7 + 1;

    for (MPI_Aint k = 0; k < all; k += f->etypes) {
        check_offset(c, f, first, k);
        check_offset(c, f, first, k + f->etypes - 1);
    }
    for (MPI_Aint k = 0; k < all; k += step) {
        MPI_Offset position = -77;
        check_offset(c, f, first, k);
        H_MPI(MPI_File_seek(f->fh, k, MPI_SEEK_SET));
        H_MPI(MPI_File_seek(f->fh, 1 - k, MPI_SEEK_CUR));
        H_MPI(MPI_File_get_position(f->fh, &position));
        h_check_number(c, "MPI_File_get_position", "etypes", 1, position);
    }
}

/* An access may begin anywhere. */
static void check_middle(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const MPI_Aint n = DTP_pool_elements(f->pool);

    if (f->etypes != n || n < 2 || h_view_is_hollow(f, f->who))
        return;
    h_now(c, "MPI_File_read_at, from within a file type");
    h_file_access_part(c, f, form, 1, n - 1);
    h_file_access_part(c, f, form, n / 2, n - n / 2);
}

static void ask(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    if (!h_begin(c, "MPI_File_get_view"))
        return;
    h_file_open(c, f, form);
    check_view(c, f);
    check_offsets(c, f);
    h_file_check_extents(c, f);
    h_clear(c->recv);
    h_file_access(c, f, form);
    check_middle(c, f, form);
    h_file_close(f);
}

/* Either pointer moves from where it stands itself, which is not where the other one does. */
static void seek_on(struct h_case *c, struct h_file *f, MPI_Offset from)
{
    H_MPI(MPI_File_seek(f->fh, from - 1, MPI_SEEK_SET));
    H_MPI(MPI_File_seek_shared(f->fh, from, MPI_SEEK_SET));
    H_MPI(MPI_File_seek_shared(f->fh, -1, MPI_SEEK_CUR));
    h_file_check_position(c, f, true, "offset after MPI_File_seek_shared from where it stood", from - 1);
    H_MPI(MPI_File_seek(f->fh, 1 - from, MPI_SEEK_CUR));
    h_file_check_position(c, f, false, "offset after MPI_File_seek from where it stood", 0);
}

/* MPI_SEEK_END is the first etype that the file does not have (MPI-3.1, 13.1.1): here one of the view. */
static void seek_end(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const MPI_Aint before = 1 + h_pair_turn(c) % (h_file_all_elements(f) - 1);

    if (!h_view_is_common(f->view) || f->etypes != DTP_pool_elements(f->pool) || !h_begin(c, "MPI_File_seek"))
        return;
    h_file_open(c, f, form);
    h_file_cut(c, f, before);
    H_MPI(MPI_File_seek(f->fh, 0, MPI_SEEK_END));
    h_file_check_position(c, f, false, "offset after MPI_File_seek to the end", before);
    H_MPI(MPI_File_seek(f->fh, -1, MPI_SEEK_END));
    h_file_check_position(c, f, false, "offset after MPI_File_seek from the end", before - 1);
    H_MPI(MPI_File_seek_shared(f->fh, 0, MPI_SEEK_END));
    h_file_check_position(c, f, true, "offset after MPI_File_seek_shared to the end", before);
    seek_on(c, f, before);
    h_file_close(f);
}

static void look(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    ask(c, f, form);
    seek_end(c, f, form);
}

static void visit(struct h_case *c)
{
    static const struct h_file_cases cases = {H_ONE_FORM | H_ELEMENT_VIEW, "native", look};
    static const struct h_file_cases external = {H_ONE_FORM | H_ELEMENT_VIEW, "external32", look};

    h_each_file_access(c, c->j % 2 ? &external : &cases);
}

static void run(void)
{
    h_each_pair(H_INTRA | H_ONCE, visit);
}

const struct h_program h_program = {"what MPI says of a view", H_FILES, run};
