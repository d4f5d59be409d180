/* The windows that there are, with units and sizes of all ranks, and what accesses the epoch of each has had: where an
 * access goes, and what it follows. */
#include "calls/windows.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

enum { PUT_ONE = 1, GOT_ONE = 2, ACCUMULATED_ONE = 4 };

/* What each rank gave when it was made; nothing of a dynamic window. */
struct given {
    MPI_Aint size, unit;
};

struct window {
    MPI_Win win;
    int rank, n;
    struct given *ranks;
    bool outlived;              /* another one was freed meanwhile */
    const char *begun;          /* the procedure that the epoch began with, and its assertion */
    int assertion;
    bool exclusive;
    int accesses, *kinds;       /* in this epoch: how many, and which kinds to each rank */
    struct window *before;      /* that was made before this one */
};

static struct window *last_made;

static struct window *window_of(MPI_Win win)
{
    struct window *w = last_made;

    while (w && w->win != win)
        w = w->before;
    return w;
}

/* ---- windows made and freed ---- */

static void note_made(const struct calls_call *c)
{
    const int win = calls_first(c->procedure, CALLS_WIN, CALLS_OUT);
    const bool has_size = calls_find(c->procedure, "size") >= 0;
    struct given mine = {has_size ? (MPI_Aint) calls_number(c, calls_find(c->procedure, "size")) : 0,
                        number_of(c, "disp_unit")};
    struct window *w = memory(sizeof *w);

    *w = (struct window) {.win = *CALLS_HANDLES(MPI_Win, c, win), .before = last_made};
    PMPI_Comm_rank(calls_comm(c), &w->rank);
    PMPI_Comm_size(calls_comm(c), &w->n);
    w->kinds = memory(w->n * (MPI_Aint) sizeof *w->kinds);
    if (has_size) {
        w->ranks = memory(w->n * (MPI_Aint) sizeof *w->ranks);
        PMPI_Allgather(&mine, sizeof mine, MPI_BYTE, w->ranks, sizeof mine, MPI_BYTE, calls_comm(c));
    }
    last_made = w;
}

static void note_freed(MPI_Win win)
{
    struct window **link = &last_made, *w;

    while (*link && (*link)->win != win)
        link = &(*link)->before;
    if (!*link)
        return;
    w = *link;
    *link = w->before;
    free(w->ranks);
    free(w->kinds);
    free(w);
    for (w = last_made; w; w = w->before)
        w->outlived = true;
}

/* ---- epochs ---- */

static void note_begun(struct window *w, const struct calls_call *c)
{
    const int assertion = calls_find(c->procedure, "assert"), lock = calls_find(c->procedure, "lock_type");

    if (w->accesses > 0 && strcmp(c->procedure->name, "MPI_Win_lock") == 0)
        return; /* another lock in the same epoch */
    w->begun = c->procedure->name;
    w->assertion = assertion >= 0 ? (int) calls_number(c, assertion) : 0;
    w->exclusive = lock >= 0 && calls_number(c, lock) == MPI_LOCK_EXCLUSIVE;
    w->accesses = 0;
    memset(w->kinds, 0, (size_t) w->n * sizeof *w->kinds);
}

static int kind_of(const struct calls_call *c)
{
    return calls_is(c, "MPI_Put") ? PUT_ONE : calls_is(c, "MPI_Get") ? GOT_ONE : ACCUMULATED_ONE;
}

static bool ends(const struct calls_call *c)
{
    return calls_is(c, "MPI_Win_complete") || calls_is(c, "MPI_Win_unlock") || calls_is(c, "MPI_Win_unlock_all");
}

void window_before(struct calls_call *c)
{
    if (calls_is(c, "MPI_Win_free"))
        note_freed(*CALLS_HANDLES(MPI_Win, c, 0));
}

void window_after(struct calls_call *c)
{
    const int win = calls_first(c->procedure, CALLS_WIN, CALLS_IN), target = calls_find(c->procedure, "target_rank");
    struct window *w;

    if (c->code != MPI_SUCCESS)
        return;
    if (calls_first(c->procedure, CALLS_WIN, CALLS_OUT) >= 0 && calls_comm(c) != MPI_COMM_NULL)
        note_made(c);
    w = win >= 0 ? window_of(CALLS_HANDLE(MPI_Win, c, win)) : NULL;
    if (!w)
        return;
    if (begins_accesses(c))
        note_begun(w, c);
    if (ends(c))
        w->accesses = 0;
    if (target < 0 || number_of(c, "target_rank") < 0)
        return;
    w->accesses++;
    w->kinds[number_of(c, "target_rank")] |= kind_of(c);
}

