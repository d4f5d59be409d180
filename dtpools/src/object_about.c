/* What an object is, whether it is created or not: its bounds, cost, order, displacements, traits, name and text. */
#include "arith.h"
#include "error.h"
#include "pool.h"
#include "traits.h"
#include "tree_text.h"

#include <stdio.h>

int DTP_obj_bounds(DTP_t dtp, int obj_idx, MPI_Aint *lo, MPI_Aint *hi)
{
    static const char call[] = "DTP_obj_bounds";
    const struct dtpi_entry *entry;
    int err = dtpi_entry_of(call, dtp, obj_idx, &entry);

    if (err)
        return err;
    if (!lo || !hi)
        return dtpi_error(DTP_ERR_ARG, "%s: argument %s is NULL", call, lo ? "hi" : "lo");
    *lo = entry->map.lo;
    *hi = entry->map.hi;
    return DTP_SUCCESS;
}

/* The work with the nodes of a body, so many times; `near`: elements, and what is on their pages. */
struct work {
    MPI_Aint blocks, near;
};

static void add_work(struct work *w, const struct dtpi_node *node, MPI_Aint times)
{
    const MPI_Aint page = (MPI_Aint) dtpi_page_size();

    for (; node; node = node->next) {
        const struct dtpi_strip *s = &node->strip;
        const MPI_Aint blocks = times * s->count; /* or turns of a loop: no more than there are elements */
        if (!s->basic) {
            add_work(w, node->body, blocks);
            continue;
        }
        const MPI_Aint step = s->stride < 0 ? -s->stride : s->stride;
        const MPI_Aint block = dtpi_add_capped(dtpi_strip_block(s), page);
        w->blocks += blocks;
        w->near = dtpi_add_capped(w->near, dtpi_mul_capped(blocks, s->count > 1 ? dtpi_min(step, block) : block));
    }
}

MPI_Aint DTP_obj_cost(DTP_t dtp, int obj_idx)
{
    enum { LINE = 64 };
    const struct dtpi_entry *entry;

    if (dtpi_entry_of("DTP_obj_cost", dtp, obj_idx, &entry))
        return -1;
    if (entry->cost == 0) {
        struct work w = {0};
        add_work(&w, entry->map.root, 1);
        w.near = dtpi_min(w.near, entry->map.hi - entry->map.lo);
        dtp->priv->entries[obj_idx].cost =
            dtpi_add_capped(dtpi_add_capped(w.near, dtpi_mul_capped(w.blocks, LINE)), 1);
    }
    return entry->cost;
}

static bool is_multiple(const struct dtpi_strip *s, MPI_Aint unit)
{
    return s->disp % unit == 0 && (s->count == 1 || s->stride % unit == 0) &&
           (s->blklen == 1 || s->basic->kind->extent % unit == 0);
}

int DTP_obj_in_order(DTP_t dtp, int obj_idx, MPI_Aint unit)
{
    const struct dtpi_entry *entry;
    struct dtpi_cursor cursor;
    struct dtpi_strip strip;
    bool good;

    if (unit < 1 || dtpi_entry_of("DTP_obj_in_order", dtp, obj_idx, &entry))
        return 0;
    good = entry->map.ascending && entry->map.lo >= 0;
    dtpi_cursor_start(&cursor, &entry->map);
    while (good && unit > 1 && dtpi_cursor_next(&cursor, DTPI_AINT_MAX, &strip))
        good = is_multiple(&strip, unit);
    return good;
}

static MPI_Aint disp_in(const struct dtpi_strip *s, MPI_Aint k)
{
    return s->disp + k / s->blklen * s->stride + k % s->blklen * s->basic->kind->extent;
}

int DTP_obj_disp(DTP_t dtp, int obj_idx, MPI_Aint k, MPI_Aint *disp)
{
    static const char call[] = "DTP_obj_disp";
    const struct dtpi_entry *entry;
    struct dtpi_cursor cursor;
    struct dtpi_strip strip = {.count = 0};
    int err = dtpi_entry_of(call, dtp, obj_idx, &entry);

    if (err)
        return err;
    if (!disp || k < 0 || k >= entry->map.elements)
        return dtpi_error(DTP_ERR_ARG,
                          "%s: element %lld, disp %p; expected element 0 to %lld, and room for its displacement",
                          call, (long long) k, (void *) disp, (long long) entry->map.elements - 1);
    dtpi_cursor_start(&cursor, &entry->map);
    while (dtpi_cursor_next(&cursor, DTPI_AINT_MAX, &strip) && k >= strip.count * strip.blklen)
        k -= strip.count * strip.blklen;
    *disp = disp_in(&strip, k);
    return DTP_SUCCESS;
}

