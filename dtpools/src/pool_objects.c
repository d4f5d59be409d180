/* The objects of a pool: which there are, and what each of them is. */
#include "pool.h"

#include "alloc.h"
#include "error.h"
#include "random.h"
#include "traits.h"

#include <stdio.h>

static void free_entry(struct dtpi_entry *entry)
{
    dtpi_typemap_free(&entry->map);
    dtpi_tree_free(entry->object.tree);
    entry->object.tree = NULL;
}

void dtpi_entries_free(struct dtpi_entry *entries, int n)
{
    for (int i = 0; i < n; i++)
        free_entry(&entries[i]);
    dtpi_free(entries);
}

/* ---- what an object is ---- */

int dtpi_entry_complete(struct dtpi_entry *e, MPI_Aint max_bytes)
{
    const struct dtpi_tree *tree = e->object.tree;
    int err = dtpi_typemap_create(tree, e->object.count, &e->map);

    if (!err && (e->map.hi - e->map.lo > max_bytes || tree->size * e->object.count > max_bytes))
        err = dtpi_error(DTP_ERR_TOO_LARGE,
                         "an object of %lld bytes, %lld of them data, is more than DTP_MAX_BUFSIZE=%lld",
                         (long long) (e->map.hi - e->map.lo), (long long) (tree->size * e->object.count),
                         (long long) max_bytes);
    err = err ? err : dtpi_typemap_overlap(&e->map, &e->overlap);
    if (err)
        free_entry(e);
    else
        e->traits = dtpi_traits(e->object.tree, e->object.count, &e->map, e->overlap != DTPI_DISJOINT);
    return err;
}

static int describe(const struct dtpi_pool *pool, struct dtpi_entry *e)
{
    int err;

    if (e->object.tree)
        return DTP_SUCCESS;
    if (e->row < 0)
        err = dtpi_random_object(&pool->signature, pool->choice.seed, -1 - e->row, pool->max_bytes, &e->object);
    else
        err = dtpi_layout_object(&pool->signature, pool->is_struct, e->row, pool->max_bytes, &e->object);
    return err ? err : dtpi_entry_complete(e, pool->max_bytes);
}

int dtpi_pool_describe(const struct dtpi_pool *pool, int index, const struct dtpi_entry **entry)
{
    *entry = &pool->entries[index];
    return describe(pool, &pool->entries[index]);
}

int dtpi_entry_of(const char *call, DTP_t dtp, int obj_idx, const struct dtpi_entry **entry)
{
    int err = dtpi_check_index(call, dtp, obj_idx);

    if (err)
        return err;
    err = dtpi_pool_describe(dtp->priv, obj_idx, entry);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}

int dtpi_pool_row_traits(const struct dtpi_pool *pool, int row, uint64_t *traits)
{
    struct dtpi_entry entry = {.row = row};
    int err = describe(pool, &entry);

    *traits = entry.traits;
    free_entry(&entry);
    return err;
}

/* ---- which objects ---- */

int dtpi_pool_make_room(DTP_t dtp, int more)
{
    size_t room = (size_t) dtp->DTP_num_objs + (size_t) more;
    DTP_obj_s *objects = dtpi_realloc(dtp->DTP_obj_array, room, sizeof *objects);
    struct dtpi_entry *entries;

    if (!objects)
        return DTP_ERR_NO_MEM;
    dtp->DTP_obj_array = objects;
    entries = dtpi_realloc(dtp->priv->entries, room, sizeof *entries);
    if (!entries)
        return DTP_ERR_NO_MEM;
    dtp->priv->entries = entries;
    return DTP_SUCCESS;
}

/* Whether the entry has the traits that are asked for.  An object that cannot be made stays: it is reported when it is
 * created. */
static bool is_selected(const struct dtpi_pool *pool, int index)
{
    const struct dtpi_entry *entry;
    const char *unused;

    if (!pool->choice.traits || dtpi_pool_describe(pool, index, &entry) != DTP_SUCCESS)
        return true;
    return dtpi_traits_selected(pool->choice.traits, entry->traits, &unused);
}

static bool is_full(DTP_t dtp)
{
    return dtp->priv->choice.num_objs >= 0 && dtp->DTP_num_objs >= dtp->priv->choice.num_objs;
}

/* Adds an object, if it is selected; there is room. */
static void append_object(DTP_t dtp, int row)
{
    struct dtpi_entry *e = &dtp->priv->entries[dtp->DTP_num_objs];

    *e = (struct dtpi_entry) {.row = row};
    if (row < 0)
        (void) snprintf(e->name, sizeof e->name, "DTPI_OBJ_LAYOUT_RANDOM__%d", -1 - row);
    else
        dtpi_layout_name(dtp->priv->is_struct, row, e->name);
    dtp->DTP_obj_array[dtp->DTP_num_objs] = (DTP_obj_s) {.DTP_obj_type = MPI_DATATYPE_NULL};
    if (is_selected(dtp->priv, dtp->DTP_num_objs))
        dtp->DTP_num_objs++;
    else
        free_entry(e);
}

