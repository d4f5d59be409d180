/* Files written and read by every call that does: any layout in memory, at elements one after the other in the
 * file; with VIEWS, through views of every layout that may be one; with UNLIKE, through another one by each rank, or
 * one of size zero, which MPI is asked about; with SPARSE, through views whose elements are far apart; with TILED,
 * through views of file types of two elements, of which an access takes many; with BUFFERS, as with VIEWS, but hints
 * ask for small buffers.  In turn while operations of other kinds are under way in the communicator of the file. */
#include "blocks/beside.h"
#include "files/file.h"

#if defined VIEWS
enum { FLAGS = 0, COMMS = H_INTRA };
#elif defined UNLIKE
enum { FLAGS = H_UNLIKE_VIEW, COMMS = H_INTRA | H_SPREAD };
#elif defined SPARSE
enum { FLAGS = H_SPARSE_VIEW, COMMS = H_INTRA };
#elif defined TILED
enum { FLAGS = H_TILED_VIEW, COMMS = H_INTRA };
#elif defined BUFFERS
enum { FLAGS = H_SMALL_BUFFERS, COMMS = H_INTRA };
#else
enum { FLAGS = H_PLAIN_VIEW, COMMS = H_INTRA };
#endif

static void run_case(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    h_file_open(c, f, form);
    h_file_ask_of_nothing(c, f, form);
    h_beside_start(c);
    if (form->flags & H_WRITES)
        h_file_write(c, f, form);
    else
        h_file_read(c, f, form);
    h_beside_end(c);
    h_file_close(f);
}

static void access_file(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    const int turn = h_pair_turn(c) + (int) (form - h_file_forms);

    c->beside = turn % 4 == 0 ? h_beside_of(c, H_NONBLOCKING, 4 * (unsigned) turn) : 0;
    if (h_begin(c, form->name))
        run_case(c, f, form);
    c->beside = 0;
}

static void run(void)
{
    static const struct h_file_cases cases = {FLAGS, "native", access_file};

    h_each_file(COMMS, 1, &cases);
    h_beside_finish();
}

const struct h_program h_program = {"files written and read by every call", H_FILES, run};