int DTP_obj_disps(DTP_t dtp, int obj_idx, MPI_Aint *disps)
{
    static const char call[] = "DTP_obj_disps";
    const struct dtpi_entry *entry;
    struct dtpi_cursor cursor;
    struct dtpi_strip s;
    int err = dtpi_entry_of(call, dtp, obj_idx, &entry);

    if (err)
        return err;
    if (!disps)
        return dtpi_error(DTP_ERR_ARG, "%s: argument disps is NULL", call);
    dtpi_cursor_start(&cursor, &entry->map);
    while (dtpi_cursor_next(&cursor, DTPI_AINT_MAX, &s))
        for (MPI_Aint k = 0; k < s.count * s.blklen; k++)
            *disps++ = disp_in(&s, k);
    return DTP_SUCCESS;
}

int DTP_obj_span(DTP_t dtp, int obj_idx, void **base, MPI_Aint *size)
{
    static const char call[] = "DTP_obj_span";
    int err = dtpi_check_object(call, dtp, obj_idx, true);

    if (err)
        return err;
    if (!base || !size)
        return dtpi_error(DTP_ERR_ARG, "%s: argument %s is NULL", call, base ? "size" : "base");
    *base = dtp->DTP_obj_array[obj_idx].priv->place.base + dtp->DTP_obj_array[obj_idx].priv->entry->map.lo;
    *size = dtp->DTP_obj_array[obj_idx].priv->entry->map.hi - dtp->DTP_obj_array[obj_idx].priv->entry->map.lo;
    return DTP_SUCCESS;
}

int DTP_obj_has_trait(DTP_t dtp, int obj_idx, const char *trait)
{
    const struct dtpi_entry *entry;
    const char *unknown;

    if (!trait || dtpi_entry_of("DTP_obj_has_trait", dtp, obj_idx, &entry))
        return 0;
    return dtpi_traits_selected(trait, entry->traits, &unknown);
}

unsigned long long DTP_obj_traits(DTP_t dtp, int obj_idx)
{
    const struct dtpi_entry *entry;

    return dtpi_entry_of("DTP_obj_traits", dtp, obj_idx, &entry) ? 0 : entry->traits;
}

int DTP_obj_extent(DTP_t dtp, int obj_idx, MPI_Aint *lb, MPI_Aint *extent)
{
    static const char call[] = "DTP_obj_extent";
    const struct dtpi_entry *entry;
    int err = lb && extent ? dtpi_entry_of(call, dtp, obj_idx, &entry)
                           : dtpi_error(DTP_ERR_ARG, "%s: lb or extent is NULL; expected room for both", call);

    if (err)
        return err;
    *lb = entry->object.tree->lb;
    *extent = dtpi_tree_extent(entry->object.tree);
    if (entry->object.tree->rough)
        return dtpi_error(DTP_ERR_EXTENT, "%s: libraries differ in the extent of object %d (%s)", call, obj_idx,
                          entry->name);
    return DTP_SUCCESS;
}

int DTP_obj_shared(DTP_t dtp, int obj_idx, MPI_Aint *numbers)
{
    static const char call[] = "DTP_obj_shared";
    const struct dtpi_entry *entry;
    int err = dtpi_entry_of(call, dtp, obj_idx, &entry);

    if (err)
        return err;
    if (!numbers)
        return dtpi_error(DTP_ERR_ARG, "%s: argument numbers is NULL", call);
    if (entry->overlap == DTPI_CLASHING)
        return dtpi_error(DTP_ERR_ARG, "%s: elements of object %d (%s) share some of their bytes", call, obj_idx,
                          entry->name);
    err = dtpi_typemap_shared(&entry->map, numbers);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}

const char *DTP_trait_name(int number)
{
    return number >= 0 && number < DTPI_NUM_TRAITS ? dtpi_trait_name(number) : NULL;
}

const char *DTP_obj_name(DTP_t dtp, int obj_idx)
{
    if (dtpi_check_index("DTP_obj_name", dtp, obj_idx))
        return NULL;
    return dtp->priv->entries[obj_idx].name;
}

int DTP_obj_text(DTP_t dtp, int obj_idx, char *buf, size_t size)
{
    static const char call[] = "DTP_obj_text";
    const struct dtpi_entry *entry;
    const struct dtpi_object *object;
    int n;

    if (dtpi_entry_of(call, dtp, obj_idx, &entry))
        return -1;
    if (!buf && size > 0) {
        (void) dtpi_error(DTP_ERR_ARG, "%s: argument buf is NULL and size %zu; expected room for so many bytes", call,
                          size);
        return -1;
    }
    object = &entry->object;
    n = dtpi_object_print(object->count, object->tree, buf, size);
    if (object->cut_from > 0) {
        size_t at = (size_t) n < size ? (size_t) n : size;
        n += snprintf(size ? buf + at : NULL, size - at, " # stride cut from %lld to %lld by DTP_MAX_BUFSIZE=%lld",
                      (long long) object->cut_from, (long long) object->stride, (long long) dtp->priv->max_bytes);
    }
    return n;
}
