/* Objects are created, filled, checked and freed. */
#include "pool.h"

#include "alloc.h"
#include "arith.h"
#include "diagnose.h"
#include "error.h"
#include "object_type.h"
#include "op.h"

#include <limits.h>

/* At least so many bytes with the pattern before and after an object to be received into. */
enum { MARGIN = 64 };

/* Displacement 0 of what may be the memory of a window is aligned to so many bytes, as malloc would. */
enum { ALIGNMENT = 16 };

/* ---- making and freeing ---- */

/* Sparse: so large, and so little in it, that its cost must follow its elements and not its extent. */
static bool is_sparse(const struct dtpi_obj *o)
{
    const MPI_Aint large = 1 << 22;
    MPI_Aint span = o->entry->map.hi - o->entry->map.lo;

    return o->entry->map.ascending && span >= large && span / 256 > o->entry->map.elements;
}

/* Differs among nearly all objects of the pools that exist, whatever was created before: the pattern of a case is that
 * of its replay. */
static uint64_t pattern_seed(const struct dtpi_pool *pool, int index, bool sent)
{
    return 977 * (uint64_t) (16 * index + 2 * pool->number + sent);
}

/* Gives the object a buffer, which has displacement 0 in it or at its end.  An object to be received into has a
 * margin on both sides.  One that is sent is aligned no more than its type asks for, unless elements share their bytes
 * so that it can only be got from a window; it ends where the inaccessible page begins (up to that alignment), so that
 * reading past it shows. */
static int place_in_buffer(struct dtpi_obj *o, bool sent)
{
    const struct dtpi_typemap *map = &o->entry->map;
    const bool is_window = !sent || o->entry->overlap != DTPI_DISJOINT;
    const int alignment = is_window ? ALIGNMENT : o->entry->object.tree->alignment;
    MPI_Aint lo = dtpi_min(map->lo, 0), hi = dtpi_max(map->hi, 0), span, room;
    uintptr_t base;

    if (!dtpi_sub(hi, lo, &span) || !dtpi_add(span, 2 * MARGIN + alignment, &room))
        return dtpi_error(DTP_ERR_OVERFLOW, "an object from displacement %lld to %lld", (long long) lo, (long long) hi);
    o->buffer = dtpi_buffer_get((size_t) room, is_sparse(o));
    if (!o->buffer)
        return DTP_ERR_NO_MEM;
    base = (uintptr_t) o->buffer->end - (sent ? 0 : MARGIN) - (uintptr_t) hi;
    o->place.base = (unsigned char *) (base - base % (uintptr_t) alignment);
    o->place.zone_lo = (MPI_Aint) ((uintptr_t) o->buffer->start - (uintptr_t) o->place.base);
    o->place.zone_hi = (MPI_Aint) ((uintptr_t) o->buffer->end - (uintptr_t) o->place.base);
    o->buffer->first = o->place.base + map->lo;
    o->buffer->past = o->place.base + map->hi;
    return DTP_SUCCESS;
}

/* Memory of the caller's, with displacement 0 at memory + zero. */
struct memory {
    unsigned char *memory;
    MPI_Aint bytes, zero;
};

static int place_in_memory(struct dtpi_obj *o, const struct memory *m)
{
    const struct dtpi_typemap *map = &o->entry->map;

    if (map->root && (map->lo < -m->zero || map->hi > m->bytes - m->zero))
        return dtpi_error(DTP_ERR_ARG,
                          "the object is at displacements %lld to %lld; expected it between %lld and %lld, in "
                          "the memory that is given", (long long) map->lo, (long long) map->hi, (long long) -m->zero,
                          (long long) (m->bytes - m->zero));
    o->place.base = (unsigned char *) ((uintptr_t) m->memory + (uintptr_t) m->zero);
    o->place.zone_lo = -m->zero;
    o->place.zone_hi = m->bytes - m->zero;
    return DTP_SUCCESS;
}

