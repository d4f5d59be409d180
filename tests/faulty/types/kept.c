/* What is kept too long, or forgotten: lists and bounds of types that are no more, names, attributes of duplicates;
 * and what an epoch has had before an access. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

/* ---- caches ---- */

enum { LONGEST_LIST = 64, MOST_HANDLES = 4096 };

/* The list of blocks that was made last serves for the next one that has as many, ends alike and begins alike. */
bool cached_list(struct blocks *b)
{
    static int n, combiner;
    static MPI_Aint disps[LONGEST_LIST];
    static int lens[LONGEST_LIST];
    bool changed = false;

    if (b->types || b->n < 3 || b->n > LONGEST_LIST || b->combiner == MPI_COMBINER_VECTOR ||
        b->combiner == MPI_COMBINER_HVECTOR)
        return false;
    if (n == b->n && combiner == b->combiner && disps[0] == b->disps[0] && disps[n - 1] == b->disps[n - 1] &&
        memcmp(lens, b->lens, (size_t) n * sizeof *lens) == 0) {
        changed = memcmp(disps, b->disps, (size_t) n * sizeof *disps) != 0;
        memcpy(b->disps, disps, (size_t) n * sizeof *disps);
        return changed;
    }
    n = b->n;
    combiner = b->combiner;
    memcpy(disps, b->disps, (size_t) n * sizeof *disps);
    memcpy(lens, b->lens, (size_t) n * sizeof *lens);
    return false;
}

/* The bounds of a handle are those of the type that had it first. */
bool bounds_of_handle_kept(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    static struct {
        MPI_Datatype type;
        MPI_Aint lb, extent;
    } known[MOST_HANDLES];
    static int n;

    if (what != EXTENT)
        return false;
    for (int k = 0; k < n; k++)
        if (known[k].type == type) {
            const bool changed = known[k].lb != *lb || known[k].extent != *extent;
            *lb = known[k].lb;
            *extent = known[k].extent;
            return changed;
        }
    if (n < MOST_HANDLES) {
        known[n].type = type;
        known[n].lb = *lb;
        known[n++].extent = *extent;
    }
    return false;
}

static MPI_Datatype committed[MOST_HANDLES];
static int num_committed;

static int find_committed(MPI_Datatype type)
{
    int k = 0;

    while (k < num_committed && committed[k] != type)
        k++;
    return k;
}

bool note_committed(struct calls_call *c)
{
    if (calls_is(c, "MPI_Type_commit") && num_committed < MOST_HANDLES)
        committed[num_committed++] = *CALLS_HANDLES(MPI_Datatype, c, 0);
    return false;
}

bool forget_committed(struct calls_call *c)
{
    if (calls_is(c, "MPI_Type_free")) {
        const int k = find_committed(*CALLS_HANDLES(MPI_Datatype, c, 0));
        if (k < num_committed)
            committed[k] = committed[--num_committed];
    }
    return false;
}

/* The true extent of a type that is not committed is that of the one which had its handle, and was not, before. */
bool uncommitted_true_extent_kept(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    static MPI_Datatype last = MPI_DATATYPE_NULL;
    static MPI_Aint last_lb, last_extent;
    bool changed = false;

    if (what != TRUE_EXTENT || combiner_of(type) == MPI_COMBINER_NAMED || find_committed(type) < num_committed)
        return false;
    if (type == last) {
        changed = last_lb != *lb || last_extent != *extent;
        *lb = last_lb;
        *extent = last_extent;
    }
    last = type;
    last_lb = *lb;
    last_extent = *extent;
    return changed;
}

/* Asked again, a lower bound is 0. */
bool second_answer_from_0(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    static MPI_Datatype asked = MPI_DATATYPE_NULL;
    const bool again = what == EXTENT && asked == type;

    (void) extent;
    if (what == EXTENT)
        asked = type;
    if (!again || *lb == 0)
        return false;
    *lb = 0;
    return true;
}

/* ---- names and attributes ---- */

/* A shorter name keeps the end of a longer one. */
bool end_of_name_kept(struct calls_call *c)
{
    static char name[MPI_MAX_OBJECT_NAME];
    static MPI_Datatype named = MPI_DATATYPE_NULL;
    const char **given;
    size_t n, had;

    if (!calls_is(c, "MPI_Type_set_name"))
        return false;
    given = c->args[1];
    n = strlen(*given);
    had = named == CALLS_HANDLE(MPI_Datatype, c, 0) ? strlen(name) : 0;
    named = CALLS_HANDLE(MPI_Datatype, c, 0);
    if (n >= sizeof name)
        return false;
    memcpy(name, *given, n);
    if (n >= had)
        name[n] = '\0';
    *given = name;
    return n < had;
}

