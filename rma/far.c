/* Accesses far from the beginning of a window, of which only the target object is ever touched: every call, with
 * displacements and displacement units of all sizes.  VERY: beyond 2^31 bytes. */
#include "accesses/access.h"

#ifdef VERY
enum { WINDOWS = H_VERY_FAR };
#else
enum { WINDOWS = H_FAR };
#endif

/* One way to synchronise in turn. */
static void access_target(struct h_case *c, struct h_access *a)
{
    const struct h_epoch *e = h_epoch((h_pair_turn(c) / 2 + a->number) % H_MAX_EPOCHS);

    if (!h_epoch_takes(c, e, a))
        e = h_epoch(H_EPOCH_LOCK);
    h_epoch_describe(c, a, e);
    c->completion = a->requests ? h_completion(h_pair_turn(c) + a->number) : NULL;
    if (h_begin(c, a->name))
        h_epoch_run(c, a, e);
    c->completion = NULL;
}

static void visit(struct h_case *c)
{
    h_each_access(c, H_ANY_CALL, access_target);
}

static void run(void)
{
    h_each_window_of(H_WORLD | H_ONCE, WINDOWS, visit);
}

const struct h_program h_program = {"accesses far from the beginning of a window", H_SEVERAL, run};