/* ---- all of it ---- */

static int release(struct dtpi_obj *o, MPI_Datatype *type)
{
    int err = *type == MPI_DATATYPE_NULL ? DTP_SUCCESS : dtpi_type_release(o->entry->object.tree, type);

    if (o->buffer)
        dtpi_buffer_put(o->buffer);
    dtpi_free(o);
    return err;
}

int dtpi_obj_release(DTP_obj_s *obj)
{
    int err = release(obj->priv, &obj->DTP_obj_type);

    *obj = (DTP_obj_s) {.DTP_obj_type = MPI_DATATYPE_NULL};
    return err;
}

/* Tree, type map, place and type, in this order: MPI is asked last.  memory: NULL for a buffer of the library's. */
static int build(DTP_t dtp, int index, bool sent, const struct memory *memory, struct dtpi_obj *o, MPI_Datatype *type)
{
    struct dtpi_pool *pool = dtp->priv;
    int err = dtpi_pool_describe(pool, index, &o->entry);

    if (!err && o->entry->object.count > INT_MAX)
        err = dtpi_error(DTP_ERR_OVERFLOW, "the object's count %lld does not fit the int of MPI's calls (at most %d)",
                         (long long) o->entry->object.count, INT_MAX);
    if (err)
        return err;
    o->place = (struct dtpi_place) {.map = &o->entry->map, .seed = pattern_seed(pool, index, sent)};
    err = memory ? place_in_memory(o, memory) : place_in_buffer(o, sent);
    err = err || pool->is_buffer ? err : dtpi_type_build(o->entry->object.tree, false, type);
    if (err || !o->buffer)
        return err;
    o->buffer->object = o->entry->name;
    o->buffer->signature = pool->signature.brief;
    o->buffer->index = index;
    return DTP_SUCCESS;
}

/* ---- arguments ---- */

int dtpi_check_object(const char *call, DTP_t dtp, int obj_idx, bool created)
{
    int err = dtpi_check_index(call, dtp, obj_idx);

    if (err || (dtp->DTP_obj_array[obj_idx].priv != NULL) == created)
        return err;
    return dtpi_error(DTP_ERR_STATE, "%s: object %d (argument obj_idx) %s", call, obj_idx,
                      created ? "is not created" : "is created already; expected DTP_obj_free before");
}

/* Whether all elements hold values, none of them a reduction. */
static bool holds_plain_values(MPI_Aint elements, const struct dtpi_values *values)
{
    for (int i = 0; i < values->n; i++)
        if (values->stretches[i].count > 0 && values->stretches[i].operands > 1)
            return false;
    return dtpi_values_count(values) == elements;
}

/* Whether these are one and the same value. */
static bool is_one_value(const struct dtpi_values *values)
{
    const int start = dtpi_values_at(values, 0)->starts[0];

    for (int i = 0; i < values->n; i++) {
        const struct dtpi_stretch *s = &values->stretches[i];
        if (s->count > 0 && (s->strides[0] != 0 || s->starts[0] != start))
            return false;
    }
    return true;
}

static int64_t value_of(const struct dtpi_values *values, MPI_Aint k)
{
    const struct dtpi_stretch *s = dtpi_values_at(values, k);

    return s->starts[0] + (int64_t) (k - s->first) * s->strides[0];
}

static int differ(const struct dtpi_entry *entry, int obj_idx, MPI_Aint k, MPI_Aint other)
{
    return dtpi_error(DTP_ERR_ARG, "elements %lld and %lld of object %d (%s) share their bytes: expected one value",
                      (long long) k, (long long) other, obj_idx, entry->name);
}