static int keys_made[64], num_made;

bool note_made_key(struct calls_call *c)
{
    int *flag;
    bool late = false;

    if (calls_is(c, "MPI_Type_create_keyval") && num_made < 64)
        keys_made[num_made++] = *(int *) calls_pointer(c, 2);
    if (!calls_is(c, "MPI_Type_get_attr") || !is_made_by(CALLS_HANDLE(MPI_Datatype, c, 0), MPI_COMBINER_DUP))
        return false;
    for (int k = 1; k < num_made; k++)
        late |= keys_made[k] == *(int *) c->args[1];
    flag = calls_pointer(c, 3);
    if (!late || !*flag)
        return false;
    *flag = 0;
    return true;
}

/* ---- what an epoch has had, and how it began ---- */

static struct {
    bool flushed, fetched, put_with_request, asserted, detached;
    int group, locks, flavor, origin_count, target_count;
} epoch;

static void note_locks(const struct calls_call *c)
{
    epoch.locks += calls_is(c, "MPI_Win_lock");
    epoch.locks -= calls_is(c, "MPI_Win_unlock");
}

static bool begins(const struct calls_call *c)
{
    return calls_is(c, "MPI_Win_fence") || calls_is(c, "MPI_Win_start") || calls_is(c, "MPI_Win_lock") ||
           calls_is(c, "MPI_Win_lock_all");
}

static void note_beginning(const struct calls_call *c)
{
    epoch.flushed = epoch.fetched = epoch.put_with_request = false;
    epoch.group = 0;
    epoch.asserted = calls_is(c, "MPI_Win_fence") && number_of(c, "assert") != 0;
    if (calls_is(c, "MPI_Win_start"))
        PMPI_Group_size(CALLS_HANDLE(MPI_Group, c, calls_find(c->procedure, "group")), &epoch.group);
}

static int flavor_of(MPI_Win win)
{
    int *flavor, found;

    PMPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, (void *) &flavor, &found);
    return found ? *flavor : 0;
}

bool note_past(struct calls_call *c)
{
    if (begins(c))
        note_beginning(c);
    note_locks(c);
    epoch.flushed |= strncmp(c->procedure->name, "MPI_Win_flush", 13) == 0;
    epoch.detached |= calls_is(c, "MPI_Win_detach");
    epoch.detached &= !calls_is(c, "MPI_Win_free");
    if (calls_find(c->procedure, "target_disp") < 0)
        return false;
    epoch.flavor = flavor_of(CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win")));
    epoch.origin_count = number_of(c, "origin_count");
    epoch.target_count = number_of(c, "target_count");
    return false;
}

bool note_passed(struct calls_call *c)
{
    epoch.fetched |= calls_is(c, "MPI_Fetch_and_op");
    epoch.put_with_request |= strncmp(c->procedure->name, "MPI_Rput", 8) == 0;
    return false;
}

LOSES_IF(put_unlike_counts, l->call == PUT && epoch.origin_count != epoch.target_count)
LOSES_IF(put_after_flush, l->call == PUT && epoch.flushed)
LOSES_IF(get_after_flush, l->call == GET && epoch.flushed)
LOSES_IF(accumulate_after_fetch, l->call == ACCUMULATE && epoch.fetched)
LOSES_IF(put_after_rput, l->call == PUT && epoch.put_with_request)
LOSES_IF(put_after_detach, l->call == PUT && epoch.detached && epoch.flavor == MPI_WIN_FLAVOR_DYNAMIC)
LOSES_IF(put_allocated, l->call == PUT && epoch.flavor == MPI_WIN_FLAVOR_ALLOCATE)
LOSES_IF(put_asserted, l->call == PUT && epoch.asserted)
LOSES_IF(put_to_group, l->call == PUT && epoch.group >= 2)
LOSES_IF(put_two_locks, l->call == PUT && epoch.locks >= 2)
LOSES_IF(accumulated_long_derived, l->call == ACCUMULATE && depth_of(l->type) > 1 && l->n >= 4096)
