#include "diagnose.h"

#include "arith.h"
#include "error.h"
#include "path.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { MAX_RANGES = 4, MAX_ELEMENT = 64, MOST_ELEMENTS = 1 << 20 };

const char *dtpi_faults_kind(const struct dtpi_faults *f)
{
    return f->wrong > 0 ? "elements-wrong" : f->past > 0 ? "past" : f->gap.count > 0 ? "gap"
           : f->before.count > 0 ? "before" : "after";
}

/* ---- one element: its bytes that carry the value, without padding ---- */

struct element {
    const struct dtpi_kind *kind;
    _Alignas(max_align_t) unsigned char found[MAX_ELEMENT];
    _Alignas(max_align_t) unsigned char expected[MAX_ELEMENT];
};

static void expected_of(const struct dtpi_values *values, MPI_Aint k, const struct dtpi_kind *kind,
                        unsigned char *packed)
{
    _Alignas(max_align_t) unsigned char scratch[MAX_ELEMENT];

    dtpi_values_packed(values, kind, k, 1, packed, scratch);
}

static void pack(const struct dtpi_kind *kind, const unsigned char *element, unsigned char *packed)
{
    for (int f = 0; f < kind->num_fields; f++) {
        memcpy(packed, element + kind->field[f].offset, kind->field[f].size);
        packed += kind->field[f].size;
    }
}

static bool same_value(const struct dtpi_kind *kind, const unsigned char *a, const unsigned char *b)
{
    for (int f = 0; f < kind->num_fields; f++) {
        if (memcmp(a, b, kind->field[f].significant) != 0)
            return false;
        a += kind->field[f].size;
        b += kind->field[f].size;
    }
    return true;
}

/* ---- ranges ---- */

struct ranges {
    MPI_Aint from;  /* of the range that the last element was in */
    bool right, any;
    int told;
};

static void tell_range(struct ranges *r, MPI_Aint to)
{
    if (r->any && r->told++ < MAX_RANGES)
        dtpi_error_add("%s %s %lld..%lld", r->told > 1 ? "," : "\n  elements:", r->right ? "right" : "wrong",
                       (long long) r->from, (long long) to);
}

static void extend(struct ranges *r, MPI_Aint k, bool right)
{
    if (r->any && r->right == right)
        return;
    tell_range(r, k - 1);
    *r = (struct ranges) {.from = k, .right = right, .any = true, .told = r->told};
}

/* ---- where a value comes from ---- */

/* The element j whose value this is, nearest first, or -1. */
static MPI_Aint holder(const struct dtpi_values *values, const struct element *e, MPI_Aint k)
{
    enum { AS_FAR_AS = 1 << 14 };
    _Alignas(max_align_t) unsigned char packed[MAX_ELEMENT];

    for (MPI_Aint d = 1; d < AS_FAR_AS; d++)
        for (int way = -1; way <= 1; way += 2) {
            const MPI_Aint j = k + way * d;
            if (j < 0 || j >= values->count)
                continue;
            expected_of(values, j, e->kind, packed);
            if (same_value(e->kind, packed, e->found))
                return j;
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
    } else if (values->operands == 1 && values->strides[0] != 0 && (j = holder(values, e, k)) >= 0) {
        dtpi_error_add("\n  element %lld holds the value of element %lld (%+lld)", (long long) k, (long long) j,
                       (long long) (j - k));
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
    MPI_Aint k = 0;

    if (faults->wrong == 0 && faults->past == 0)
        return;
    if (object->tree->ctor != DTPI_BASIC_TYPE) {
        (void) dtpi_path_print(object->tree, object->count, first, path, sizeof path);
        dtpi_error_add("\n  element %lld is at %s", (long long) first, path);
    }
    if (faults->wrong == 0 || values->count > MOST_ELEMENTS || !place->map->root)
        return;
    dtpi_cursor_start(&cursor, place->map);
    while (k < values->count && dtpi_cursor_next(&cursor, 1 << 20, &s)) {
        e.kind = s.basic->kind;
        for (MPI_Aint i = 0; i < s.count * s.blklen && k < values->count; i++, k++) {
            const MPI_Aint disp = s.disp + i / s.blklen * s.stride + i % s.blklen * e.kind->extent;
            expected_of(values, k, e.kind, e.expected);
            pack(e.kind, place->base + disp, e.found);
            extend(&ranges, k, same_value(e.kind, e.expected, e.found));
            if (k == first)
                wrong = e;
        }
    }
    tell_range(&ranges, k - 1);
    if (ranges.told > MAX_RANGES)
        dtpi_error_add(", and %d more ranges", ranges.told - MAX_RANGES);
    guess(place, values, &wrong, first, faults->first_wrong_disp);
}