/* Whether elements that share their bytes hold the same value. */
static int check_shared(const struct dtpi_entry *entry, int obj_idx, MPI_Aint elements,
                        const struct dtpi_values *values)
{
    MPI_Aint *numbers = dtpi_alloc((size_t) elements, sizeof *numbers);
    int err = numbers ? dtpi_typemap_shared(&entry->map, numbers) : DTP_ERR_NO_MEM;

    for (MPI_Aint k = 0; k < elements && !err; k++)
        if (value_of(values, k) != value_of(values, numbers[k]))
            err = differ(entry, obj_idx, k, numbers[k]);
    dtpi_free(numbers);
    return err;
}

/* Elements that share bytes hold one value, and cannot be received. */
static int check_overlap(const char *call, const struct dtpi_entry *entry, int obj_idx, MPI_Aint elements,
                         const struct dtpi_values *values)
{
    int err;

    if (entry->overlap == DTPI_DISJOINT)
        return DTP_SUCCESS;
    if (entry->overlap == DTPI_CLASHING)
        return dtpi_error(DTP_ERR_ARG, "%s: elements of object %d (%s) share some of their bytes: they hold no values",
                          call, obj_idx, entry->name);
    if (!holds_plain_values(elements, values))
        return dtpi_error(DTP_ERR_ARG,
                          "%s: elements of object %d (%s) share bytes: it can only be sent; expected val_count %lld",
                          call, obj_idx, entry->name, (long long) elements);
    err = is_one_value(values) ? DTP_SUCCESS : check_shared(entry, obj_idx, elements, values);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}

static int check_count(const char *call, DTP_t dtp, MPI_Aint val_count)
{
    const MPI_Aint elements = dtp->priv->signature.elements;

    if (val_count >= 0 && val_count <= elements)
        return DTP_SUCCESS;
    return dtpi_error(DTP_ERR_ARG, "%s: argument val_count is %lld; expected 0 to %lld, the elements of %s", call,
                      (long long) val_count, (long long) elements, dtp->priv->signature.brief);
}

/* Whether the object can hold these values. */
static int check_values(const char *call, DTP_t dtp, int obj_idx, const struct dtpi_values *values)
{
    const struct dtpi_entry *entry;
    int err = dtpi_pool_describe(dtp->priv, obj_idx, &entry);

    return err ? dtpi_error_in(err, call)
               : check_overlap(call, entry, obj_idx, dtp->priv->signature.elements, values);
}

/* ---- create, fill, free ---- */

/* Before the place of an object is filled or checked: which of its pages were touched. */
static void look(struct dtpi_obj *o)
{
    if (o->buffer && o->buffer->touched)
        o->place.touched = dtpi_buffer_look(o->buffer);
}

static void fill(struct dtpi_obj *o, const struct dtpi_values *values)
{
    look(o);
    dtpi_image_fill(&o->place, values);
    if (o->buffer)
        o->buffer->fresh = false;
}

/* sent: it holds values from the start. */
static int create(const char *call, DTP_t dtp, int obj_idx, bool sent, const struct memory *memory)
{
    MPI_Datatype type = MPI_DATATYPE_NULL;
    struct dtpi_obj *o = dtpi_alloc(1, sizeof *o);
    int err;

    if (!o)
        return dtpi_error_in(DTP_ERR_NO_MEM, call);
    *o = (struct dtpi_obj) {.buffer = NULL};
    err = build(dtp, obj_idx, sent, memory, o, &type);
    if (err) {
        (void) dtpi_error_in(err, call);
        (void) release(o, &type);
        return err;
    }
    dtp->DTP_obj_array[obj_idx] = (DTP_obj_s) {.DTP_obj_buf = o->place.base,
                                               .DTP_obj_count = (int) o->entry->object.count,
                                               .DTP_obj_type = type, .priv = o};
    return DTP_SUCCESS;
}

