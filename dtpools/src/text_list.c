#include "text_list.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"

#include <limits.h>

void dtpi_list_free(struct dtpi_list *list)
{
    for (int i = 0; i < list->n; i++)
        dtpi_tree_free(list->items[i].tree);
    dtpi_free(list->items);
    *list = (struct dtpi_list) {0};
}

static bool append(struct dtpi_in *in, struct dtpi_list *list, const struct dtpi_item *item)
{
    if (list->n == list->room) {
        int room = list->room ? 2 * list->room : 8;
        struct dtpi_item *items = dtpi_realloc(list->items, (size_t) room, sizeof *items);
        if (!items) {
            in->err = DTP_ERR_NO_MEM;
            return false;
        }
        list->items = items;
        list->room = room;
    }
    list->items[list->n++] = *item;
    return true;
}

/* first, or first..last/step */
static bool read_progression(struct dtpi_in *in, struct dtpi_item *item)
{
    MPI_Aint last, reach;

    if (!dtpi_in_take(in, ".."))
        return true;
    if (!dtpi_in_number(in, &last) || !dtpi_in_need(in, "/") || !dtpi_in_number(in, &item->step))
        return false;
    if (item->step == 0 || !dtpi_sub(last, item->value, &reach) || reach >= DTPI_AINT_MAX || reach <= -DTPI_AINT_MAX ||
        reach % item->step != 0 || reach / item->step < 0)
        return dtpi_in_expected(in, "a last number that the step leads to");
    item->count = reach / item->step + 1;
    return true;
}

/* Whether a "n x" stands here; then it is taken. */
static bool read_times(struct dtpi_in *in, MPI_Aint *times)
{
    const char *start = in->at;

    dtpi_in_skip(in);
    if (dtpi_in_at_factor(in) && *in->at != '-' && dtpi_in_number(in, times) && dtpi_in_take(in, "x"))
        return true;
    if (!in->err)
        in->at = start;
    *times = 1;
    return false;
}

static bool read_item(struct dtpi_in *in, dtpi_read_tree_fn *read_tree, struct dtpi_item *item)
{
    bool repeated = read_times(in, &item->count);

    item->step = 0;
    item->tree = NULL;
    if (in->err)
        return false;
    if (item->count <= 0)
        return dtpi_in_expected(in, "an item that is there at least once");
    if (read_tree)
        return (item->tree = read_tree(in)) != NULL;
    return dtpi_in_number(in, &item->value) && (repeated || read_progression(in, item));
}

bool dtpi_list_read(struct dtpi_in *in, dtpi_read_tree_fn *read_tree, struct dtpi_list *list)
{
    struct dtpi_item item;

    *list = (struct dtpi_list) {0};
    if (!dtpi_in_need(in, "{"))
        return false;
    if (dtpi_in_take(in, "}"))
        return true;
    do {
        if (!read_item(in, read_tree, &item))
            return false;
        if (!append(in, list, &item)) {
            dtpi_tree_free(item.tree);
            return false;
        }
    } while (dtpi_in_take(in, ","));
    return dtpi_in_need(in, "}");
}

/* Takes from items of several lists together: the next n for which none of them changes. */
struct zip {
    const struct dtpi_list *list;
    int item;
    MPI_Aint done; /* of the item */
};

static const struct dtpi_item *zip_item(const struct zip *z)
{
    return z->item < z->list->n ? &z->list->items[z->item] : NULL;
}

static void zip_take(struct zip *z, MPI_Aint n)
{
    z->done += n;
    if (z->done == zip_item(z)->count) {
        z->item++;
        z->done = 0;
    }
}

/* The most runs that the lists can make, a progression of block lengths being one each; -1: more than there can be. */
static int most_runs(const struct dtpi_list lists[3])
{
    MPI_Aint most = 1;

    for (int l = 0; l < 3; l++)
        for (int i = 0; i < lists[l].n; i++) {
            const struct dtpi_item *item = &lists[l].items[i];
            if (!dtpi_add(most, l == 0 && item->step != 0 ? item->count : 1, &most) || most > INT_MAX)
                return -1;
        }
    return (int) most;
}

bool dtpi_list_runs(struct dtpi_in *in, const struct dtpi_syntax *s, const struct dtpi_list lists[3], MPI_Aint blklen,
                    struct dtpi_tree *child, struct dtpi_run **runs, int *num_runs)
{
    struct zip b = {.list = &lists[0]}, d = {.list = &lists[1]}, t = {.list = &lists[2]};
    bool has_b = *s->arguments == 'b', has_t = s->ctor == DTPI_STRUCT;
    int most = most_runs(lists);
    struct dtpi_run *run = most > 0 ? dtpi_alloc((size_t) most, sizeof *run) : NULL;

    *num_runs = 0;
    *runs = run;
    if (most < 0)
        return dtpi_in_expected(in, "fewer block lengths");
    if (!run) {
        in->err = DTP_ERR_NO_MEM;
        return false;
    }
    for (; zip_item(&d) && (!has_b || zip_item(&b)) && (!has_t || zip_item(&t)); run++, ++*num_runs) {
        MPI_Aint n = zip_item(&d)->count - d.done;
        n = has_b ? dtpi_min(n, zip_item(&b)->count - b.done) : n;
        n = has_t ? dtpi_min(n, zip_item(&t)->count - t.done) : n;
        run->count = n;
        run->blklen = has_b ? zip_item(&b)->value + b.done * zip_item(&b)->step : blklen;
        if (has_b && zip_item(&b)->step != 0)
            run->count = n = 1;
        run->disp = zip_item(&d)->value + d.done * zip_item(&d)->step;
        run->step = n > 1 ? zip_item(&d)->step : 0;
        run->child = dtpi_tree_ref(has_t ? zip_item(&t)->tree : child);
        zip_take(&d, n);
        if (has_b)
            zip_take(&b, n);
        if (has_t)
            zip_take(&t, n);
        if (run->blklen < 0) {
            ++*num_runs;
            return dtpi_in_expected(in, "block lengths that are not negative");
        }
    }
    if (zip_item(&d) || (has_b && zip_item(&b)) || (has_t && zip_item(&t)))
        return dtpi_in_expected(in, "lists of the same length");
    return true;
}
