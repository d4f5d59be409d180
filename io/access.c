/* Files written and read by every call that does: any layout in memory, at elements one after the other in the
 * file; with VIEWS, through views of every layout that may be one; with UNLIKE, through another one by each rank, or
 * one of size zero; with SPARSE, through views whose elements are far apart; with TILED, through views of file types of
 * two elements, of which an access takes many; with BUFFERS, as with VIEWS, but hints ask for small buffers. */
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

static void access_file(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    if (!h_begin(c, form->name))
        return;
    h_file_open(c, f, form);
    if (form->flags & H_WRITES)
        h_file_write(c, f, form);
    else
        h_file_read(c, f, form);
    h_file_close(f);
}

static void run(void)
{
    static const struct h_file_cases cases = {FLAGS, "native", access_file};

    h_each_file(COMMS, 1, &cases);
}

const struct h_program h_program = {"files written and read by every call", H_FILES, run};
