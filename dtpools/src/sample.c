/* A few objects more for a pool: two that differ in little; one whose data reach over its extent, and one whose data
 * fill it in another order; and, in turn, drawn from all layouts, which may be one that traits show nothing of, and of
 * several instances with gaps, as applications have them, or chosen by the traits that they bring. */
#include "pool.h"

#include "alloc.h"
#include "error.h"
#include "sweep.h"
#include "traits.h"

#include <string.h>

/* From this number of added objects on, some places are reserved: for a pair that differs in little, and for one object
 * of each trait that few have. */
enum { SOME_OF_A_KIND = 6 };

enum { DRAWN_FOR_ONE = 8, MOST_RANDOM = 100000 };

struct candidate {
    int row;
    uint64_t traits;
    bool taken;
};

/* How many objects have each trait, of those of the pool and of those that may come to it. */
struct coverage {
    int objects[DTPI_NUM_TRAITS], candidates[DTPI_NUM_TRAITS];
};

/* ---- drawing ---- */

/* xorshift; begins with what makes a sample another: the seed, and the signature. */
static uint64_t start(const struct dtpi_pool *pool, int seed)
{
    uint64_t state = 0xcbf29ce484222325u ^ (uint64_t) (unsigned) seed;

    for (const char *c = pool->signature.text; *c; c++)
        state = (state ^ (unsigned char) *c) * 0x100000001b3u;
    return state | 1;
}

static int draw(uint64_t *state, int n)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (int) ((*state >> 32) % (uint64_t) n);
}

static bool is_in_pool(DTP_t dtp, int row)
{
    for (int i = 0; i < dtp->DTP_num_objs; i++)
        if (dtp->priv->entries[i].row == row)
            return true;
    return false;
}

/* Takes in the object of a row that is not there yet and that can be made. */
static void add_candidate(DTP_t dtp, int row, struct candidate *candidates, int *n)
{
    uint64_t traits;

    for (int i = 0; i < *n; i++)
        if (candidates[i].row == row)
            return;
    if (!is_in_pool(dtp, row) && dtpi_pool_row_traits(dtp->priv, row, &traits) == DTP_SUCCESS)
        candidates[(*n)++] = (struct candidate) {.row = row, .traits = traits};
}

/* Of three, one is any layout, one is none of a sweep, and one is random, as long as there are layouts.  The numbers of
 * the random ones do not depend on the seed: which objects they mean depends on DTP_SEED. */
static int draw_candidates(DTP_t dtp, int most, int seed, struct candidate *candidates)
{
    const struct dtpi_pool *pool = dtp->priv;
    uint64_t common = start(pool, 1), own = start(pool, seed);
    const int rows = dtpi_layout_first(pool->is_struct, DTPI_OVERLAPPING_LAYOUT);
    const int unswept = dtpi_layout_first(pool->is_struct, DTPI_SWEPT_LAYOUT);
    int n = 0;

    for (int tries = 0; tries < 4 * most && n < most; tries++) {
        const bool is_random = tries % 3 == 2;
        const int number = draw(&common, is_random ? MOST_RANDOM : rows);
        const int row = is_random ? -1 - number : draw(&own, tries % 3 == 0 ? rows : unswept);
        if (row < 0 || dtpi_layout_applies(&pool->signature, pool->is_struct, row))
            add_candidate(dtp, row, candidates, &n);
    }
    return n;
}

/* ---- choosing ---- */

static void count(int objects[DTPI_NUM_TRAITS], uint64_t traits)
{
    for (int t = 0; t < DTPI_NUM_TRAITS; t++)
        objects[t] += (traits >> t & 1) != 0;
}

/* What a candidate is worth: the less a trait has been there, and the fewer others have it, the more. */
static int64_t worth(const struct coverage *c, uint64_t traits)
{
    int64_t sum = 0;

    for (int t = 0; t < DTPI_NUM_TRAITS; t++)
        if (traits >> t & 1)
            sum += 100000 / (c->candidates[t] * (1 + (int64_t) c->objects[t] * c->objects[t]));
    return sum;
}

