#include "diagnose.h"

#include "element.h"
#include "error.h"
#include "path.h"

#include <stddef.h>

enum { MAX_RANGES = 4, MOST_ELEMENTS = 1 << 20 };

/* ---- one element: its bytes that carry the value, without padding ---- */

struct element {
    const struct dtpi_kind *kind;
    _Alignas(max_align_t) unsigned char found[DTPI_MAX_ELEMENT];
    _Alignas(max_align_t) unsigned char expected[DTPI_MAX_ELEMENT];
};

static void expected_of(const struct dtpi_values *values, MPI_Aint k, const struct dtpi_kind *kind,
                        unsigned char *packed)
{
    _Alignas(max_align_t) unsigned char scratch[DTPI_MAX_ELEMENT];

    dtpi_values_packed(dtpi_values_at(values, k), kind, k, 1, packed, scratch);
}

/* ---- ranges ---- */

struct ranges {
    MPI_Aint from;  /* of the range that the last element was in */
    bool right, any;
    int shown;
};

static void report_range(struct ranges *r, MPI_Aint to)
{
    if (r->any && r->shown++ < MAX_RANGES)
        dtpi_error_add("%s %s %lld..%lld", r->shown > 1 ? "," : "\n  elements:", r->right ? "right" : "wrong",
                       (long long) r->from, (long long) to);
}

static void extend(struct ranges *r, MPI_Aint k, bool right)
{
    if (r->any && r->right == right)
        return;
    report_range(r, k - 1);
    *r = (struct ranges) {.from = k, .right = right, .any = true, .shown = r->shown};
}

/* ---- where a value comes from ---- */

/* Whether element j has the value that was found, for which element k is not itself the reason. */
static bool holds(const struct dtpi_values *values, const struct element *e, MPI_Aint k, MPI_Aint j)
{
    const struct dtpi_stretch *s = dtpi_values_at(values, j);
    _Alignas(max_align_t) unsigned char packed[DTPI_MAX_ELEMENT];

    if (j - s->first >= s->count || s->operands > 1 || (s->strides[0] == 0 && s == dtpi_values_at(values, k)))
        return false;
    expected_of(values, j, e->kind, packed);
    return dtpi_same_value(e->kind, packed, e->found);
}

/* The element j whose value this is, nearest first, or -1. */
static MPI_Aint holder(const struct dtpi_values *values, MPI_Aint elements, const struct element *e, MPI_Aint k)
{
    enum { AS_FAR_AS = 1 << 14 };

    for (MPI_Aint d = 1; d < AS_FAR_AS; d++) {
        if (k - d >= 0 && holds(values, e, k, k - d))
            return k - d;
        if (k + d < elements && holds(values, e, k, k + d))
            return k + d;
    }
    return -1;
}

static bool is_all(const unsigned char *bytes, size_t n, unsigned char value)
{
    for (size_t i = 0; i < n; i++)
        if (bytes[i] != value)
            return false;
    return true;
}

static bool is_swapped(const struct element *e)
{
    const int n = e->kind->field[0].size;

    if (e->kind->num_fields > 1 || n < 2)
        return false;
    for (int i = 0; i < n; i++)
        if (e->found[i] != e->expected[n - 1 - i])
            return false;
    return true;
}

static void guess(const struct dtpi_place *place, const struct dtpi_values *values, const struct element *e, MPI_Aint k,
                  MPI_Aint disp)
{
    MPI_Aint j;

    if (is_all(e->found, e->kind->size, 0)) {
        dtpi_error_add("\n  element %lld is zero", (long long) k);
    } else if (dtpi_image_is_pattern(place, disp, e->kind->field[0].size)) {
        dtpi_error_add("\n  element %lld has the pattern that was there before: it was never written", (long long) k);
    } else if (is_swapped(e)) {
        dtpi_error_add("\n  element %lld has its bytes in reverse order", (long long) k);
    } else if (dtpi_values_at(values, k)->operands == 1 && (j = holder(values, place->map->elements, e, k)) >= 0) {
        dtpi_error_add("\n  element %lld holds the value of element %lld (%+lld)", (long long) k, (long long) j,
                       (long long) (j - k));
        if (dtpi_values_at(values, j) != dtpi_values_at(values, k))
            dtpi_error_add(", of part %d", (int) (dtpi_values_at(values, j) - values->stretches));
    }
}

/* ---- all of it ---- */

void dtpi_diagnose(const struct dtpi_object *object, const struct dtpi_place *place, const struct dtpi_values *values,
                   const struct dtpi_faults *faults)
{
    const MPI_Aint first = faults->wrong > 0 ? faults->first_wrong : faults->first_past;
    struct ranges ranges = {.any = false};
    struct dtpi_cursor cursor;
    struct dtpi_strip s;
    struct element e, wrong = {.kind = NULL};
    char path[512];
    MPI_Aint k = 0, last = -1;

    if (faults->wrong == 0 && faults->past == 0)
        return;
    if (object->tree->ctor != DTPI_BASIC_TYPE) {
        (void) dtpi_path_print(object->tree, object->count, first, path, sizeof path);
        dtpi_error_add("\n  element %lld is at %s", (long long) first, path);
    }
    if (faults->wrong == 0 || place->map->elements > MOST_ELEMENTS || !place->map->root)
        return;
    dtpi_cursor_start(&cursor, place->map);
    while (dtpi_cursor_next(&cursor, 1 << 20, &s)) {
        e.kind = s.basic->kind;
        for (MPI_Aint i = 0; i < s.count * s.blklen; i++, k++) {
            if (!dtpi_values_live(values, k))
                continue;
            last = k;
            const MPI_Aint disp = s.disp + i / s.blklen * s.stride + i % s.blklen * e.kind->extent;
            expected_of(values, k, e.kind, e.expected);
            dtpi_pack_element(e.kind, place->base + disp, e.found);
            extend(&ranges, k, dtpi_same_value(e.kind, e.expected, e.found));
            if (k == first)
                wrong = e;
        }
    }
    report_range(&ranges, last);
    if (ranges.shown > MAX_RANGES)
        dtpi_error_add(", and %d more ranges", ranges.shown - MAX_RANGES);
    guess(place, values, &wrong, first, faults->first_wrong_disp);
}
