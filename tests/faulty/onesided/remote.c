/* Faults of one-sided calls: memory that is attached again, hints, groups, targets that are not there, atomicity. */
#define _POSIX_C_SOURCE 200809L
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- windows ---- */

enum { MOST = 64 };

/* The access that is being made. */
static struct {
    MPI_Win win;
    int target, unit;
    MPI_Aint disp;
    MPI_Datatype type;     /* at the target */
    int count;             /* there */
    bool is_fence, is_passive;
} now;

static bool is_hinted, is_lockless, is_unordered, is_scattered, is_group_unordered, is_again;
static int locks;          /* that the process holds; */
static bool is_partly_unlocked; /* and it has given others back since it had none */
static const void *attached[MOST];
static int num_attached;

static void note_group(const struct calls_call *c)
{
    MPI_Group all, some = CALLS_HANDLE(MPI_Group, c, 0);
    int n, before = -1;

    is_group_unordered = false;
    PMPI_Win_get_group(CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win")), &all);
    PMPI_Group_size(some, &n);
    for (int k = 0; k < n; k++) {
        int rank;
        PMPI_Group_translate_ranks(some, 1, &k, all, &rank);
        is_group_unordered |= rank < before;
        before = rank;
    }
    PMPI_Group_free(&all);
}

static void note_attached(const void *base)
{
    for (int k = 0; k < num_attached; k++)
        is_again |= attached[k] == base;
    if (num_attached < MOST)
        attached[num_attached++] = base;
}

static void note_locks(const struct calls_call *c)
{
    locks += calls_is(c, "MPI_Win_lock");
    locks -= calls_is(c, "MPI_Win_unlock");
    is_partly_unlocked = locks > 0 && (is_partly_unlocked || calls_is(c, "MPI_Win_unlock"));
}

static void note_epoch(const struct calls_call *c)
{
    if (calls_is(c, "MPI_Win_fence"))
        now.is_fence = true;
    if (calls_is(c, "MPI_Win_start") || calls_is(c, "MPI_Win_lock") || calls_is(c, "MPI_Win_lock_all"))
        now.is_fence = false;
    if (calls_is(c, "MPI_Win_lock") || calls_is(c, "MPI_Win_lock_all"))
        now.is_passive = true;
    if (calls_is(c, "MPI_Win_unlock") || calls_is(c, "MPI_Win_unlock_all"))
        now.is_passive = false;
    if (calls_is(c, "MPI_Win_start"))
        note_group(c);
    if (calls_is(c, "MPI_Win_complete") || calls_is(c, "MPI_Win_lock"))
        is_group_unordered = false;
}

static void note_memory(const struct calls_call *c)
{
    if (calls_is(c, "MPI_Win_attach"))
        note_attached(pointer_of(c, "base"));
    if (calls_is(c, "MPI_Info_set")) {
        const char *key = pointer_of(c, "key"), *value = pointer_of(c, "value");
        is_hinted |= strcmp(key, "accumulate_ops") == 0 || strcmp(key, "accumulate_ordering") == 0 ||
                     strcmp(key, "same_size") == 0 || strcmp(key, "same_disp_unit") == 0 ||
                     strcmp(key, "no_locks") == 0;
        is_lockless |= strcmp(key, "no_locks") == 0 && strcmp(value, "true") == 0;
        is_unordered |= strcmp(key, "accumulate_ordering") == 0 && strcmp(value, "none") == 0;
        is_scattered |= strcmp(key, "alloc_shared_noncontig") == 0 && strcmp(value, "true") == 0;
    }
    if (calls_is(c, "MPI_Win_free")) {
        is_again = is_hinted = is_lockless = is_unordered = is_scattered = false;
        num_attached = 0;
    }
}

bool note_remote(struct calls_call *c)
{
    const int win = calls_find(c->procedure, "win");

    note_epoch(c);
    note_locks(c);
    note_memory(c);
    if (win < 0 || calls_find(c->procedure, "target_disp") < 0)
        return false;
    now.win = CALLS_HANDLE(MPI_Win, c, win);
    now.target = number_of(c, "target_rank");
    now.unit = attribute_of(now.win, MPI_WIN_DISP_UNIT);
    now.disp = CALLS_HANDLE(MPI_Aint, c, calls_find(c->procedure, "target_disp"));
    now.type = type_of(c, "target_datatype");
    now.count = number_of(c, "target_count");
    return false;
}

LOSES_IF(put_group_unordered, l->call == PUT && is_group_unordered)
LOSES_IF(put_attached_again, l->call == PUT && is_again &&
         attribute_of(now.win, MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_DYNAMIC)
LOSES_IF(put_hinted, l->call == PUT && is_hinted)
LOSES_IF(put_after_unlock, l->call == PUT && is_partly_unlocked)
LOSES_IF(put_lockless, l->call == PUT && is_lockless)
LOSES_IF(accumulate_unordered, l->call == ACCUMULATE && is_unordered)
LOSES_IF(put_noncontiguous, l->call == PUT && is_scattered &&
         attribute_of(now.win, MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_SHARED)

/* A put to nobody is one to the first process. */
bool nobody_is_put_to(struct calls_call *c)
{
    note_remote(c);
    if (!calls_is(c, "MPI_Put") || now.target != MPI_PROC_NULL || !now.is_fence)
        return false;
    set_argument(c, "target_rank", 0);
    return true;
}

/* ---- atomicity ---- */

static void sleep_a_little(void)
{
    const struct timespec ms = {0, 1000000};

    (void) nanosleep(&ms, NULL);
}

/* What is there is read, and what is to be there written. */
bool fetched_in_steps(struct calls_call *c)
{
    unsigned char was[64], sum[64], other[64];
    MPI_Datatype type;
    MPI_Op op;
    int n;

    note_remote(c);
    if (!calls_is(c, "MPI_Fetch_and_op") || !now.is_passive || now.target == MPI_PROC_NULL)
        return false;
    type = type_of(c, "datatype");
    op = CALLS_HANDLE(MPI_Op, c, calls_find(c->procedure, "op"));
    n = size_of(type);
    if (op != MPI_SUM || n > 64)
        return false;
    PMPI_Fetch_and_op(was, was, type, now.target, now.disp, MPI_NO_OP, now.win);
    PMPI_Win_flush(now.target, now.win);
    memcpy(sum, was, (size_t) n);
    PMPI_Reduce_local(pointer_of(c, "origin_addr"), sum, 1, type, op);
    sleep_a_little();
    c->code = PMPI_Fetch_and_op(sum, other, type, now.target, now.disp, MPI_REPLACE, now.win);
    PMPI_Win_flush(now.target, now.win);
    memcpy(pointer_of(c, "result_addr"), was, (size_t) n);
    c->skip = true;
    return true;
}

#define HERE now.target, now.disp, now.count, now.type
#define ORIGIN(c) pointer_of(c, "origin_addr"), number_of(c, "origin_count"), type_of(c, "origin_datatype")
#define RESULT(c) pointer_of(c, "result_addr"), number_of(c, "result_count"), type_of(c, "result_datatype")

static bool read_first(struct calls_call *c, const char *name, MPI_Op *op)
{
    note_remote(c);
    if (strcmp(c->procedure->name, name) != 0 || !now.is_passive || now.target == MPI_PROC_NULL)
        return false;
    *op = CALLS_HANDLE(MPI_Op, c, calls_find(c->procedure, "op"));
    if (*op == MPI_NO_OP)
        return false;
    PMPI_Get_accumulate(NULL, 0, MPI_BYTE, RESULT(c), HERE, MPI_NO_OP, now.win);
    PMPI_Win_flush(now.target, now.win);
    sleep_a_little();
    c->skip = true;
    return true;
}

bool got_then_accumulated(struct calls_call *c)
{
    MPI_Op op;

    if (!read_first(c, "MPI_Get_accumulate", &op))
        return false;
    c->code = PMPI_Accumulate(ORIGIN(c), HERE, op, now.win);
    return true;
}

bool rgot_then_accumulated(struct calls_call *c)
{
    MPI_Op op;

    if (!read_first(c, "MPI_Rget_accumulate", &op))
        return false;
    c->code = PMPI_Raccumulate(ORIGIN(c), HERE, op, now.win, pointer_of(c, "request"));
    return true;
}

/* ---- accesses that are made late ---- */

static struct late {
    void *origin;
    int count, target, target_count;
    MPI_Datatype type, target_type;
    MPI_Op op;             /* or MPI_OP_NULL */
    MPI_Aint disp;
    MPI_Win win;
    struct late *next;
} *late;

static void put_off(struct calls_call *c)
{
    const int op = calls_find(c->procedure, "op");
    struct late **link = &late, *l = memory(sizeof *l);

    *l = (struct late) {.origin = pointer_of(c, "origin_addr"), .count = number_of(c, "origin_count"),
                        .target = now.target, .target_count = now.count, .disp = now.disp, .win = now.win,
                        .op = op >= 0 ? CALLS_HANDLE(MPI_Op, c, op) : MPI_OP_NULL};
    PMPI_Type_dup(type_of(c, "origin_datatype"), &l->type);
    PMPI_Type_dup(now.type, &l->target_type);
    while (*link)
        link = &(*link)->next;
    *link = l;
    c->skip = true;
    c->code = MPI_SUCCESS;
}

/* Of a target, or of all: -1. */
static void catch_up(int target)
{
    struct late **link = &late;

    while (*link) {
        struct late *l = *link;
        if (target >= 0 && l->target != target) {
            link = &l->next;
            continue;
        }
        *link = l->next;
        if (l->op == MPI_OP_NULL)
            PMPI_Put(l->origin, l->count, l->type, l->target, l->disp, l->target_count, l->target_type, l->win);
        else
            PMPI_Accumulate(l->origin, l->count, l->type, l->target, l->disp, l->target_count, l->target_type, l->op,
                            l->win);
        PMPI_Type_free(&l->type);
        PMPI_Type_free(&l->target_type);
        free(l);
    }
}

static bool is_plain(const struct calls_call *c, const char *name)
{
    return strcmp(c->procedure->name, name) == 0;
}

static int first_target = -1;

/* MPI_Win_flush_all completes what goes to one target alone. */
bool flushed_all_but_others(struct calls_call *c)
{
    const bool is_all = calls_is(c, "MPI_Win_flush_all");
    bool leaves = false;

    note_remote(c);
    for (const struct late *l = late; l && is_all; l = l->next)
        leaves |= l->target != first_target;
    if (calls_is(c, "MPI_Win_flush"))
        catch_up(number_of(c, "rank"));
    else if (is_all)
        catch_up(first_target);
    else if (ends_accesses(c)) {
        catch_up(-1);
        first_target = -1;
    }
    if (!is_plain(c, "MPI_Put") || !now.is_passive || now.target == MPI_PROC_NULL)
        return leaves;
    first_target = first_target < 0 ? now.target : first_target;
    put_off(c);
    return false;
}

/* Of several locks, the last that is given back completes what goes to the targets of all. */
static void catch_up_with_locks(int last)
{
    catch_up(last);
    while (late) {
        const MPI_Win win = late->win;
        const int target = late->target;
        PMPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
        catch_up(target);
        PMPI_Win_unlock(target, win);
    }
}

bool put_with_last_lock(struct calls_call *c)
{
    note_remote(c);
    if (calls_is(c, "MPI_Win_unlock")) {
        if (locks == 0)
            catch_up_with_locks(number_of(c, "rank"));
        return late != NULL;
    }
    if (ends_accesses(c))
        catch_up(-1);
    if (is_plain(c, "MPI_Put") && locks > 1 && now.target != MPI_PROC_NULL)
        put_off(c);
    return false;
}

/* What is read without an operator does not wait for what was accumulated before. */
bool fetched_before_accumulated(struct calls_call *c)
{
    const bool fetches = is_plain(c, "MPI_Get_accumulate") || calls_is(c, "MPI_Fetch_and_op");

    note_remote(c);
    if (is_plain(c, "MPI_Accumulate") && number_of(c, "origin_count") > 0) {
        put_off(c);
        return false;
    }
    if (fetches && CALLS_HANDLE(MPI_Op, c, calls_find(c->procedure, "op")) == MPI_NO_OP)
        return late != NULL;
    if (ends_accesses(c) || calls_find(c->procedure, "target_disp") >= 0)
        catch_up(-1);
    return false;
}

/* An element of one or two bytes, but not in a dynamic window. */
bool narrow_not_fetched(struct calls_call *c)
{
    note_remote(c);
    if (!calls_is(c, "MPI_Fetch_and_op") || size_of(type_of(c, "datatype")) > 2 ||
        attribute_of(now.win, MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_DYNAMIC)
        return false;
    CALLS_HANDLE(MPI_Op, c, calls_find(c->procedure, "op")) = MPI_NO_OP;
    return true;
}