int DTP_obj_create(DTP_t dtp, int obj_idx, int val_start, int val_stride, MPI_Aint val_count)
{
    static const char call[] = "DTP_obj_create";
    int err = dtpi_check_object(call, dtp, obj_idx, false);

    err = err ? err : check_count(call, dtp, val_count);
    if (err)
        return err;
    const struct dtpi_stretch all = dtpi_stretch_of(dtp->priv->bits, dtp->priv->signature.elements, val_count,
                                                    &val_start, &val_stride);
    const struct dtpi_values values = {.n = 1, .stretches = &all};
    err = check_values(call, dtp, obj_idx, &values);
    err = err ? err : create(call, dtp, obj_idx, val_count > 0, NULL);
    if (!err)
        fill(dtp->DTP_obj_array[obj_idx].priv, &values);
    return err;
}

int DTP_obj_create_at(DTP_t dtp, int obj_idx, void *memory, MPI_Aint bytes, MPI_Aint zero)
{
    static const char call[] = "DTP_obj_create_at";
    const struct memory given = {memory, bytes, zero};
    MPI_Aint before, behind;
    int err = dtpi_check_object(call, dtp, obj_idx, false);

    if (err)
        return err;
    if (bytes < 0 || (bytes > 0 && !memory))
        return dtpi_error(DTP_ERR_ARG, "%s: memory is %p and bytes %lld; expected so many bytes", call, memory,
                          (long long) bytes);
    if (!dtpi_sub(0, zero, &before) || !dtpi_sub(bytes, zero, &behind))
        return dtpi_error(DTP_ERR_ARG, "%s: zero is %lld; expected an offset whose distance from %lld bytes of memory "
                          "fits an MPI_Aint", call, (long long) zero, (long long) bytes);
    const struct dtpi_stretch none = {.elements = dtp->priv->signature.elements};
    const struct dtpi_values values = {.n = 1, .stretches = &none};
    err = check_values(call, dtp, obj_idx, &values);
    err = err ? err : create(call, dtp, obj_idx, false, &given);
    if (!err)
        fill(dtp->DTP_obj_array[obj_idx].priv, &values);
    return err;
}

int DTP_obj_free(DTP_t dtp, int obj_idx)
{
    static const char call[] = "DTP_obj_free";
    int err = dtpi_check_object(call, dtp, obj_idx, true);

    if (err)
        return err;
    err = dtpi_obj_release(&dtp->DTP_obj_array[obj_idx]);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}

int dtpi_obj_fill(const char *call, DTP_t dtp, int obj_idx, const struct dtpi_values *values)
{
    int err = dtpi_check_object(call, dtp, obj_idx, true);

    err = err ? err : check_values(call, dtp, obj_idx, values);
    if (!err)
        fill(dtp->DTP_obj_array[obj_idx].priv, values);
    return err;
}

typedef int values_fn(const char *call, DTP_t dtp, int obj_idx, const struct dtpi_values *values);

/* Calls f with the reduction of operands that all of val_count elements hold. */
static int with_values(const char *call, DTP_t dtp, int obj_idx, int operands, enum dtpi_op op, const int *starts,
                       const int *strides, MPI_Aint val_count, values_fn *f)
{
    int err = dtpi_check_index(call, dtp, obj_idx);

    err = err ? err : check_count(call, dtp, val_count);
    if (err)
        return err;
    const struct dtpi_stretch all = {.elements = dtp->priv->signature.elements, .count = val_count,
                                     .operands = operands, .op = op, .bits = dtp->priv->bits, .starts = starts,
                                     .strides = strides};
    const struct dtpi_values values = {.n = 1, .stretches = &all};
    return f(call, dtp, obj_idx, &values);
}

int DTP_obj_buf_fill(DTP_t dtp, int obj_idx, int val_start, int val_stride, MPI_Aint val_count)
{
    return with_values("DTP_obj_buf_fill", dtp, obj_idx, 1, DTPI_REPLACE, &val_start, &val_stride, val_count,
                       dtpi_obj_fill);
}

/* ---- check ---- */