static struct candidate *best_of(struct candidate *candidates, int n, const struct coverage *c)
{
    struct candidate *best = NULL;
    int64_t most = -1;

    for (int i = 0; i < n; i++) {
        const int64_t this = candidates[i].taken ? -1 : worth(c, candidates[i].traits);
        if (this > most) {
            most = this;
            best = &candidates[i];
        }
    }
    return best;
}

static bool is_layout(const struct candidate *candidate)
{
    return candidate->row >= 0;
}

static bool has_instances_with_gaps(const struct candidate *candidate)
{
    const uint64_t both = DTPI_TRAIT(INSTANCES) | DTPI_TRAIT(GAPS);

    return (candidate->traits & both) == both;
}

/* The first one of its kind that was drawn, or else what brings most. */
static struct candidate *first_of(struct candidate *candidates, int n, const struct coverage *c,
                                  bool (*is_kind)(const struct candidate *candidate))
{
    for (int i = 0; i < n; i++)
        if (!candidates[i].taken && is_kind(&candidates[i]))
            return &candidates[i];
    return best_of(candidates, n, c);
}

static struct candidate *next_of(struct candidate *candidates, int n, const struct coverage *c, int turn)
{
    if (turn % 2 == 0)
        return first_of(candidates, n, c, is_layout);
    return turn % 4 == 1 ? first_of(candidates, n, c, has_instances_with_gaps) : best_of(candidates, n, c);
}

static struct coverage coverage_of(DTP_t dtp)
{
    struct coverage c = {{0}, {0}};
    const struct dtpi_entry *entry;

    for (int i = 0; i < dtp->DTP_num_objs; i++)
        if (dtpi_pool_describe(dtp->priv, i, &entry) == DTP_SUCCESS)
            count(c.objects, entry->traits);
    return c;
}

/* Both of a pair of layouts of one size and the same bounds, one after the other: what an MPI keeps of one type must
 * not serve for the other.  *n becomes what is left to add. */
static int add_alike(DTP_t dtp, int *n, int seed)
{
    enum { PAIRS = 100 };
    const struct dtpi_pool *pool = dtp->priv;
    uint64_t state = start(pool, seed), traits;
    const int row = dtpi_layout_first(pool->is_struct, DTPI_SWEPT_LAYOUT) + dtpi_sweep_like_row(draw(&state, PAIRS));
    int err = DTP_SUCCESS;

    if (pool->is_struct || !dtpi_layout_applies(&pool->signature, false, row))
        return DTP_SUCCESS;
    for (int i = 0; i < 2 && !err; i++)
        if (!is_in_pool(dtp, row + i) && dtpi_pool_row_traits(pool, row + i, &traits) == DTP_SUCCESS) {
            err = dtpi_pool_append(dtp, row + i);
            (*n)--;
        }
    return err;
}

/* Layouts from one class up to another, which have a trait by the table: for some signatures one may lack it. */
struct kind {
    enum dtpi_layout_class from, to;
    int trait;    /* its number */
};
static const struct kind overlapping = {DTPI_OVERLAPPING_LAYOUT, DTPI_NO_LAYOUT, DTPI_TRAIT_NUMBER_OVERLAPPING};

/* Those of which each pool is to have one: whose data reach over its extent, as a column of a matrix does, and whose
 * data fill it in another order, as a matrix does that is taken by its columns. */
static const struct kind wanted[] = {{DTPI_SPECIFIED, DTPI_SWEPT_LAYOUT, DTPI_TRAIT_NUMBER_OVERHANG},
                                     {DTPI_SPECIFIED, DTPI_SWEPT_LAYOUT, DTPI_TRAIT_NUMBER_PERMUTED}};
enum { NUM_WANTED = sizeof wanted / sizeof wanted[0] };

static bool is_of_kind(const struct dtpi_pool *pool, int row, const struct kind *kind)
{
    const char *traits = dtpi_layout_traits(pool->is_struct, row);

    return traits && strstr(traits, dtpi_trait_name(kind->trait)) &&
           dtpi_layout_applies(&pool->signature, pool->is_struct, row);
}

