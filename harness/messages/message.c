/* The cases of messages: which send meets which receive, in which order, and how each end describes its object. */
#include "messages/message.h"
#include "state.h"
#include "case/turn.h"
#include "messages/empties.h"
#include "messages/exchange.h"

#include <stdbool.h>
#include <stdio.h>

enum { TAGS = 256 };

static const struct h_messages *messages;

static const struct h_order orders[] = {
    {.name = "in-order"},
    {.name = "reversed", .reversed = true},
    {.name = "one-tag", .one_tag = true},
    {.name = "any-tag", .any_tag = true},
    {.name = "any-source", .any_source = true, .reversed = true},
    {.name = "any-source-one-tag", .any_source = true, .one_tag = true},
    {.name = "any-source-any-tag", .any_source = true, .any_tag = true},
    {.name = "no-status", .no_status = true},
};

/* Whether the two may meet: a message in ready mode must find its receive, one to oneself must not wait for it. */
static bool may_meet(const struct h_send_form *s, const struct h_recv_form *r, bool to_itself)
{
    return h_recv_is_early(r) || (s->mode != H_READY && (!to_itself || h_send_is_free(s)));
}

/* ---- all cases of a pair ---- */

static int num_sends, num_receives;

static void count_forms(void)
{
    for (num_sends = 0; h_send_form(messages->sends, num_sends); num_sends++)
        ;
    for (num_receives = 0; h_recv_form(messages->receives, num_receives); num_receives++)
        ;
}

/* The receive whose turn it is, or the next one that the send may meet. */
static const struct h_recv_form *receive_for(const struct h_case *c, const struct h_send_form *s, int turn)
{
    for (int k = 0; k < num_receives; k++) {
        const struct h_recv_form *r = h_recv_form(messages->receives, (turn + k) % num_receives);
        if (may_meet(s, r, c->comm->most == 1 && !c->comm->inter))
            return r;
    }
    return NULL;
}

/* Tags from 0, and up to the largest one; those of one edge are its own. */
static int first_tag(const struct h_case *c, const struct h_edge *e, int turn)
{
    int *upper, found, first = 0;

    H_MPI(MPI_Comm_get_attr(c->comm->comm, MPI_TAG_UB, &upper, &found));
    if (found && turn % 3 == 1)
        first = *upper - TAGS + 1;
    return first + H_FLIGHTS * (e->number % (TAGS / H_FLIGHTS - 1));
}

/* Numbers that depend on the case alone and go through all there is. */
static unsigned mix(const struct h_case *c, const struct h_edge *e, int form)
{
    unsigned hash = 0;
    const int numbers[] = {c->i, c->j, c->comm->number, e->number, form};

    for (int k = 0; k < H_NUM(numbers); k++)
        hash = (hash ^ (unsigned) numbers[k]) * 2654435761u + (hash >> 15);
    return hash >> 4;
}

/* Elements of a message of any length: all remainders of the instances, whatever the count. */
static MPI_Aint length_of(const struct h_case *c, int k, unsigned turn)
{
    const MPI_Aint all = DTP_pool_elements(c->recv.pool), n = num_sends > num_receives ? num_sends : num_receives;
    const MPI_Aint part = all / n;

    if (messages->flags & H_EMPTY)
        return 0;
    if (!(messages->flags & H_ANY_LENGTH))
        return harness.moved;
    return part < 2 ? k % (all + 1) : k * part + (MPI_Aint) (turn % (unsigned) part);
}

static int count_names(const char *name(int k))
{
    int n = 0;

    while (name(n))
        n++;
    return n;
}

/* Which way to describe the message on either side, and in which order messages are received: in turn. */
static void choose_variant(struct h_case *c, struct h_exchange *x, unsigned turn)
{
    static char variant[H_TEXT];
    const bool nothing = messages->flags & H_EMPTY;
    const unsigned n = (unsigned) count_names(nothing ? h_empty_name : h_guise_name);

    x->order = &orders[0];
    c->variant = NULL;
    if (messages->flags & H_ONE_PLAIN)
        return;
    x->guise = (int) (turn % n);
    x->receive_guise = nothing ? (int) (turn / 64 % n) : x->guise;
    x->order = &orders[turn / n % H_NUM(orders)];
    if (nothing)
        snprintf(variant, sizeof variant, "%s-to-%s/%s", h_empty_name(x->guise), h_empty_name(x->receive_guise),
                 x->order->name);
    else
        snprintf(variant, sizeof variant, "%s/%s", h_guise_name(x->guise), x->order->name);
    c->variant = variant;
}

static void describe(struct h_case *c, struct h_exchange *x, unsigned turn)
{
    const bool both_wait = x->send->start == H_BLOCKING && x->receive->start == H_BLOCKING;
    const bool one = both_wait || messages->flags & (H_ONE_PLAIN | H_ANY_LENGTH);

    choose_variant(c, x, turn);
    x->n = one ? 1 : H_FLIGHTS;
    x->rounds = x->send->start == H_PERSISTENT || x->receive->start == H_PERSISTENT ? H_ROUNDS : 1;
    x->first_tag = first_tag(c, x->edge, (int) (turn % 1000));
    c->more_sent = c->more_received = x->n - 1;
    c->form = h_start_name(x->send->start);
    c->receive = x->receive->name;
    c->completion = both_wait ? NULL : h_any_completion((int) (turn % 1000));
}

static void try_forms(struct h_case *c, const struct h_edge *e, int k)
{
    const unsigned turn = mix(c, e, k);
    struct h_exchange x = {.edge = e, .flags = messages->flags, .send = h_send_form(messages->sends, k % num_sends),
                           .number = e->number + 32 * k};

    x.moved = c->elements = length_of(c, k, turn);
    x.receive = receive_for(c, x.send, h_pair_turn(c) + k + e->number + c->comm->number);
    if (!x.receive)
        return;
    describe(c, &x, turn);
    c->shares = !(messages->flags & (H_EMPTY | H_ANY_LENGTH)) && h_overlaps(c);
    if (h_begin(c, x.send->name) && may_meet(x.send, x.receive, e->sends && e->receives))
        h_exchange_run(c, &x);
    c->shares = 0;
}

/* With many processes the messages of a pair of objects share its forms, and pairs that have one form go to a few
 * of them; what -obj selects has all. */
static bool is_due(const struct h_case *c, const struct h_edge *e, int k, int n)
{
    const int edges = 2 * c->comm->most;

    if (messages->flags & H_EVERY_SEND && (c->comm->all_pairs || harness.options.totals))
        return true;
    if (edges <= 4)
        return h_due(c, (k + e->number) % n, n);
    if (c->all_choices)
        return h_pair_is_selected() || (k + c->i) % edges == e->number % edges;
    return h_turn_of_pair(c->i, c->j, e->number, edges / 4) == 0 && h_due(c, (k + e->number) % n, n);
}

static void each_form(struct h_case *c, const struct h_edge *e)
{
    const int n = num_sends > num_receives ? num_sends : num_receives;

    for (int k = 0; k < n; k++)
        if (is_due(c, e, k, n))
            try_forms(c, e, k);
}

static void visit(struct h_case *c)
{
    h_each_edge(c, each_form);
}

void h_each_message(unsigned comms, const struct h_messages *what)
{
    messages = what;
    count_forms();
    h_each_pair(comms, visit);
}
