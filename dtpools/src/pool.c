#include "pool.h"

#include "alloc.h"
#include "error.h"
#include "tree_text.h"

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

/* Frees a pool without objects, however far its creation came. */
static void free_pool(DTP_t dtp)
{
    if (dtp->priv) {
        dtpi_entries_free(dtp->priv->entries, dtp->DTP_num_objs);
        dtpi_signature_free(&dtp->priv->signature);
    }
    dtpi_free(dtp->priv);
    dtpi_free(dtp->DTP_obj_array);
    dtpi_free(dtp);
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
    return finish_pool(pool, err ? err : dtpi_pool_make_objects(pool), dtp);
}

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
    err = err ? err : dtpi_entry_complete(e, dtp->priv->max_bytes);
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
    err = dtpi_pool_make_room(pool, n);
    for (int i = 0; i < n && !err; i++)
        err = texts[i] ? add_text(pool, texts[i]) : dtpi_error(DTP_ERR_ARG, "argument texts[%d] is NULL", i);
    err = finish_pool(pool, err, dtp);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}

int dtpi_pool_of_tree(struct dtpi_tree *tree, const char *name, DTP_t *dtp)
{
    DTP_t pool = new_pool();
    struct dtpi_entry *e;
    int err = pool ? dtpi_pool_make_room(pool, 1) : dtpi_error_code();

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
    err = dtpi_entry_complete(e, pool->priv->max_bytes);
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
