/* Every call that accesses a window, under every way to synchronise, with types that are freed right after the call
 * in turn. FAR: for ranks beyond the second, or one rank alone, each object once on either side. OPERATORS: the calls
 * that accumulate, with every operator, under one way each. */
#include "accesses/access.h"

#if defined FAR
enum { COMMS = H_WORLD | H_ONCE, KINDS = H_ANY_CALL };
#elif defined OPERATORS
enum { COMMS = H_WORLD, KINDS = H_ACC | H_GET_ACC | H_ANY_FORM | H_EACH_OP };
#else
enum { COMMS = H_WORLD | H_SPLIT | H_REVERSED, KINDS = H_ANY_CALL };
#endif

/* Every third way for a pair of which all choices are due, or one; one for the others.  All for one that -obj
 * selects. */
static int is_due(const struct h_case *c, const struct h_access *a, int turn, int n)
{
    if (c->all_choices)
        return h_pair_is_selected() || (c->i + a->number + turn) % (KINDS & H_EACH_OP ? n : 3) == 0;
    return h_due(c, (turn + a->number / 7) % n, n);
}

static void access_target(struct h_case *c, struct h_access *a)
{
    const struct h_epoch *e[H_MAX_EPOCHS];
    int n = 0;

    for (int k = 0; h_epoch(k); k++)
        if (h_epoch_takes(c, h_epoch(k), a))
            e[n++] = h_epoch(k);
    for (int k = 0; k < n; k++) {
        if (!is_due(c, a, k, n))
            continue;
        a->frees = h_pair_turn(c) / 2 % 2;
        h_epoch_describe(c, a, e[k]);
        c->completion = a->requests ? h_any_completion(h_pair_turn(c) + k) : NULL;
        c->variant = a->frees ? "freed-types" : NULL;
        if (h_begin(c, a->name))
            h_epoch_run(c, a, e[k]);
    }
    c->completion = c->variant = NULL;
}

static void visit(struct h_case *c)
{
    h_each_access(c, KINDS, access_target);
}

static void run(void)
{
    h_each_window_of(COMMS, H_CREATE | H_UNORDERED, visit);
}

const struct h_program h_program = {"all accesses under all ways to synchronise", H_SEVERAL | H_READS, run};