/* The same, unless there are as many as there may be. */
static void add_object(DTP_t dtp, int row)
{
    if (!is_full(dtp))
        append_object(dtp, row);
}

int dtpi_pool_append(DTP_t dtp, int row)
{
    int err = dtpi_pool_make_room(dtp, 1);

    if (!err)
        append_object(dtp, row);
    return err;
}

/* Adds the layouts of a class. */
static int add_class(DTP_t dtp, enum dtpi_layout_class class)
{
    const struct dtpi_pool *pool = dtp->priv;
    int row = dtpi_layout_first(pool->is_struct, class), end, err;

    for (end = row; dtpi_layout_class(pool->is_struct, end) == class; end++)
        ;
    err = dtpi_pool_make_room(dtp, end - row);
    for (; row < end && !err; row++)
        if (dtpi_layout_applies(&pool->signature, pool->is_struct, row))
            add_object(dtp, row);
    return err;
}

static int no_object(const struct dtpi_pool *pool)
{
    return dtpi_error(DTP_ERR_NONE, "no object of %s has the traits of DTP_TRAITS=%s", pool->signature.brief,
                      pool->choice.traits);
}

/* What the specification has, the extended layouts, the random objects. */
int dtpi_pool_make_objects(DTP_t dtp)
{
    const struct dtpi_choice *choice = &dtp->priv->choice;
    int err = add_class(dtp, DTPI_SPECIFIED);

    if (!choice->is_specified) {
        err = err ? err : add_class(dtp, DTPI_EXTENDED_LAYOUT);
        err = err ? err : add_class(dtp, DTPI_SWEPT_LAYOUT);
        err = err ? err : dtpi_pool_make_room(dtp, is_full(dtp) ? 0 : choice->random_objs);
        for (int k = 0; k < choice->random_objs && !err && !is_full(dtp); k++)
            add_object(dtp, -1 - k);
    }
    return err || dtp->DTP_num_objs > 0 ? err : no_object(dtp->priv);
}

/* ---- objects that are added later ---- */

int DTP_pool_add_overlapping(DTP_t dtp)
{
    static const char call[] = "DTP_pool_add_overlapping";
    int err = dtpi_check_pool(call, dtp);

    err = err ? err : dtpi_check_none_created(dtp);
    if (!err && !dtp->priv->choice.is_specified)
        err = add_class(dtp, DTPI_OVERLAPPING_LAYOUT);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}

/* The index of an object, or -1. */
static int find_object(DTP_t dtp, const struct dtpi_object *wanted)
{
    const struct dtpi_entry *entry;

    for (int i = 0; i < dtp->DTP_num_objs; i++)
        if (dtpi_pool_describe(dtp->priv, i, &entry) == DTP_SUCCESS && entry->object.count == wanted->count &&
            dtpi_tree_equal(entry->object.tree, wanted->tree))
            return i;
    return -1;
}

/* Takes over the object's tree; there is room. */
static int append_plain(DTP_t dtp, const struct dtpi_object *plain)
{
    struct dtpi_entry *e = &dtp->priv->entries[dtp->DTP_num_objs];
    int err;

    *e = (struct dtpi_entry) {.object = *plain, .name = "DTPI_OBJ_LAYOUT_PLAIN"};
    err = dtpi_entry_complete(e, dtp->priv->max_bytes);
    if (err)
        return err;
    dtp->DTP_obj_array[dtp->DTP_num_objs++] = (DTP_obj_s) {.DTP_obj_type = MPI_DATATYPE_NULL};
    return DTP_SUCCESS;
}

static int add_plain(DTP_t dtp, int *obj_idx)
{
    struct dtpi_object plain = {0};
    int err = dtpi_layout_plain(&dtp->priv->signature, dtp->priv->signature.elements, &plain);

    if (err)
        return err;
    *obj_idx = find_object(dtp, &plain);
    if (*obj_idx < 0) {
        err = dtpi_check_none_created(dtp);
        err = err ? err : dtpi_pool_make_room(dtp, 1);
        if (!err) {
            *obj_idx = dtp->DTP_num_objs;
            return append_plain(dtp, &plain);
        }
    }
    dtpi_tree_free(plain.tree);
    return err;
}

int DTP_pool_add_plain(DTP_t dtp, int *obj_idx)
{
    static const char call[] = "DTP_pool_add_plain";
    int err = dtpi_check_pool(call, dtp), index = -1;

    if (err)
        return err;
    if (!obj_idx)
        return dtpi_error(DTP_ERR_ARG, "%s: argument obj_idx is NULL; expected where to put the index", call);
    if (dtp->priv->signature.elements == 0)
        return dtpi_error(DTP_ERR_ARG, "%s: the objects of the pool have no elements", call);
    err = add_plain(dtp, &index);
    if (err)
        return dtpi_error_in(err, call);
    *obj_idx = index;
    return DTP_SUCCESS;
}
