#include "pool.h"

#include "alloc.h"
#include "arith.h"
#include "env.h"
#include "error.h"
#include "random.h"
#include "traits.h"

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

/* Whether the entry has the traits that are asked for.  An object that cannot be made stays: it is told when it is
 * created. */
static bool is_selected(const struct dtpi_pool *pool, int index)
{
    const struct dtpi_entry *entry;
    const char *unused;

    if (!pool->choice.traits || dtpi_pool_describe(pool, index, &entry) != DTP_SUCCESS)
        return true;
    return strcmp(pool->choice.traits, "none") == 0 || dtpi_traits_selected(pool->choice.traits, entry->traits, &unused);
}

static bool is_full(DTP_t dtp)
{
    return dtp->priv->choice.num_objs >= 0 && dtp->DTP_num_objs >= dtp->priv->choice.num_objs;
}

/* Adds an object, if it is selected and there may be more; there is room. */
static void add_object(DTP_t dtp, int row)
{
    struct dtpi_entry *e = &dtp->priv->entries[dtp->DTP_num_objs];

    if (is_full(dtp))
        return;
    *e = (struct dtpi_entry) {.row = row};
    if (row < 0)
        (void) snprintf(e->name, sizeof e->name, "DTPI_OBJ_LAYOUT_RANDOM__%d", -1 - row);
    else
        (void) snprintf(e->name, sizeof e->name, "%s", dtpi_layout_name(dtp->priv->is_struct, row));
    dtp->DTP_obj_array[dtp->DTP_num_objs] = (DTP_obj_s) {.DTP_obj_type = MPI_DATATYPE_NULL};
    if (is_selected(dtp->priv, dtp->DTP_num_objs))
        dtp->DTP_num_objs++;
    else
        free_entry(e);
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
    return dtpi_error(DTP_ERR_NONE, "no object of %s has the traits of DTP_TRAITS=%s", pool->signature.text,
                      pool->choice.traits);
}

/* The entries of the pool, none created: what the specification has, the extended layouts, the random objects. */
static int make_entries(DTP_t dtp)
{
    const struct dtpi_choice *choice = &dtp->priv->choice;
    int err = add_class(dtp, DTPI_SPECIFIED);

    if (!choice->traits || strcmp(choice->traits, "none") != 0) {
        err = err ? err : add_class(dtp, DTPI_EXTENDED_LAYOUT);
        err = err ? err : make_room(dtp, is_full(dtp) ? 0 : choice->random_objs);
        for (int k = 0; k < choice->random_objs && !err && !is_full(dtp); k++)
            add_object(dtp, -1 - k);
    }
    return err || dtp->DTP_num_objs > 0 ? err : no_object(dtp->priv);
}
static int make_inside(int n, const struct dtpi_part *parts, bool is_struct, DTP_t dtp)
{
    struct dtpi_pool *p = dtpi_alloc(1, sizeof *p);
    int err;

    if (!p)
        return DTP_ERR_NO_MEM;
    *p = (struct dtpi_pool) {.is_struct = is_struct, .self = dtp};
    dtp->priv = p;
    err = dtpi_env_max_bufsize(&p->max_bytes);
    err = err ? err : dtpi_env_choice(&p->choice);
    err = err ? err : dtpi_signature_create(n, parts, &p->signature);
    if (!err && p->signature.bytes > p->max_bytes)
        err = dtpi_error(DTP_ERR_TOO_LARGE, "%s has %lld bytes of data, more than DTP_MAX_BUFSIZE=%lld bytes",
                         p->signature.text, (long long) p->signature.bytes, (long long) p->max_bytes);
    return err;
}

