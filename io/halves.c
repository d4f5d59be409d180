/* The two halves of one object, which lie between each other, written or read by two accesses that are under way at
 * once: each leaves alone what is the other's (MPI-3.1, 3.2.4, 13.4.1). */
#include "case/parts.h"
#include "files/file.h"

static void make_transfers(struct h_case *c, const struct h_part halves[2], MPI_File fh, struct h_transfer t[2])
{
    const MPI_Aint n = DTP_pool_elements(c->recv.pool), bytes = DTP_pool_bytes(c->recv.pool);
    const MPI_Offset first = c->comm->rank * (MPI_Offset) bytes;

    for (int k = 0; k < 2; k++)
        t[k] = (struct h_transfer) {.fh = fh, .offset = first + k * ((n + 1) / 2 * (bytes / n)), .buf = halves[k].buf,
                                    .count = 1, .type = halves[k].type, .status = h_status()};
}

/* By the form, both at once; or, if it does the opposite, one after the other. */
static void move(struct h_case *c, const struct h_file_form *form, const struct h_file_form *plain, struct h_obj o,
                 MPI_File fh)
{
    const bool at_once = (form->flags & H_WRITES) == (plain->flags & H_WRITES);
    const struct h_file_form *f = at_once ? form : plain;
    struct h_part halves[2];
    struct h_transfer t[2];

    h_halves(o, halves);
    make_transfers(c, halves, fh, t);
    for (int k = 0; k < 2; k++)
        h_mpi(f->call(&t[k]), f->name, __FILE__, __LINE__);
    if (at_once)
        h_complete(c, 2, (MPI_Request[]) {t[0].request, t[1].request}, NULL);
    h_parts_free(halves, 2);
}

static void access_file(struct h_case *c, const struct h_file_form *form)
{
    const struct h_file_form *reads = h_file_at(&h_file_forms[1]), *writes = h_file_at(&h_file_forms[0]);
    const struct h_values v = h_mine(c, 0);
    struct h_file_name name;
    MPI_File fh;

    h_file_name(c, &name);
    H_MPI(MPI_File_open(c->comm->comm, name.text, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &fh));
    h_fill(c->send, v);
    h_clear(c->recv);
    move(c, form, writes, c->send, fh);
    move(c, form, reads, c->recv, fh);
    h_check_intact(c, c->send, v);
    h_check_received(c, c->recv, v);
    H_MPI(MPI_File_close(&fh));
    h_file_unname(c->comm, name.text);
}

static void visit(struct h_case *c)
{
    if (!h_has_halves(c))
        return;
    for (int k = 0; k < h_num_file_forms; k++) {
        const struct h_file_form *form = &h_file_forms[k];
        c->form = form->form;
        c->completion = h_completion(h_pair_turn(c) + k);
        if (form->flags & H_AT && h_file_is_nonblocking(form) && h_begin(c, form->name))
            access_file(c, form);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_SELF | H_ONCE, visit);
}

const struct h_program h_program = {"halves of one object, written and read at once", H_FILES, run};
