#include "pool.h"

#include "alloc.h"
#include "arith.h"
#include "env.h"
#include "error.h"
#include "random.h"
#include "traits.h"
#include "tree_text.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static struct dtpi_pool *pools;

int dtpi_check_pool(const char *call, DTP_t dtp)
{
    if (!dtp)
        return dtpi_error(DTP_ERR_ARG, "%s: argument dtp is NULL; expected a pool", call);
    for (const struct dtpi_pool *p = pools; p; p = p->next)
        if (p->self == dtp)
            return DTP_SUCCESS;
    return dtpi_error(DTP_ERR_ARG, "%s: argument dtp is %p, which is no pool or was freed", call, (void *) dtp);
}

int dtpi_check_index(const char *call, DTP_t dtp, int obj_idx)
{
    int err = dtpi_check_pool(call, dtp);

    if (err || (obj_idx >= 0 && obj_idx < dtp->DTP_num_objs))
        return err;
    return dtpi_error(DTP_ERR_ARG, "%s: argument obj_idx is %d; expected 0 to %d", call, obj_idx,
                      dtp->DTP_num_objs - 1);
}

int dtpi_check_none_created(DTP_t dtp)
{
    for (int i = 0; i < dtp->DTP_num_objs; i++)
        if (dtp->DTP_obj_array[i].priv)
            return dtpi_error(DTP_ERR_STATE, "object %d is created; expected none", i);
    return DTP_SUCCESS;
}

static void free_entry(struct dtpi_entry *entry)
{
    dtpi_typemap_free(&entry->map);
    dtpi_tree_free(entry->object.tree);
    entry->object.tree = NULL;
}

static void free_entries(struct dtpi_entry *entries, int n)
{
    for (int i = 0; i < n; i++)
        free_entry(&entries[i]);
    dtpi_free(entries);
}

/* Frees a pool without objects, however far its creation came. */
static void free_pool(DTP_t dtp)
{
    if (dtp->priv) {
        free_entries(dtp->priv->entries, dtp->DTP_num_objs);
        dtpi_signature_free(&dtp->priv->signature);
    }
    dtpi_free(dtp->priv);
    dtpi_free(dtp->DTP_obj_array);
    dtpi_free(dtp);
}

/* ---- which objects ---- */

/* Makes room for `more` more objects; none is created. */
static int make_room(DTP_t dtp, int more)
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
    return strcmp(pool->choice.traits, "none") == 0 ||
           dtpi_traits_selected(pool->choice.traits, entry->traits, &unused);
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
    int err = make_room(dtp, 1);

    if (!err)
        append_object(dtp, row);
    return err;
}