static int make_pool(int n, const struct dtpi_part *parts, bool is_struct, DTP_t *dtp)
{
    DTP_t pool = dtpi_alloc(1, sizeof *pool);
    int err;

    if (!pool)
        return DTP_ERR_NO_MEM;
    pool->DTP_num_objs = 0;
    pool->DTP_obj_array = NULL;
    pool->priv = NULL;
    err = make_inside(n, parts, is_struct, pool);
    err = err ? err : make_entries(pool);
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

int dtpi_pool_describe(const struct dtpi_pool *pool, int index, const struct dtpi_entry **entry)
{
    struct dtpi_entry *e = &pool->entries[index];
    int err;

    *entry = e;
    if (e->object.tree)
        return DTP_SUCCESS;
    if (e->row < 0)
        err = dtpi_random_object(&pool->signature, pool->choice.seed, -1 - e->row, pool->max_bytes, &e->object);
    else
        err = dtpi_layout_object(&pool->signature, pool->is_struct, e->row, pool->max_bytes, &e->object);
    err = err ? err : dtpi_typemap_create(e->object.tree, e->object.count, &e->map);
    err = err ? err : dtpi_typemap_overlap(&e->map, &e->overlap);
    if (err)
        free_entry(e);
    else
        e->traits = dtpi_traits(e->object.tree, e->object.count, &e->map, e->overlap != DTPI_DISJOINT);
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

    for (int i = 0; !err && i < dtp->DTP_num_objs; i++)
        if (dtp->DTP_obj_array[i].priv)
            err = dtpi_error(DTP_ERR_STATE, "object %d is created; expected none", i);
    if (!err && (!dtp->priv->choice.traits || strcmp(dtp->priv->choice.traits, "none") != 0))
        err = add_class(dtp, DTPI_OVERLAPPING_LAYOUT);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}

MPI_Aint DTP_pool_elements(DTP_t dtp)
{
    return dtpi_check_pool("DTP_pool_elements", dtp) ? -1 : dtp->priv->signature.elements;
}

MPI_Aint DTP_pool_bytes(DTP_t dtp)
{
    return dtpi_check_pool("DTP_pool_bytes", dtp) ? -1 : dtp->priv->signature.bytes;
}

/* ---- packed forms ---- */

/* What is done with n packed elements from element k on, and where they are in the packed form; a DTP code. */
typedef int packed_fn(void *context, const struct dtpi_basic *basic, MPI_Aint k, MPI_Aint n, const void *some, size_t at);

/* The packed elements k < values->count, some at a time. */
static int each_packed(const struct dtpi_signature *s, const struct dtpi_values *values, packed_fn *visit, void *context)
{
    enum { AT_ONCE = 256 };
    _Alignas(max_align_t) unsigned char some[AT_ONCE * 64];
    size_t at = 0;
    MPI_Aint k = 0;
    int err = DTP_SUCCESS;

    for (int i = 0; i < s->n && !err; i++) {
        const struct dtpi_part *part = &s->parts[i];
        for (MPI_Aint done = 0, n; done < part->count && k < values->count && !err; done += n, k += n) {
            n = dtpi_min(dtpi_min(part->count - done, values->count - k), AT_ONCE);
            dtpi_values_packed(values, part->basic->kind, k, n, some, NULL);
            err = visit(context, part->basic, k, n, some, at);
            at += (size_t) n * part->basic->kind->size;
        }
    }
    return err;
}

static int copy_packed(void *packed, const struct dtpi_basic *basic, MPI_Aint k, MPI_Aint n, const void *some, size_t at)
{
    (void) k;
    memcpy((unsigned char *) packed + at, some, (size_t) n * basic->kind->size);
    return DTP_SUCCESS;
}

static bool same_element(const struct dtpi_kind *kind, const unsigned char *a, const unsigned char *b)
{
    for (int f = 0; f < kind->num_fields; a += kind->field[f].size, b += kind->field[f].size, f++)
        if (memcmp(a, b, kind->field[f].significant) != 0)
            return false;
    return true;
}

static int compare_packed(void *packed, const struct dtpi_basic *basic, MPI_Aint k, MPI_Aint n, const void *some, size_t at)
{
    const struct dtpi_kind *kind = basic->kind;
    const unsigned char *expected = some, *found = (const unsigned char *) packed + at;
    char what[2][128];

    for (MPI_Aint i = 0; i < n; i++, expected += kind->size, found += kind->size) {
        _Alignas(max_align_t) unsigned char element[64];
        if (same_element(kind, expected, found))
            continue;
        memcpy(element, expected, kind->size);
        (void) kind->print(what[0], sizeof what[0], element);
        memcpy(element, found, kind->size);
        (void) kind->print(what[1], sizeof what[1], element);
        return dtpi_error(DTP_ERR_CHECK, "packed element %lld, at byte %lld: expected %s, found %s", (long long) (k + i),
                          (long long) (at + (size_t) (i * kind->size)), what[0], what[1]);
    }
    return DTP_SUCCESS;
}

static int check_packed_arguments(const char *call, DTP_t dtp, MPI_Aint val_count, const void *packed)
{
    int err = dtpi_check_pool(call, dtp);

    if (err || (packed && val_count >= 0 && val_count <= dtp->priv->signature.elements))
        return err;
    return dtpi_error(DTP_ERR_ARG, "%s: packed is %p and val_count %lld; expected room for the bytes, and 0 to %lld elements",
                      call, packed, (long long) val_count, (long long) dtp->priv->signature.elements);
}

int DTP_pool_packed(DTP_t dtp, int val_start, int val_stride, MPI_Aint val_count, void *packed)
{
    const struct dtpi_values values = {.operands = 1, .op = DTPI_REPLACE, .starts = &val_start,
                                       .strides = &val_stride, .count = val_count};
    int err = check_packed_arguments("DTP_pool_packed", dtp, val_count, packed);

    return err ? err : each_packed(&dtp->priv->signature, &values, copy_packed, packed);
}

int DTP_pool_packed_check(DTP_t dtp, int val_start, int val_stride, MPI_Aint val_count, const void *packed)
{
    static const char call[] = "DTP_pool_packed_check";
    const struct dtpi_values values = {.operands = 1, .op = DTPI_REPLACE, .starts = &val_start,
                                       .strides = &val_stride, .count = val_count};
    int err = check_packed_arguments(call, dtp, val_count, packed);

    if (err)
        return err;
    err = each_packed(&dtp->priv->signature, &values, compare_packed, (void *) (uintptr_t) packed);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}
