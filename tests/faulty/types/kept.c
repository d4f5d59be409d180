/* Lists and bounds of types that are no more: caches. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

enum { LONGEST_LIST = 64, MOST_HANDLES = 4096 };

/* The list of blocks that was made last serves for the next one that has as many, ends alike and begins alike. */
bool cached_list(struct blocks *b)
{
    static int n, combiner;
    static MPI_Aint disps[LONGEST_LIST];
    static int lens[LONGEST_LIST];
    bool changed = false;

    if (b->types || b->n < 3 || b->n > LONGEST_LIST || is_strided(b))
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

/* A subarray starts where the last one of its sizes did. */
bool cached_starts(struct array *a)
{
    enum { MOST = 4 };
    static int dims, sizes[MOST], subsizes[MOST], starts[MOST];
    const size_t bytes = (size_t) a->dims * sizeof *starts;
    bool changed = false;

    if (a->dims > MOST)
        return false;
    if (dims == a->dims && memcmp(sizes, a->sizes, bytes) == 0 && memcmp(subsizes, a->subsizes, bytes) == 0) {
        changed = memcmp(starts, a->starts, bytes) != 0;
        memcpy(a->starts, starts, bytes);
        return changed;
    }
    dims = a->dims;
    memcpy(sizes, a->sizes, bytes);
    memcpy(subsizes, a->subsizes, bytes);
    memcpy(starts, a->starts, bytes);
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
