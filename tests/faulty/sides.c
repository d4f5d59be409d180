/* Faults of one-sided calls: accesses that are made later than they must be, or not as one, and what they tell. */
#define _POSIX_C_SOURCE 200809L
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- accesses that are made late ---- */

static struct late {
    bool gets;
    void *origin;
    int count, target, target_count;
    MPI_Datatype type, target_type;
    MPI_Aint disp;
    MPI_Win win;
    struct late *next;
} *late;

static bool is_plain_form(const struct calls_call *c, const char *name)
{
    return strcmp(c->procedure->name, name) == 0;
}

static void put_off(const struct calls_call *c, bool gets)
{
    struct late *l = memory(sizeof *l);

    *l = (struct late) {
        .gets = gets, .origin = pointer_of(c, "origin_addr"), .count = number_of(c, "origin_count"),
        .target = number_of(c, "target_rank"), .target_count = number_of(c, "target_count"),
        .disp = CALLS_HANDLE(MPI_Aint, c, calls_find(c->procedure, "target_disp")),
        .win = CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win")), .next = late,
    };
    PMPI_Type_dup(type_of(c, "origin_datatype"), &l->type);
    PMPI_Type_dup(type_of(c, "target_datatype"), &l->target_type);
    late = l;
}

/* What was put off is done before a call that completes accesses at their targets too. */
static void catch_up(const struct calls_call *c)
{
    if (!ends_accesses(c) || calls_is(c, "MPI_Win_flush_local") || calls_is(c, "MPI_Win_flush_local_all"))
        return;
    while (late) {
        struct late *l = late;
        late = l->next;
        if (l->gets)
            PMPI_Get(l->origin, l->count, l->type, l->target, l->disp, l->target_count, l->target_type, l->win);
        else
            PMPI_Put(l->origin, l->count, l->type, l->target, l->disp, l->target_count, l->target_type, l->win);
        PMPI_Type_free(&l->type);
        PMPI_Type_free(&l->target_type);
        free(l);
    }
}

bool put_reads_late(struct calls_call *c)
{
    catch_up(c);
    if (!is_plain_form(c, "MPI_Put"))
        return false;
    put_off(c, false);
    c->skip = true;
    return true;
}

/* The request that the application gets is of nothing. */
static bool nothing_now(struct calls_call *c, const char *name, bool gets)
{
    catch_up(c);
    if (!is_plain_form(c, name))
        return false;
    put_off(c, gets);
    set_argument(c, "origin_count", 0);
    set_argument(c, "target_count", 0);
    return true;
}

bool rput_reads_late(struct calls_call *c)
{
    return nothing_now(c, "MPI_Rput", false);
}

bool rget_arrives_late(struct calls_call *c)
{
    return nothing_now(c, "MPI_Rget", true);
}

/* ---- the origin ---- */

bool put_changes_origin(struct calls_call *c)
{
    static void *origin;
    static int count;
    static MPI_Datatype type = MPI_DATATYPE_NULL;

    if (is_plain_form(c, "MPI_Put") && type == MPI_DATATYPE_NULL) {
        origin = pointer_of(c, "origin_addr");
        count = number_of(c, "origin_count");
        PMPI_Type_dup(type_of(c, "origin_datatype"), &type);
    }
    if (!ends_accesses(c) || type == MPI_DATATYPE_NULL)
        return false;
    touch_first(origin, count, type);
    PMPI_Type_free(&type);
    return true;
}

/* ---- exclusion ---- */

static void sleep_a_little(void)
{
    const struct timespec ms = {0, 2000000};

    (void) nanosleep(&ms, NULL);
}

bool exclusive_is_shared(struct calls_call *c)
{
    static bool locked;
    int *type;

    if (calls_is(c, "MPI_Put") && locked)
        sleep_a_little();
    if (!calls_is(c, "MPI_Win_lock"))
        return false;
    type = c->args[0];
    locked = *type == MPI_LOCK_EXCLUSIVE;
    *type = MPI_LOCK_SHARED;
    return locked;
}

/* As if another rank had read the same value. */
bool accumulate_lost(struct calls_call *c)
{
    static int turn;

    if (!is_plain_form(c, "MPI_Accumulate") || number_of(c, "origin_count") == 0 ||
        CALLS_HANDLE(MPI_Op, c, calls_find(c->procedure, "op")) != MPI_SUM || ++turn % 5 != 0)
        return false;
    set_argument(c, "origin_count", 0);
    set_argument(c, "target_count", 0);
    return true;
}

/* ---- single elements ---- */

static int swap(const struct calls_call *c, MPI_Op op)
{
    return PMPI_Fetch_and_op(pointer_of(c, "origin_addr"), pointer_of(c, "result_addr"), type_of(c, "datatype"),
                             number_of(c, "target_rank"),
                             CALLS_HANDLE(MPI_Aint, c, calls_find(c->procedure, "target_disp")), op,
                             CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win")));
}

static bool swap_by(struct calls_call *c, MPI_Op op)
{
    c->skip = calls_is(c, "MPI_Compare_and_swap");
    if (c->skip)
        c->code = swap(c, op);
    return c->skip;
}

bool always_swaps(struct calls_call *c)
{
    return swap_by(c, MPI_REPLACE);
}

bool never_swaps(struct calls_call *c)
{
    return swap_by(c, MPI_NO_OP);
}

bool fetch_sum_replaces(struct calls_call *c)
{
    MPI_Op *op;

    if (!calls_is(c, "MPI_Fetch_and_op"))
        return false;
    op = c->args[calls_find(c->procedure, "op")];
    if (*op != MPI_SUM)
        return false;
    *op = MPI_REPLACE;
    return true;
}

bool fetch_next(struct calls_call *c)
{
    const int disp = calls_find(c->procedure, "target_disp");

    if (!calls_is(c, "MPI_Fetch_and_op") || CALLS_HANDLE(MPI_Aint, c, disp) < 1)
        return false;
    CALLS_HANDLE(MPI_Aint, c, disp)--;
    return true;
}

/* ---- windows ---- */

bool shared_size_less(struct calls_call *c)
{
    const int size = calls_find(c->procedure, "size");

    if (!calls_is(c, "MPI_Win_shared_query"))
        return false;
    calls_set_entry(c, size, 0, calls_entry(c, size, 0) - 1);
    return true;
}