/* Row k of a kind, of those that are not there; or -1.  *n becomes how many there are up to it. */
static int row_of_kind(DTP_t dtp, const struct kind *kind, int k, int *n)
{
    const int end = dtpi_layout_first(dtp->priv->is_struct, kind->to);

    *n = 0;
    for (int row = dtpi_layout_first(dtp->priv->is_struct, kind->from); row < end; row++)
        if (is_of_kind(dtp->priv, row, kind) && !is_in_pool(dtp, row) && (*n)++ == k)
            return row;
    return -1;
}

/* One of them, or -1. */
static int draw_row(DTP_t dtp, const struct kind *kind, uint64_t *state)
{
    int n;

    (void) row_of_kind(dtp, kind, -1, &n);
    return n > 0 ? row_of_kind(dtp, kind, draw(state, n), &n) : -1;
}

/* One of the kind that has the trait for this signature, if one is found.  *n becomes what is left to add. */
static int add_wanted(DTP_t dtp, const struct kind *kind, int *n, int seed)
{
    enum { TRIES = 16 };
    uint64_t state = start(dtp->priv, seed), traits;

    for (int k = 0; k < TRIES; k++) {
        const int row = draw_row(dtp, kind, &state);
        if (row < 0)
            break;
        if (dtpi_pool_row_traits(dtp->priv, row, &traits) == DTP_SUCCESS && traits >> kind->trait & 1) {
            (*n)--;
            return dtpi_pool_append(dtp, row);
        }
    }
    return DTP_SUCCESS;
}

static int add(DTP_t dtp, int n, int seed)
{
    struct candidate *candidates = dtpi_alloc((size_t) n * DRAWN_FOR_ONE, sizeof *candidates);
    struct coverage c;
    int drawn, err = DTP_SUCCESS;

    if (!candidates)
        return DTP_ERR_NO_MEM;
    if (n >= SOME_OF_A_KIND) {
        err = add_alike(dtp, &n, seed);
        for (int k = 0; k < NUM_WANTED && !err; k++)
            err = add_wanted(dtp, &wanted[k], &n, seed);
    }
    c = coverage_of(dtp);
    drawn = draw_candidates(dtp, n * DRAWN_FOR_ONE, seed, candidates);
    for (int i = 0; i < drawn; i++)
        count(c.candidates, candidates[i].traits);
    for (struct candidate *next; n > 0 && !err && (next = next_of(candidates, drawn, &c, n)); n--) {
        next->taken = true;
        count(c.objects, next->traits);
        err = dtpi_pool_append(dtp, next->row);
    }
    dtpi_free(candidates);
    return err;
}

static int add_overlapping(DTP_t dtp, int n, int seed)
{
    uint64_t state = start(dtp->priv, seed);
    int err = DTP_SUCCESS;

    for (int row; n > 0 && !err && (row = draw_row(dtp, &overlapping, &state)) >= 0; n--)
        err = dtpi_pool_append(dtp, row);
    return err;
}

/* Adds n objects, drawn in this way. */
static int add_drawn(const char *call, DTP_t dtp, int n, int seed, int (*way)(DTP_t dtp, int n, int seed))
{
    enum { MOST = 100000 };
    int err = dtpi_check_pool(call, dtp);

    if (err)
        return err;
    if (n < 0 || n > MOST)
        return dtpi_error(DTP_ERR_ARG, "%s: argument n is %d; expected 0 to %d", call, n, MOST);
    err = dtpi_check_none_created(dtp);
    if (!err && n > 0 && !dtp->priv->choice.is_specified)
        err = way(dtp, n, seed);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}

int DTP_pool_add_sample(DTP_t dtp, int n, int seed)
{
    return add_drawn("DTP_pool_add_sample", dtp, n, seed, add);
}

int DTP_pool_add_overlapping_sample(DTP_t dtp, int n, int seed)
{
    return add_drawn("DTP_pool_add_overlapping_sample", dtp, n, seed, add_overlapping);
}
