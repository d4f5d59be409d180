/* Files in the representations "internal" and "external32": what one call writes, from one layout, another one
 * reads, into another layout, on another rank.  The bytes of "external32" are compared, gaps included, where its
 * elements have the size that they have in memory (MPI-3.1, 13.5); others come back.  What MPI says of extents
 * in the file. */
#include "files/file.h"

static void there_and_back(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    c->receive = form[1].name;
    if (!h_begin(c, form->name))
        return;
    h_file_open(c, f, form);
    if (h_pair_turn(c) % 4 == 0)
        h_file_check_extents(c, f);
    h_file_write(c, f, form);
    h_file_turn(c, f, form + 1);
    h_now(c, form[1].name);
    h_file_read(c, f, form + 1);
    h_file_close(f);
}

static void visit(struct h_case *c)
{
    static const struct h_file_cases cases[] = {
        {H_WRITE_READ | H_PLAIN_VIEW, "internal", there_and_back},
        {H_WRITE_READ | H_PLAIN_VIEW, "external32", there_and_back},
        {H_WRITE_READ, "external32", there_and_back},
    };

    for (int k = 0; k < H_NUM(cases); k++) {
        h_use_values_in(cases[k].datarep);
        h_each_file_access(c, &cases[k]);
    }
}

static void run(void)
{
    h_each_pair(H_INTRA, visit);
}

const struct h_program h_program = {"files in other representations than the native one", H_FILES, run};
