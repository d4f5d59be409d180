/* Places beyond 4 GiB of a file, of which nothing before them is written: views that begin there, explicit offsets,
 * seeks, and the size of the file (MPI-3.1, 13.3, 13.4). */
#include "files/file.h"

static const MPI_Offset first = ((MPI_Offset) 1 << 32) + 4099, apart = ((MPI_Offset) 1 << 31) + 16;

static MPI_Offset place_of(const struct h_case *c, int rank)
{
    return first + rank % c->comm->size * (apart + DTP_pool_bytes(c->send.pool));
}

static void set_view(MPI_File fh, MPI_Offset disp)
{
    H_MPI(MPI_File_set_view(fh, disp, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
}

static void check_size(struct h_case *c, MPI_File fh)
{
    const MPI_Offset expected = place_of(c, c->comm->size - 1) + DTP_pool_bytes(c->send.pool);
    MPI_Offset size = -77;

    H_MPI(MPI_File_sync(fh));
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_File_sync(fh));
    H_MPI(MPI_File_get_size(fh, &size));
    h_check_number(c, "MPI_File_get_size", "size", expected, size);
}

/* Each rank writes through a view of its own; it reads what the next one has written, and its own. */
static void reach(struct h_case *c)
{
    const int me = c->comm->rank, next = (me + 1) % c->comm->size;
    struct h_file_name name;
    MPI_File fh;

    h_file_name(c, &name);
    H_MPI(MPI_File_open(c->comm->comm, name.text, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh));
    set_view(fh, place_of(c, me));
    h_fill(c->send, h_mine(c, 0));
    H_MPI(MPI_File_write_at(fh, 0, H_ARGS(c->send), MPI_STATUS_IGNORE));
    h_check_intact(c, c->send, h_mine(c, 0));
    check_size(c, fh);
    set_view(fh, 0);
    h_clear(c->recv);
    H_MPI(MPI_File_read_at_all(fh, place_of(c, next), H_ARGS(c->recv), MPI_STATUS_IGNORE));
    h_check_received(c, c->recv, h_theirs(c, next, 0));
    h_clear(c->recv);
    H_MPI(MPI_File_seek(fh, place_of(c, me), MPI_SEEK_SET));
    H_MPI(MPI_File_read(fh, H_ARGS(c->recv), MPI_STATUS_IGNORE));
    h_check_received(c, c->recv, h_mine(c, 0));
    H_MPI(MPI_File_close(&fh));
    h_file_unname(c->comm, name.text);
}

static void visit(struct h_case *c)
{
    c->variant = "beyond-4-GiB";
    if (h_begin(c, "MPI_File_set_view"))
        reach(c);
}

static void run(void)
{
    h_each_pair(H_INTRA | H_ONCE, visit);
}

const struct h_program h_program = {"places beyond 4 GiB of a file", H_SENDS | H_FILES, run};
