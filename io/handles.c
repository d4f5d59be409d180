/* The view and the pointers of a handle are its own: they stay as they are where the file is opened once more, with
 * another view, and where hints are set (MPI-3.1, 13.2.8, 13.3, 13.4.4). */
#include "files/file.h"

/* The other view: every third byte, from this displacement on; where its pointer is. */
enum { DISPLACEMENT = 5, STRIDE = 3, PLACE = 7 };

static void open_once_more(const struct h_case *c, const struct h_file *f, MPI_File *fh)
{
    MPI_Datatype type;

    H_MPI(MPI_File_open(c->comm->comm, f->name, MPI_MODE_RDONLY, MPI_INFO_NULL, fh));
    H_MPI(MPI_Type_create_resized(MPI_BYTE, 0, STRIDE, &type));
    H_MPI(MPI_Type_commit(&type));
    H_MPI(MPI_File_set_view(*fh, DISPLACEMENT, MPI_BYTE, type, "native", MPI_INFO_NULL));
    H_MPI(MPI_Type_free(&type));
    H_MPI(MPI_File_seek(*fh, PLACE, MPI_SEEK_SET));
}

static void check_other(struct h_case *c, struct h_file *other)
{
    MPI_Offset offset = -77;

    H_MPI(MPI_File_get_byte_offset(other->fh, PLACE, &offset));
    h_check_number(c, "MPI_File_get_byte_offset", "bytes", DISPLACEMENT + STRIDE * PLACE, offset);
    h_file_check_position(c, other, false, "bytes", PLACE);
    h_file_check_position(c, other, true, "bytes", 0);
}

static void set_hints(struct h_case *c, struct h_file *f)
{
    MPI_Offset position = -77;
    MPI_Info info;

    H_MPI(MPI_File_get_position(f->fh, &position));
    H_MPI(MPI_Info_create(&info));
    H_MPI(MPI_File_set_info(f->fh, info));
    H_MPI(MPI_Info_free(&info));
    h_file_check_position(c, f, false, "etypes after MPI_File_set_info", position);
}

static void access_parts(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const MPI_Aint n = DTP_pool_elements(f->pool), middle = (n + 1) / 2;

    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++) {
        h_file_access_part(c, f, form, 0, middle);
        set_hints(c, f);
        h_file_access_part(c, f, form, middle, n - middle);
    }
}

static void access_file(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    struct h_file other = {.fh = MPI_FILE_NULL};

    if (h_file_is_ordered(form) || !h_begin(c, form->name))
        return;
    h_file_open(c, f, form);
    open_once_more(c, f, &other.fh);
    if (h_pair_turn(c) % 2)
        h_view_set(c, f);
    access_parts(c, f, form);
    check_other(c, &other);
    H_MPI(MPI_File_close(&other.fh));
    h_file_finish(c, f, form);
}

static void run(void)
{
    static const struct h_file_cases cases = {H_ELEMENT_VIEW, "native", access_file};

    h_each_file(H_INTRA, 1, &cases);
}

const struct h_program h_program = {"the view and the pointer of a handle, beside another one", H_FILES, run};