/* Adds the layouts of a class. */
static int add_class(DTP_t dtp, enum dtpi_layout_class class)
{
    const struct dtpi_pool *pool = dtp->priv;
    int row = 0, end, err;

    while (dtpi_layout_class(pool->is_struct, row) < class)
        row++;
    for (end = row; dtpi_layout_class(pool->is_struct, end) == class; end++)
        ;
    err = make_room(dtp, end - row);
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

/* The entries of the pool, none created: what the specification has, the extended layouts, the random objects. */
static int make_entries(DTP_t dtp)
{
    const struct dtpi_choice *choice = &dtp->priv->choice;
    int err = add_class(dtp, DTPI_SPECIFIED);

    if (!choice->traits || strcmp(choice->traits, "none") != 0) {
        err = err ? err : add_class(dtp, DTPI_EXTENDED_LAYOUT);
        err = err ? err : add_class(dtp, DTPI_SWEPT_LAYOUT);
        err = err ? err : make_room(dtp, is_full(dtp) ? 0 : choice->random_objs);
        for (int k = 0; k < choice->random_objs && !err && !is_full(dtp); k++)
            add_object(dtp, -1 - k);
    }
    return err || dtp->DTP_num_objs > 0 ? err : no_object(dtp->priv);
}

static int check_bytes(const struct dtpi_pool *p)
{
    if (p->signature.bytes <= p->max_bytes)
        return DTP_SUCCESS;
    return dtpi_error(DTP_ERR_TOO_LARGE, "%s has %lld bytes of data, more than DTP_MAX_BUFSIZE=%lld bytes",
                      p->signature.brief, (long long) p->signature.bytes, (long long) p->max_bytes);
}

/* A pool of nothing yet; NULL with a message kept. */
static DTP_t new_pool(void)
{
    DTP_t pool = dtpi_alloc(1, sizeof *pool);
    struct dtpi_pool *p = pool ? dtpi_alloc(1, sizeof *p) : NULL;

    if (!p) {
        dtpi_free(pool);
        return NULL;
    }
    *p = (struct dtpi_pool) {.self = pool};
    *pool = (struct DTP_pool_s) {.priv = p};
    if (dtpi_env_max_bufsize(&p->max_bytes) == DTP_SUCCESS && dtpi_env_choice(&p->choice) == DTP_SUCCESS)
        return pool;
    free_pool(pool);
    return NULL;
}

/* Gives the pool to the caller if there was no error, and frees it otherwise. */
static int finish_pool(DTP_t pool, int err, DTP_t *dtp)
{
    err = err ? err : check_bytes(pool->priv);
    if (err) {
        free_pool(pool);
        return err;
    }
    dtpi_buffer_watch();
    pool->priv->next = pools;
    pool->priv->number = pools ? pools->number + 1 : 0;
    pools = pool->priv;
    *dtp = pool;
    return DTP_SUCCESS;
}

static int make_pool(int n, const struct dtpi_part *parts, bool is_struct, DTP_t *dtp)
{
    DTP_t pool = new_pool();
    int err;

    if (!pool)
        return dtpi_error_code();
    pool->priv->is_struct = is_struct;
    err = dtpi_signature_create(n, parts, &pool->priv->signature);
    err = err ? err : check_bytes(pool->priv);
    return finish_pool(pool, err ? err : make_entries(pool), dtp);
}

/* What follows from an entry's tree, which must need no more than max_bytes; nothing is left of it after an error. */
static int complete(struct dtpi_entry *e, MPI_Aint max_bytes)
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
    return err ? err : complete(e, pool->max_bytes);
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

/* ---- the public calls ---- */

int DTP_pool_create(MPI_Datatype basic_type, MPI_Aint basic_count, DTP_t *dtp)
{
    static const char call[] = "DTP_pool_create";
    struct dtpi_part part = {.basic = dtpi_basic_of(basic_type), .count = basic_count};
    int err;

    if (!dtp)
        return dtpi_error(DTP_ERR_ARG, "%s: argument dtp is NULL; expected where to put the pool", call);
    *dtp = NULL;
    if (!part.basic)
        return dtpi_error_in(dtpi_basic_unknown("argument basic_type"), call);
    if (basic_count < 1)
        return dtpi_error(DTP_ERR_ARG, "%s: argument basic_count is %lld; expected 1 or more", call,
                          (long long) basic_count);
    err = make_pool(1, &part, false, dtp);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}

static int check_struct(int n, const MPI_Datatype *types, const int *counts, struct dtpi_part *parts)
{
    for (int i = 0; i < n; i++) {
        parts[i] = (struct dtpi_part) {.basic = dtpi_basic_of(types[i]), .count = counts[i]};
        if (counts[i] < 1)
            return dtpi_error(DTP_ERR_ARG, "argument basic_counts[%d] is %d; expected 1 or more", i, counts[i]);
        if (!parts[i].basic) {
            char seen[48];
            (void) snprintf(seen, sizeof seen, "argument basic_types[%d]", i);
            return dtpi_basic_unknown(seen);
        }
    }
    return DTP_SUCCESS;
}

int DTP_pool_create_struct(int basic_type_count, MPI_Datatype *basic_types, int *basic_counts, DTP_t *dtp)
{
    static const char call[] = "DTP_pool_create_struct";
    struct dtpi_part *parts;
    int err;

    if (!dtp)
        return dtpi_error(DTP_ERR_ARG, "%s: argument dtp is NULL; expected where to put the pool", call);
    *dtp = NULL;
    if (basic_type_count < 1)
        return dtpi_error(DTP_ERR_ARG, "%s: argument basic_type_count is %d; expected 1 or more", call,
                          basic_type_count);
    if (!basic_types || !basic_counts)
        return dtpi_error(DTP_ERR_ARG, "%s: argument %s is NULL; expected an array of %d", call,
                          basic_types ? "basic_counts" : "basic_types", basic_type_count);
    parts = dtpi_alloc((size_t) basic_type_count, sizeof *parts);
    err = parts ? check_struct(basic_type_count, basic_types, basic_counts, parts) : DTP_ERR_NO_MEM;
    err = err ? err : make_pool(basic_type_count, parts, true, dtp);
    dtpi_free(parts);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}

/* Adds the object of a text; of the signature of the first. */
static int add_text(DTP_t dtp, const char *text)
{
    struct dtpi_entry *e = &dtp->priv->entries[dtp->DTP_num_objs];
    struct dtpi_signature own;
    int err;

    *e = (struct dtpi_entry) {.row = 0};
    (void) snprintf(e->name, sizeof e->name, "DTPI_OBJ_LAYOUT_TEXT__%d", dtp->DTP_num_objs);
    err = dtpi_object_parse(text, &e->object.count, &e->object.tree);
    err = err ? err : complete(e, dtp->priv->max_bytes);
    if (err)
        return err;
    dtp->DTP_obj_array[dtp->DTP_num_objs] = (DTP_obj_s) {.DTP_obj_type = MPI_DATATYPE_NULL};
    dtp->DTP_num_objs++;
    if (!e->map.root)
        return dtpi_error(DTP_ERR_TEXT, "there are no elements; expected 1 or more");
    if (dtp->DTP_num_objs == 1)
        return dtpi_signature_of(&e->map, &dtp->priv->signature);
    err = dtpi_signature_of(&e->map, &own);
    if (err)
        return err;
    if (strcmp(own.text, dtp->priv->signature.text) != 0)
        err = dtpi_error(DTP_ERR_TEXT, "text %d has the signature %s; expected %s, that of text 0",
                         dtp->DTP_num_objs - 1, own.text, dtp->priv->signature.text);
    dtpi_signature_free(&own);
    return err;
}

int DTP_pool_create_text(int n, const char *const *texts, DTP_t *dtp)
{
    static const char call[] = "DTP_pool_create_text";
    DTP_t pool;
    int err;

    if (!dtp)
        return dtpi_error(DTP_ERR_ARG, "%s: argument dtp is NULL; expected where to put the pool", call);
    *dtp = NULL;
    if (n < 1 || !texts)
        return dtpi_error(DTP_ERR_ARG, "%s: n is %d and texts %p; expected 1 or more texts", call, n,
                          (const void *) texts);
    pool = new_pool();
    if (!pool)
        return dtpi_error_in(dtpi_error_code(), call);
    pool->priv->is_struct = true;
    err = make_room(pool, n);
    for (int i = 0; i < n && !err; i++)
        err = texts[i] ? add_text(pool, texts[i]) : dtpi_error(DTP_ERR_ARG, "argument texts[%d] is NULL", i);
    err = finish_pool(pool, err, dtp);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}

int dtpi_pool_of_tree(struct dtpi_tree *tree, const char *name, DTP_t *dtp)
{
    DTP_t pool = new_pool();
    struct dtpi_entry *e;
    int err = pool ? make_room(pool, 1) : dtpi_error_code();

    if (err) {
        dtpi_tree_free(tree);
        if (pool)
            free_pool(pool);
        return err;
    }
    pool->priv->is_struct = pool->priv->is_buffer = true;
    e = &pool->priv->entries[0];
    *e = (struct dtpi_entry) {.object = {.count = 1, .tree = tree}};
    (void) snprintf(e->name, sizeof e->name, "%s", name);
    pool->DTP_obj_array[0] = (DTP_obj_s) {.DTP_obj_type = MPI_DATATYPE_NULL};
    err = complete(e, pool->priv->max_bytes);
    pool->DTP_num_objs = !err;
    err = err ? err : dtpi_signature_of(&e->map, &pool->priv->signature);
    return finish_pool(pool, err, dtp);
}

int DTP_pool_free(DTP_t dtp)
{
    static const char call[] = "DTP_pool_free";
    struct dtpi_pool **link = &pools;
    int err = dtpi_check_pool(call, dtp);

    if (err)
        return err;
    for (int i = 0; i < dtp->DTP_num_objs; i++)
        if (dtp->DTP_obj_array[i].priv) {
            int freed = dtpi_obj_release(&dtp->DTP_obj_array[i]);
            err = err ? err : freed;
        }
    while ((*link)->self != dtp)
        link = &(*link)->next;
    *link = (*link)->next;
    free_pool(dtp);
    if (!pools)
        dtpi_buffer_release_kept();
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}

int DTP_pool_add_overlapping(DTP_t dtp)
{
    static const char call[] = "DTP_pool_add_overlapping";
    int err = dtpi_check_pool(call, dtp);

    err = err ? err : dtpi_check_none_created(dtp);
    if (!err && (!dtp->priv->choice.traits || strcmp(dtp->priv->choice.traits, "none") != 0))
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
    err = complete(e, dtp->priv->max_bytes);
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
        err = err ? err : make_room(dtp, 1);
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

int DTP_pool_plain_text(DTP_t dtp, MPI_Aint n, char *buf, size_t size)
{
    static const char call[] = "DTP_pool_plain_text";
    struct dtpi_object plain = {0};
    int err = dtpi_check_pool(call, dtp), length;

    if (!err && (n < 1 || n > dtp->priv->signature.elements || (!buf && size > 0)))
        err = dtpi_error(DTP_ERR_ARG, "%s: n is %lld, buf %p and size %zu; expected 1 to %lld elements and room for so "
                         "many bytes", call, (long long) n, (void *) buf, size,
                         (long long) dtp->priv->signature.elements);
    if (err)
        return -1;
    err = dtpi_layout_plain(&dtp->priv->signature, n, &plain);
    if (err) {
        (void) dtpi_error_in(err, call);
        return -1;
    }
    length = dtpi_object_print(plain.count, plain.tree, buf, size);
    dtpi_tree_free(plain.tree);
    return length;
}

const char *DTP_pool_signature(DTP_t dtp)
{
    return dtpi_check_pool("DTP_pool_signature", dtp) ? NULL : dtp->priv->signature.text;
}

const char *DTP_pool_kinds(DTP_t dtp)
{
    return dtpi_check_pool("DTP_pool_kinds", dtp) ? NULL : dtp->priv->signature.kinds;
}

MPI_Aint DTP_pool_elements(DTP_t dtp)
{
    return dtpi_check_pool("DTP_pool_elements", dtp) ? -1 : dtp->priv->signature.elements;
}

MPI_Aint DTP_pool_bytes(DTP_t dtp)
{
    return dtpi_check_pool("DTP_pool_bytes", dtp) ? -1 : dtp->priv->signature.bytes;
}

int DTP_pool_set_values(DTP_t dtp, int values)
{
    static const char call[] = "DTP_pool_set_values";
    int err = dtpi_check_pool(call, dtp);

    if (err)
        return err;
    if (values != DTP_VALUES_NUMBERS && values != DTP_VALUES_BITS)
        return dtpi_error(DTP_ERR_ARG, "%s: argument values is %d; expected DTP_VALUES_NUMBERS or DTP_VALUES_BITS",
                          call, values);
    dtp->priv->bits = values == DTP_VALUES_BITS;
    return DTP_SUCCESS;
}

MPI_Aint DTP_pool_exact(DTP_t dtp, int operands)
{
    int64_t exact = INT32_MAX;

    if (dtpi_check_pool("DTP_pool_exact", dtp) || operands < 1)
        return -1;
    for (int i = 0; i < dtp->priv->signature.n; i++) {
        const int64_t of_kind = dtp->priv->signature.parts[i].basic->kind->exact;
        exact = of_kind < exact ? of_kind : exact;
    }
    return (MPI_Aint) (exact / operands);
}
