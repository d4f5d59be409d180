/* A case of an operation: several calls of it under way, in several rounds. */
#include "blocks/flights.h"
#include "state.h"
#include "blocks/beside.h"
#include "blocks/operators.h"
#include "blocks/side.h"
#include "case/case.h"
#include "case/freed_types.h"
#include "run/record.h"

#include <stdbool.h>
#include <string.h>

/* The operations of a case that are under way at a time.  Their communicator is that of the case; or, where it is freed
 * once all but the last are started, a duplicate, and for the last one another, made then: what is pending completes,
 * and takes nothing for its own that belongs to the next one (MPI-3.1, 6.4.3). */
struct flights {
    const struct h_form *form;
    int n;
    struct h_case cases[H_FLIGHTS];
    MPI_Request requests[H_FLIGHTS];
    MPI_Comm comm;
    struct h_comm freed, next;
};

static bool is_on_next(const struct flights *all, int k)
{
    return all->cases[0].frees_comm && k == all->n - 1;
}

static void build(struct flights *all, const struct h_case *c)
{
    all->comm = c->comm->comm;
    all->freed = all->next = *c->comm;
    if (c->frees_comm)
        H_MPI(MPI_Comm_dup(c->comm->comm, &all->freed.comm));
    for (int k = 0; k < all->n; k++) {
        struct h_case *flight = &all->cases[k];
        *flight = *c;
        flight->flight = k;
        flight->comm = is_on_next(all, k) ? &all->next : &all->freed;
        if (c->roots_differ)
            flight->root = (c->root + k) % c->comm->size;
        h_sides_build(flight);
    }
}

static void call(struct flights *all, int k)
{
    struct h_case *c = &all->cases[k];

    h_operator_make(c);
    h_mpi(all->form->call(c, &all->requests[k]), all->form->name, __FILE__, __LINE__);
    h_operator_release(c);
    h_arguments_release(c);
}

/* A persistent request.  What is started once only has its values before that is made. */
static void make_request(struct flights *all, int k)
{
    if (all->cases[k].starts == 1)
        h_sides_fill(&all->cases[k]);
    call(all, k);
}

static void replace_comm(struct flights *all)
{
    if (h_asks(&all->cases[0], "MPI_Comm_free"))
        H_MPI(MPI_Comm_free(&all->freed.comm));
    H_MPI(MPI_Comm_dup(all->comm, &all->next.comm));
    if (all->form->start == H_PERSISTENT)
        make_request(all, all->n - 1);
}

/* The k-th one that is started of persistent ones from one number to another: in turn the last one first on ranks that
 * are odd numbers.  They may be started in any order, which may differ among the processes (MPI-4.0, 6.13). */
static int turned(const struct h_case *c, int from, int to, int k)
{
    const bool is_turned = c->comm->rank % 2 == 1 && (h_pair_turn(c) + c->round) / 2 % 2 == 1;

    return is_turned ? to - 1 - k : from + k;
}

/* Together, or one by one. */
static void start_persistent(struct flights *all, int from, int to)
{
    const struct h_case *c = &all->cases[0];
    MPI_Request some[H_FLIGHTS];

    for (int k = 0; k < to - from; k++)
        some[k] = all->requests[turned(c, from, to, k)];
    if ((h_pair_turn(c) + c->round) % 2 == 0) {
        H_MPI(MPI_Startall(to - from, some));
        return;
    }
    for (int k = 0; k < to - from; k++)
        H_MPI(MPI_Start(&some[k]));
}

/* Those from one number to another. */
static void start_some(struct flights *all, int from, int to)
{
    const bool is_blocking = all->form->start == H_BLOCKING;

    if (all->form->start == H_PERSISTENT) {
        start_persistent(all, from, to);
        return;
    }
    for (int k = from; k < to; k++) {
        if (is_blocking)
            h_beside_start(&all->cases[k]);
        call(all, k);
        if (!is_blocking)
            h_beside_start(&all->cases[k]);
    }
}

static void start(struct flights *all)
{
    const int now = all->n - is_on_next(all, all->n - 1);

    start_some(all, 0, now);
    if (now < all->n) {
        replace_comm(all);
        start_some(all, now, all->n);
    }
}

/* Where one is completed at a time, its blocks are verified before anything else; not in the order of the starts. */
static void complete(struct h_case *c, struct flights *all)
{
    static const int orders[][H_FLIGHTS] = {{2, 1, 0}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}};
    const int *order = orders[h_pair_turn(c) % H_NUM(orders)];
    const bool one_by_one = strcmp(c->completion, "wait") == 0 || strcmp(c->completion, "test") == 0;
    MPI_Status room[H_FLIGHTS], *statuses = h_pair_turn(c) % 2 ? room : NULL;
    const bool is_asked = !one_by_one && h_complete_or_ask(c, all->n, all->requests, statuses);

    for (int i = 0; i < H_FLIGHTS; i++) {
        const int k = order[i];
        if (k >= all->n)
            continue;
        if (one_by_one)
            h_complete(c, 1, &all->requests[k], statuses);
        h_sides_check(&all->cases[k]);
    }
    if (is_asked)
        h_complete_asked(c, all->n, all->requests, statuses);
}

static void run_round(struct h_case *c, struct flights *all)
{
    const bool beside_first = c->beside % 2;

    for (int k = 0; k < all->n; k++) {
        all->cases[k].round = c->round;
        if (c->starts != 1)
            h_sides_fill(&all->cases[k]);
    }
    h_operators_expect(all->cases);
    start(all);
    if (beside_first)
        h_beside_end(c);
    if (all->form->start == H_BLOCKING)
        h_sides_check(all->cases);
    else
        complete(c, all);
    if (!beside_first)
        h_beside_end(c);
}

static void end(struct flights *all)
{
    for (int k = 0; k < all->n; k++) {
        if (all->form->start == H_PERSISTENT)
            H_MPI(MPI_Request_free(&all->requests[k]));
        h_sides_free(&all->cases[k]);
    }
    h_later_types_free();
    if (!all->cases[0].frees_comm)
        return;
    H_MPI(MPI_Comm_free(&all->next.comm));
    if (all->freed.comm != MPI_COMM_NULL)
        H_MPI(MPI_Comm_free(&all->freed.comm));
}

/* For some pairs an operation is called again, with the blocks of either side in another order: with the same counts
 * and types, arrays in the same place, and other displacements in them. */
static bool is_called_again(const struct h_case *c)
{
    return c->starts == 0 && !c->frees_comm && c->what->flags & (H_COUNTS | H_TYPES) && h_pair_turn(c) % 4 == 1;
}

static void build_again(struct flights *all, struct h_case *c)
{
    for (int k = 0; k < all->n; k++)
        h_sides_free(&all->cases[k]);
    c->places = h_places_turned(c);
    build(all, c);
}

void h_flights_run(struct h_case *c, const struct h_form *f)
{
    struct flights all = {.form = f, .n = c->flights};
    const int rounds = c->starts > 0 ? c->starts : is_called_again(c) ? 2 : 1;

    build(&all, c);
    for (int k = 0; f->start == H_PERSISTENT && k < all.n; k++)
        if (!is_on_next(&all, k))
            make_request(&all, k);
    for (c->round = 0; c->round < rounds; c->round++) {
        if (c->starts == 0 && c->round > 0)
            build_again(&all, c);
        h_record_round(c->round);
        run_round(c, &all);
    }
    h_record_round(-1);
    end(&all);
}