/* ---- where an access goes, and after what ---- */

struct place place_of(const struct calls_call *c)
{
    const int disp = calls_find(c->procedure, "target_disp");
    struct place p = {.win = MPI_WIN_NULL, .type = MPI_DATATYPE_NULL};
    const struct window *w;

    if (disp < 0)
        return p;
    p.win = CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win"));
    p.target = number_of(c, "target_rank");
    p.disp = CALLS_HANDLE(MPI_Aint, c, disp);
    p.count = calls_find(c->procedure, "target_count") >= 0 ? number_of(c, "target_count") : 1;
    PMPI_Type_dup(type_of(c, "target_datatype"), &p.type);
    w = window_of(p.win);
    if (!w || p.target < 0)
        return p;
    p.accesses = w->accesses;
    p.kinds = w->kinds[p.target];
    return p;
}

static const struct given *given_of(const struct collective *c)
{
    const struct window *w = window_of(c->place.win);

    return w && w->ranks && c->place.target >= 0 ? &w->ranks[c->place.target] : NULL;
}

/* Bytes from the beginning of the window. */
static MPI_Aint bytes_of(const struct collective *c)
{
    return given_of(c) ? c->place.disp * given_of(c)->unit : 0;
}

#define KIB ((MPI_Aint) 1024)

bool is_beyond_64k(const struct collective *c) { return bytes_of(c) >= 64 * KIB; }
bool is_beyond_1m(const struct collective *c) { return bytes_of(c) >= 1024 * KIB; }
bool is_beyond_16m(const struct collective *c) { return bytes_of(c) >= 16 * 1024 * KIB; }
bool is_beyond_2g(const struct collective *c) { return bytes_of(c) >= 2 * 1024 * 1024 * KIB; }
bool is_beyond_4g(const struct collective *c) { return bytes_of(c) >= 4 * 1024 * 1024 * KIB; }
bool is_far_by_unit(const struct collective *c) { return is_beyond_2g(c) && c->place.disp < 2 * 1024 * 1024 * KIB; }
bool is_askew(const struct collective *c) { return bytes_of(c) % 4 != 0; }
bool has_unit_4(const struct collective *c) { return given_of(c) && given_of(c)->unit == 4; }
bool has_large_unit(const struct collective *c) { return given_of(c) && given_of(c)->unit > 16; }

bool is_own_target(const struct collective *c)
{
    const struct window *w = window_of(c->place.win);

    return w && c->place.target == w->rank;
}

bool is_at_end(const struct collective *c)
{
    const struct span s = given_of(c) ? span_of(c->place.count, c->place.type) : (struct span) {0, 0};

    return given_of(c) && bytes_of(c) + s.lo + s.size == given_of(c)->size;
}

/* ---- which windows there are ---- */

int attribute_of(MPI_Win win, int key)
{
    int *value, found = 0;

    PMPI_Win_get_attr(win, key, &value, &found);
    return found ? *value : 0;
}

static int flavor_of(const struct collective *c)
{
    return c->place.win == MPI_WIN_NULL ? 0 : attribute_of(c->place.win, MPI_WIN_CREATE_FLAVOR);
}

bool is_in_dynamic(const struct collective *c) { return flavor_of(c) == MPI_WIN_FLAVOR_DYNAMIC; }
bool is_in_allocated(const struct collective *c) { return flavor_of(c) == MPI_WIN_FLAVOR_ALLOCATE; }
bool is_in_shared(const struct collective *c) { return flavor_of(c) == MPI_WIN_FLAVOR_SHARED; }

/* Memory of a dynamic window is attached, and no attribute. */
bool is_without_memory(const struct collective *c)
{
    const MPI_Aint *size;
    int there = 0;

    if (c->place.win != MPI_WIN_NULL && !is_in_dynamic(c))
        PMPI_Win_get_attr(c->place.win, MPI_WIN_SIZE, &size, &there);
    return there && *size == 0;
}

bool are_two_windows(const struct collective *c)
{
    return c->place.win != MPI_WIN_NULL && last_made && last_made->before;
}

