/* Files in the representations "internal" and "external32": what one call writes, from one layout, another one
 * reads, into another layout, on another rank.  The bytes of "external32" are compared, gaps included, where its
 * elements have the size that they have in memory (MPI-3.1, 13.5); others are written as "internal" only. */
#include "file.h"

static void write_file(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++) {
        h_fill(c->send, h_file_values(c, f));
        h_file_access(c, f, form, c->send);
        h_check_intact(c, c->send, h_file_values(c, f));
    }
    h_file_check(c, f);
}

static void read_file(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    h_now(c, form->name);
    for (c->round = 0; c->round < H_FILE_ROUNDS; c->round++) {
        h_clear(c->recv);
        h_file_access(c, f, form, c->recv);
        h_check_received(c, c->recv, h_file_values(c, f));
    }
}

static void there_and_back(struct h_case *c, struct h_file *f, const struct h_file_form *form)
{
    c->receive = form[1].name;
    if (!h_begin(c, form->name))
        return;
    h_file_open(c, f, form);
    write_file(c, f, form);
    h_file_turn(c, f, form + 1);
    read_file(c, f, form + 1);
    h_file_close(f);
}

static void visit(struct h_case *c)
{
    static const struct h_file_cases cases[] = {
        {H_WRITE_READ | H_PLAIN_VIEW, "internal", there_and_back},
        {H_WRITE_READ | H_PLAIN_VIEW, "external32", there_and_back},
        {H_WRITE_READ, "external32", there_and_back},
    };

    for (int k = 0; k < (h_external_is_told() ? H_NUM(cases) : 1); k++)
        h_each_file_access(c, &cases[k]);
}

static void run(void)
{
    h_each_pair(H_INTRA, visit);
}

const struct h_program h_program = {"files in other representations than the native one", 0, run};