/* The whole text of an object, to be freed with dtpi_free; NULL if there is no memory. */
static char *text_of(DTP_t dtp, int obj_idx)
{
    const int n = DTP_obj_text(dtp, obj_idx, NULL, 0);
    char *text = n < 0 ? NULL : dtpi_alloc((size_t) n + 1, 1);

    if (text)
        (void) DTP_obj_text(dtp, obj_idx, text, (size_t) n + 1);
    return text;
}

/* The message of a check that failed. */
static int report(const char *call, DTP_t dtp, int obj_idx, const struct dtpi_values *values,
                  const struct dtpi_faults *faults)
{
    const struct dtpi_obj *o = dtp->DTP_obj_array[obj_idx].priv;
    char *text = text_of(dtp, obj_idx);

    (void) dtpi_error(DTP_ERR_CHECK, "%s: object %d (%s) of %s is not as expected: %s", call, obj_idx,
                      dtp->priv->entries[obj_idx].name, dtp->priv->signature.brief, text ? text : "?");
    dtpi_free(text);
    dtpi_faults_report(faults, &o->entry->map, values);
    dtpi_diagnose(&o->entry->object, &o->place, values, faults);
    return DTP_ERR_CHECK;
}

/* How the last check failed, and in which part. */
static const char *check_kind = "";
static int check_part = -1;

const char *DTP_check_kind(void)
{
    return check_kind;
}

int DTP_check_part(void)
{
    return check_part;
}

/* The part of the first element that is wrong or should not have changed; -1 if there is none. */
static int part_of(const struct dtpi_values *values, const struct dtpi_faults *f)
{
    const struct dtpi_stretch *s;

    if (f->wrong == 0 && f->past == 0)
        return -1;
    s = dtpi_values_at(values, f->wrong > 0 ? f->first_wrong : f->first_past);
    return values->n > 1 && s == &values->stretches[values->n - 1] ? -1 : (int) (s - values->stretches);
}

int dtpi_obj_check(const char *call, DTP_t dtp, int obj_idx, const struct dtpi_values *values)
{
    struct dtpi_obj *o;
    struct dtpi_faults faults;
    int err = dtpi_check_object(call, dtp, obj_idx, true);

    err = err ? err : check_values(call, dtp, obj_idx, values);
    if (err)
        return err;
    o = dtp->DTP_obj_array[obj_idx].priv;
    look(o);
    err = dtpi_image_check(&o->place, values, &faults);
    if (err)
        return dtpi_error_in(err, call);
    if (!dtpi_faults_any(&faults))
        return DTP_SUCCESS;
    check_kind = dtpi_faults_kind(&faults);
    check_part = part_of(values, &faults);
    return report(call, dtp, obj_idx, values, &faults);
}

int DTP_obj_buf_check(DTP_t dtp, int obj_idx, int val_start, int val_stride, MPI_Aint val_count)
{
    return with_values("DTP_obj_buf_check", dtp, obj_idx, 1, DTPI_REPLACE, &val_start, &val_stride, val_count,
                       dtpi_obj_check);
}

int DTP_obj_buf_check_op(DTP_t dtp, int obj_idx, MPI_Op op, int n, const int *starts, const int *strides,
                         MPI_Aint val_count)
{
    static const char call[] = "DTP_obj_buf_check_op";
    enum dtpi_op found = DTPI_REPLACE;
    int err = dtpi_check_pool(call, dtp);

    if (err)
        return err;
    if (n < 1 || !starts || !strides)
        return dtpi_error(DTP_ERR_ARG, "%s: n is %d, starts %p, strides %p; expected 1 or more operands and two arrays",
                          call, n, (const void *) starts, (const void *) strides);
    if (n > 1 && (!DTP_pool_op_valid(dtp, op) || !dtpi_op_usable(dtp->priv, op, &found)))
        return dtpi_error(DTP_ERR_ARG, "%s: argument op is not defined for %s", call, dtpi_op_about(dtp->priv));
    return with_values(call, dtp, obj_idx, n, found, starts, strides, val_count, dtpi_obj_check);
}