bool is_older_window(const struct collective *c)
{
    return are_two_windows(c) && c->place.win != last_made->win;
}

bool is_outlived(const struct collective *c)
{
    const struct window *w = window_of(c->place.win);

    return w && w->outlived;
}

/* ---- attributes ---- */

/* Where MPI_Win_get_attr has put the attribute of this key, if it is that which was asked for and is there. */
static void **attribute(const struct calls_call *c, int key)
{
    if (!calls_is(c, "MPI_Win_get_attr") || c->code != MPI_SUCCESS || number_of(c, "win_keyval") != key ||
        !*(int *) pointer_of(c, "flag"))
        return NULL;
    return pointer_of(c, "attribute_val");
}

bool window_size_less(struct calls_call *c)
{
    static MPI_Aint size;
    void **found = attribute(c, MPI_WIN_SIZE);

    if (!found)
        return false;
    size = *(MPI_Aint *) *found - 1;
    *found = &size;
    return true;
}

bool window_base_next(struct calls_call *c)
{
    void **found = attribute(c, MPI_WIN_BASE);

    if (found)
        *found = (char *) *found + 1;
    return found != NULL;
}

bool window_unit_one(struct calls_call *c)
{
    static int one = 1;
    void **found = attribute(c, MPI_WIN_DISP_UNIT);

    if (!found || *(int *) *found == 1)
        return false;
    *found = &one;
    return true;
}

bool window_made_as_created(struct calls_call *c)
{
    static int flavor = MPI_WIN_FLAVOR_CREATE;
    void **found = attribute(c, MPI_WIN_CREATE_FLAVOR);

    if (!found || *(int *) *found == flavor)
        return false;
    *found = &flavor;
    return true;
}

/* ---- the epoch ---- */

bool is_after_put(const struct collective *c) { return c->place.kinds & PUT_ONE; }
bool is_after_get(const struct collective *c) { return c->place.kinds & GOT_ONE; }
bool is_after_accumulate(const struct collective *c) { return c->place.kinds & ACCUMULATED_ONE; }
bool is_third_access(const struct collective *c) { return c->place.accesses >= 2; }
bool is_late_access(const struct collective *c) { return c->place.accesses >= 32; }

static const struct window *epoch_of(const struct collective *c)
{
    return window_of(c->place.win);
}

bool is_exclusive(const struct collective *c) { return epoch_of(c) && epoch_of(c)->exclusive; }
bool is_asserted(const struct collective *c) { return epoch_of(c) && epoch_of(c)->assertion != 0; }

static bool is_begun_by(const struct collective *c, const char *name)
{
    return epoch_of(c) && epoch_of(c)->begun && strcmp(epoch_of(c)->begun, name) == 0;
}

bool is_in_fences(const struct collective *c) { return is_begun_by(c, "MPI_Win_fence"); }
bool is_in_start(const struct collective *c) { return is_begun_by(c, "MPI_Win_start"); }
bool is_in_lock(const struct collective *c) { return is_begun_by(c, "MPI_Win_lock"); }
bool is_in_lock_all(const struct collective *c) { return is_begun_by(c, "MPI_Win_lock_all"); }

/* ---- the target ---- */

static struct bounds target_bounds(const struct collective *c)
{
    return c->place.type == MPI_DATATYPE_NULL ? (struct bounds) {0, 0, 0, 0} : bounds_of(c->place.type);
}

bool are_several_at_target(const struct collective *c) { return c->place.count > 1; }
bool is_target_lower(const struct collective *c) { return target_bounds(c).true_lb < 0; }
bool is_target_wider(const struct collective *c) { return target_bounds(c).extent < target_bounds(c).true_extent; }

bool is_target_derived(const struct collective *c)
{
    return c->place.type != MPI_DATATYPE_NULL && depth_of(c->place.type) > 1; /* a duplicate */
}

bool has_gaps_away(const struct collective *c)
{
    return is_target_derived(c) && !is_own_target(c) && first_gap_of(c->place.type) != -1;
}

/* Unlike the origin. */
bool is_target_unlike(const struct collective *c)
{
    const struct parts *p = c->sent.n > 0 ? &c->sent : &c->received;

    return c->place.type != MPI_DATATYPE_NULL && p->n > 0 &&
           (c->place.count != p->parts[0].count || !same_map(p->parts[0].type, c->place.type));
}
