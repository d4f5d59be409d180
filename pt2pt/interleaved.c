/* Two messages under way, each of every other element of an object on either side: the data of one lie between those of
 * the other, which it must leave as they are, whichever comes first. */
#include "harness.h"
#include "tables.h"
#include "case/parts.h"

#include <stdbool.h>

enum { TAG = 95 };

static void check_received(struct h_case *c, const struct h_edge *e, const MPI_Status *statuses, int first)
{
    h_check_received(c, c->recv, h_theirs(c, e->source, 0));
    for (int k = 0; k < 2; k++)
        h_check_envelope(c, &statuses[k], e->source, TAG + (first + k) % 2);
}

/* Receives are posted from half `first` on, messages are sent in the same order or the other one. */
static void transfer(struct h_case *c, const struct h_edge *e, int first, bool crosses)
{
    struct h_part to[2], from[2];
    MPI_Request receives[2], sends[2];
    MPI_Status statuses[2] = {h_status(), h_status()};

    h_halves(c->recv, to);
    h_halves(c->send, from);
    h_fill(c->send, h_mine(c, 0));
    h_clear(c->recv);
    for (int k = first, n = 0; n < 2 && e->receives; n++, k = !k)
        H_MPI(MPI_Irecv(H_PART(to[k]), e->source, TAG + k, c->comm->comm, &receives[n]));
    for (int k = crosses ? !first : first, n = 0; n < 2 && e->sends; n++, k = !k)
        H_MPI(MPI_Isend(H_PART(from[k]), e->dest, TAG + k, c->comm->comm, &sends[n]));
    if (e->receives) {
        h_complete(c, 2, receives, statuses);
        check_received(c, e, statuses, first);
    }
    if (e->sends) {
        h_complete(c, 2, sends, NULL);
        h_check_intact(c, c->send, h_mine(c, 0));
    }
    h_parts_free(from, 2);
    h_parts_free(to, 2);
}

static void exchange(struct h_case *c, const struct h_edge *e)
{
    static const char *const variants[] = {"in-order", "crossing"};

    for (int k = 0; k < H_NUM(variants); k++) {
        c->variant = variants[k];
        c->completion = h_completion(h_pair_turn(c) + k);
        if (h_begin(c, "MPI_Isend") && (e->sends || e->receives))
            transfer(c, e, (h_pair_turn(c) / 2 + k) % 2, k > 0);
    }
    c->variant = NULL;
}

static void visit(struct h_case *c)
{
    if (!h_has_halves(c))
        return;
    c->form = "nonblocking";
    h_each_edge(c, exchange);
}

static void run(void)
{
    h_each_pair(H_INTRA | H_INTER | H_ONCE, visit);
}

const struct h_program h_program = {"two messages of data that lie between each other", H_SENDS, run};
