/* Reads that reach the end of the file, anywhere within their types: what is there arrives, the status says how much,
 * and the rest of memory is left alone (MPI-3.1, 13.4.1). */
#include "files/file.h"

/* The element before which the file ends: of each quarter of it the second one, in turn. */
static MPI_Aint end_of(const struct h_case *c, const struct h_file *f, const struct h_file_form *form)
{
    const MPI_Aint all = h_file_all_elements(f), quarter = (form - h_file_forms + h_pair_turn(c)) % 4;
    const MPI_Aint k = all * quarter / 4 + 1;

    return k < all ? k : all - 1;
}

static void read_file(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    if (!h_begin(c, form->name))
        return;
    h_file_open(c, f, form);
    h_file_cut(c, f, end_of(c, f, form));
    h_file_read(c, f, form);
    h_file_close(f);
}

static void run(void)
{
    static const struct h_file_cases cases[] = {
        {H_READ_ONLY | H_PLAIN_VIEW | H_ELEMENT_VIEW, "native", read_file},
        {H_READ_ONLY | H_ELEMENT_VIEW, "native", read_file},
    };

    h_each_file(H_INTRA, H_NUM(cases), cases);
}

const struct h_program h_program = {"reads that reach the end of the file", H_FILES, run};
