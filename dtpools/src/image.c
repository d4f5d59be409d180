#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "image.h"

#include "alloc.h"
#include "arith.h"
#include "buffer.h"
#include "canary.h"
#include "error.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

enum {
    WINDOW = 8192,        /* bytes of the image made at a time; it and the packed elements stay in the first cache */
    WIDE_GAP = 2048,      /* a gap from this size on is handled apart from the elements on both sides */
    MAX_STRIPS = 64,      /* strips in a window */
    LONG_BLOCK = 512,     /* bytes; blocks from this size on are worth making one by one */
    MAX_ELEMENT = 64      /* no element is larger */
};

/* ---- values ---- */

void dtpi_values_packed(const struct dtpi_values *values, const struct dtpi_kind *kind, MPI_Aint k, MPI_Aint n,
                        void *packed, void *scratch)
{
    int first = values->op == DTPI_REPLACE ? values->operands - 1 : 0;
    int last = values->op == DTPI_NO_OP ? 1 : values->operands;

    for (int i = first; i < last; i++) {
        int64_t v = (int64_t) ((uint64_t) values->starts[i] + (uint64_t) k * (uint64_t) values->strides[i]);
        kind->values(i == first ? packed : scratch, v, values->strides[i], (size_t) n);
        if (i > first)
            kind->reduce[values->op](packed, scratch, (size_t) n);
    }
}

/* ---- scattering packed elements to where the strip has them ---- */

#define SCATTER(SIZE)                                                                                                  \
    static void scatter_##SIZE(unsigned char *to, MPI_Aint stride, const unsigned char *packed, MPI_Aint n)            \
    {                                                                                                                  \
        for (MPI_Aint i = 0; i < n; i++)                                                                               \
            memcpy(to + i * stride, packed + i * SIZE, SIZE);                                                          \
    }

SCATTER(1)
SCATTER(2)
SCATTER(4)
SCATTER(8)
SCATTER(16)
SCATTER(32)
SCATTER(64)

static void scatter_any(unsigned char *to, MPI_Aint stride, const unsigned char *packed, MPI_Aint n, size_t size)
{
    for (MPI_Aint i = 0; i < n; i++)
        memcpy(to + i * stride, packed + (size_t) i * size, size);
}

/* n blocks of size bytes each, stride bytes apart. */
static void scatter_blocks(unsigned char *to, MPI_Aint stride, const unsigned char *packed, MPI_Aint n, size_t size)
{
    switch (size) {
        case 1: scatter_1(to, stride, packed, n); break;
        case 2: scatter_2(to, stride, packed, n); break;
        case 4: scatter_4(to, stride, packed, n); break;
        case 8: scatter_8(to, stride, packed, n); break;
        case 16: scatter_16(to, stride, packed, n); break;
        case 32: scatter_32(to, stride, packed, n); break;
        case 64: scatter_64(to, stride, packed, n); break;
        default: scatter_any(to, stride, packed, n, size);
    }
}

/* n padded elements in a row: each field goes where it belongs. */
#define SCATTER_FIELDS(A)                                                                                              \
    static void scatter_fields_##A(unsigned char *to, const struct dtpi_kind *kind, const unsigned char *packed,       \
                                   MPI_Aint stride, MPI_Aint n)                                                        \
    {                                                                                                                  \
        const MPI_Aint second = kind->field[1].offset;                                                                 \
                                                                                                                       \
        for (MPI_Aint i = 0; i < n; i++, packed += (A) + sizeof(int), to += stride) {                                  \
            memcpy(to, packed, A);                                                                                     \
            memcpy(to + second, packed + (A), sizeof(int));                                                            \
        }                                                                                                              \
    }

SCATTER_FIELDS(2)
SCATTER_FIELDS(8)
SCATTER_FIELDS(16)

static void scatter_padded(unsigned char *to, const struct dtpi_kind *kind, const unsigned char *packed,
                           MPI_Aint stride, MPI_Aint n)
{
    switch (kind->field[0].size) {
        case 2: scatter_fields_2(to, kind, packed, stride, n); break;
        case 8: scatter_fields_8(to, kind, packed, stride, n); break;
        case 16: scatter_fields_16(to, kind, packed, stride, n); break;
        default:
            for (MPI_Aint i = 0; i < n; i++, packed += kind->size, to += stride)
                for (int f = 0, at = 0; f < kind->num_fields; at += kind->field[f++].size)
                    memcpy(to + kind->field[f].offset, packed + at, kind->field[f].size);
    }
}

/* The first n elements of the strip, packed, to an image whose first byte is displacement lo. */
static void scatter(unsigned char *image, MPI_Aint lo, const struct dtpi_strip *s, const unsigned char *packed,
                    MPI_Aint n)
{
    const struct dtpi_kind *kind = s->basic->kind;
    unsigned char *to = image + (s->disp - lo);
    MPI_Aint blocks = n / s->blklen, rest = n % s->blklen;

    if (kind->padded && s->blklen == 1) {
        scatter_padded(to, kind, packed, s->stride, blocks);
    } else if (kind->padded) {
        for (MPI_Aint b = 0; b <= blocks; b++)
            scatter_padded(to + b * s->stride, kind, packed + b * s->blklen * kind->size, kind->extent,
                           b < blocks ? s->blklen : rest);
    } else {
        size_t block = (size_t) s->blklen * kind->size;
        scatter_blocks(to, s->stride, packed, blocks, block);
        if (rest > 0)
            memcpy(to + blocks * s->stride, packed + (size_t) blocks * block, (size_t) rest * kind->size);
    }
}

/* ---- a walk: the zone in order, as windows of elements and the wide gaps between them ---- */

struct step {
    MPI_Aint lo, hi;                         /* displacements */
    int num_strips;                          /* 0: a gap */
    struct dtpi_strip strip[MAX_STRIPS];
    MPI_Aint first;                          /* element number of the first strip's first element */
};

struct walk {
    const struct dtpi_place *place;
    struct dtpi_cursor cursor;
    MPI_Aint end, element;                   /* how far the steps have come */
    bool waiting;                            /* `next` was taken from the cursor but is in no step yet */
    struct dtpi_strip next;
};

static void walk_start(struct walk *w, const struct dtpi_place *place)
{
    w->place = place;
    w->end = place->zone_lo;
    w->element = 0;
    w->waiting = false;
    dtpi_cursor_start(&w->cursor, place->map);
}

static bool peek(struct walk *w, MPI_Aint bytes)
{
    if (!w->waiting)
        w->waiting = dtpi_cursor_next(&w->cursor, bytes, &w->next);
    return w->waiting;
}

/* The next step of an ascending type map; false at the end of the zone. */
static bool walk_next(struct walk *w, struct step *step)
{
    step->lo = w->end;
    step->num_strips = 0;
    step->first = w->element;
    if (!peek(w, WINDOW)) {
        step->hi = w->end = w->place->zone_hi;
        return step->hi > step->lo;
    }
    if (dtpi_strip_lo(&w->next) - w->end >= WIDE_GAP) {
        step->hi = w->end = dtpi_strip_lo(&w->next);
        return true;
    }
    while (step->num_strips < MAX_STRIPS && w->end - step->lo < WINDOW &&
           peek(w, WINDOW) && dtpi_strip_lo(&w->next) - w->end < WIDE_GAP) {
        step->strip[step->num_strips++] = w->next;
        w->end = dtpi_strip_hi(&w->next);
        w->element += w->next.count * w->next.blklen;
        w->waiting = false;
    }
    step->hi = w->end;
    return true;
}

/* A window is at most this large: just below WINDOW, and then a gap and a strip; a strip has at most so many bytes. */
enum { MAX_STRIP = WINDOW + MAX_ELEMENT, MAX_WINDOW = WINDOW + WIDE_GAP + MAX_STRIP };

static uint64_t position(const struct dtpi_place *place, MPI_Aint disp)
{
    const uint64_t middle = (uint64_t) 1 << 62; /* displacements may be negative */

    return middle + place->seed + (uint64_t) disp;
}

bool dtpi_image_is_pattern(const struct dtpi_place *place, MPI_Aint disp, size_t n)
{
    return dtpi_canary_same(place->base + disp, n, position(place, disp));
}

/* ---- making the image ---- */

static MPI_Aint live_elements(const struct dtpi_values *values, MPI_Aint first, const struct dtpi_strip *s)
{
    return dtpi_max(dtpi_min(values->count - first, s->count * s->blklen), 0);
}

/* A strip whose bytes are all values, in order. */
static bool is_solid(const struct dtpi_strip *s)
{
    return s->count == 1 && !s->basic->kind->padded;
}

/* Whether the values are made in place, block by block, and not packed first: the blocks are long, and where they come
 * in memory their type may stand. */
static bool in_place(const struct dtpi_strip *s, const unsigned char *to)
{
    const struct dtpi_kind *kind = s->basic->kind;
    uintptr_t alignment = (uintptr_t) s->basic->alignment;

    return !kind->padded && s->blklen * kind->size >= LONG_BLOCK && (uintptr_t) to % alignment == 0 &&
           (uintptr_t) s->stride % alignment == 0;
}

static void draw_strip(unsigned char *image, MPI_Aint lo, const struct dtpi_strip *s, MPI_Aint first,
                       const struct dtpi_values *values)
{
    _Alignas(max_align_t) unsigned char packed[MAX_STRIP], scratch[MAX_STRIP];
    unsigned char *to = image + (s->disp - lo);
    MPI_Aint live = live_elements(values, first, s);

    if (live > 0 && in_place(s, to)) {
        for (MPI_Aint done = 0; done < live; done += s->blklen, to += s->stride)
            dtpi_values_packed(values, s->basic->kind, first + done, dtpi_min(s->blklen, live - done), to, scratch);
    } else if (live > 0) {
        dtpi_values_packed(values, s->basic->kind, first, live, packed, scratch);
        scatter(image, lo, s, packed, live);
    }
}

static void draw_window(unsigned char *image, const struct dtpi_place *place, const struct step *step,
                        const struct dtpi_values *values)
{
    const struct dtpi_strip *only = &step->strip[0];
    MPI_Aint first = step->first;
    bool covered = step->num_strips == 1 && is_solid(only) && only->disp == step->lo &&
                   first + only->blklen <= values->count;

    if (!covered)
        dtpi_canary_fill(image, (size_t) (step->hi - step->lo), position(place, step->lo));
    for (int i = 0; i < step->num_strips; i++) {
        draw_strip(image, step->lo, &step->strip[i], first, values);
        first += step->strip[i].count * step->strip[i].blklen;
    }
}

/* The image of the whole zone of a type map that is not ascending. */
static void draw_all(unsigned char *image, const struct dtpi_place *place, const struct dtpi_values *values)
{
    struct dtpi_cursor cursor;
    struct dtpi_strip strip;
    MPI_Aint first = 0;

    dtpi_canary_fill(image, (size_t) (place->zone_hi - place->zone_lo), position(place, place->zone_lo));
    dtpi_cursor_start(&cursor, place->map);
    for (; dtpi_cursor_next(&cursor, WINDOW, &strip); first += strip.count * strip.blklen)
        draw_strip(image, place->zone_lo, &strip, first, values);
}

/* ---- gaps ---- */

/* The whole pages inside a gap of a sparse object that are left alone; none if *from == *to. */
static void far_pages(const struct dtpi_place *place, MPI_Aint lo, MPI_Aint hi, MPI_Aint *from, MPI_Aint *to)
{
    MPI_Aint page = (MPI_Aint) dtpi_page_size(), past = (MPI_Aint) ((uintptr_t) place->base % (uintptr_t) page);
    MPI_Aint first = lo + past, last = hi + past; /* counted from the beginning of the page of displacement 0 */

    first += (page - first % page) % page;
    last -= (last % page + page) % page;
    *from = *to = hi;
    if (place->sparse && last - first >= 2 * page) {
        *from = first - past;
        *to = last - past;
    }
}

static void fill_gap(const struct dtpi_place *place, MPI_Aint lo, MPI_Aint hi)
{
    MPI_Aint from, to;

    far_pages(place, lo, hi, &from, &to);
    dtpi_canary_fill(place->base + lo, (size_t) (from - lo), position(place, lo));
    if (to < hi)
        dtpi_canary_fill(place->base + to, (size_t) (hi - to), position(place, to));
}

/* ---- telling what differs ---- */

bool dtpi_faults_any(const struct dtpi_faults *f)
{
    return f->wrong || f->past || f->gap.count || f->before.count || f->after.count;
}

/* A byte outside of all elements. */
static void byte_fault(const struct dtpi_place *place, struct dtpi_faults *faults, MPI_Aint disp,
                       unsigned char expected, unsigned char found)
{
    bool before = !place->map->root || disp < place->map->lo, after = !before && disp >= place->map->hi;
    struct dtpi_byte_faults *f = before ? &faults->before : after ? &faults->after : &faults->gap;

    if (f->count++ == 0 || before) { /* the nearest to the object, or the first */
        f->disp = disp;
        f->expected = expected;
        f->found = found;
    }
}

static void compare_bytes(const struct dtpi_place *place, MPI_Aint lo, MPI_Aint hi, const unsigned char *expected,
                          const unsigned char *skip, struct dtpi_faults *faults)
{
    const unsigned char *found = place->base + lo;

    for (MPI_Aint i = 0; i < hi - lo; i++)
        if (found[i] != expected[i] && !(skip && skip[i]))
            byte_fault(place, faults, lo + i, expected[i], found[i]);
}

/* The offset of the first byte of an element that differs and should not, or -1. */
static int differing_byte(const struct dtpi_kind *kind, const unsigned char *a, const unsigned char *b, bool live)
{
    for (int f = 0; f < kind->num_fields; f++) {
        const struct dtpi_field *field = &kind->field[f];
        for (int i = field->offset; i < field->offset + (live ? field->significant : field->size); i++)
            if (a[i] != b[i])
                return i;
    }
    return -1;
}

static void print_element(const struct dtpi_kind *kind, const unsigned char *element, char *text, size_t size)
{
    _Alignas(max_align_t) unsigned char packed[MAX_ELEMENT];

    for (int f = 0, at = 0; f < kind->num_fields; at += kind->field[f++].size)
        memcpy(packed + at, element + kind->field[f].offset, kind->field[f].size);
    (void) kind->print(text, size, packed);
}

static void wrong_element(const struct dtpi_kind *kind, MPI_Aint k, MPI_Aint disp, const unsigned char *expected,
                          const unsigned char *found, struct dtpi_faults *faults)
{
    faults->last_wrong = k;
    if (faults->wrong++ > 0)
        return;
    faults->first_wrong = k;
    faults->first_wrong_disp = disp;
    print_element(kind, expected, faults->expected, sizeof faults->expected);
    print_element(kind, found, faults->found, sizeof faults->found);
}

static void past_element(MPI_Aint k, MPI_Aint disp, int byte, const unsigned char *expected,
                         const unsigned char *found, struct dtpi_faults *faults)
{
    if (faults->past++ > 0)
        return;
    faults->first_past = k;
    faults->first_past_disp = disp;
    faults->past_byte = (struct dtpi_byte_faults) {.disp = disp + byte, .expected = expected[byte], .found = found[byte]};
}

/* Compares the elements of a strip one by one and marks their bytes in `skip`.  image and skip begin at lo. */
static void compare_strip(const struct dtpi_place *place, MPI_Aint lo, const struct dtpi_strip *s, MPI_Aint first,
                          const struct dtpi_values *values, const unsigned char *image, unsigned char *skip,
                          struct dtpi_faults *faults)
{
    const struct dtpi_kind *kind = s->basic->kind;

    for (MPI_Aint i = 0; i < s->count * s->blklen; i++) {
        MPI_Aint disp = s->disp + i / s->blklen * s->stride + i % s->blklen * kind->extent;
        bool live = first + i < values->count;
        const unsigned char *expected = image + (disp - lo), *found = place->base + disp;
        int differs = differing_byte(kind, expected, found, live);
        if (differs >= 0 && live)
            wrong_element(kind, first + i, disp, expected, found, faults);
        else if (differs >= 0)
            past_element(first + i, disp, differs, expected, found, faults);
        for (int f = 0; f < kind->num_fields; f++)
            memset(skip + (disp - lo) + kind->field[f].offset, 1, kind->field[f].size);
    }
}

static void compare_window(const struct dtpi_place *place, const struct step *step, const struct dtpi_values *values,
                           const unsigned char *image, struct dtpi_faults *faults)
{
    unsigned char skip[MAX_WINDOW] = {0};
    MPI_Aint first = step->first;

    for (int i = 0; i < step->num_strips; i++) {
        compare_strip(place, step->lo, &step->strip[i], first, values, image, skip, faults);
        first += step->strip[i].count * step->strip[i].blklen;
    }
    compare_bytes(place, step->lo, step->hi, image, skip, faults);
}

static void compare_pattern(const struct dtpi_place *place, MPI_Aint lo, MPI_Aint hi, struct dtpi_faults *faults)
{
    unsigned char expected[WINDOW];

    if (dtpi_canary_same(place->base + lo, (size_t) (hi - lo), position(place, lo)))
        return;
    for (MPI_Aint part; lo < hi; lo += part) {
        part = dtpi_min(hi - lo, WINDOW);
        dtpi_canary_fill(expected, (size_t) part, position(place, lo));
        compare_bytes(place, lo, lo + part, expected, NULL, faults);
    }
}

/* Pages that were left alone hold zeros; those that are not in memory have not been touched. */
static void compare_far(const struct dtpi_place *place, MPI_Aint lo, MPI_Aint hi, struct dtpi_faults *faults)
{
    static const unsigned char zeros[WINDOW];
    MPI_Aint page = (MPI_Aint) dtpi_page_size();
    unsigned char resident[1024];

    for (MPI_Aint part; lo < hi; lo += part) {
        part = dtpi_min(hi - lo, (MPI_Aint) sizeof resident * page);
        memset(resident, 1, sizeof resident);
#ifdef HAVE_MINCORE
        if (mincore(place->base + lo, (size_t) part, resident) != 0)
            memset(resident, 1, sizeof resident);
#endif
        for (MPI_Aint at = 0; at < part; at += page)
            for (MPI_Aint done = 0; (resident[at / page] & 1) && done < page; done += WINDOW) {
                MPI_Aint from = lo + at + done, n = dtpi_min(page - done, WINDOW);
                if (memcmp(place->base + from, zeros, (size_t) n) != 0)
                    compare_bytes(place, from, from + n, zeros, NULL, faults);
            }
    }
}

static void compare_gap(const struct dtpi_place *place, MPI_Aint lo, MPI_Aint hi, struct dtpi_faults *faults)
{
    MPI_Aint from, to;

    far_pages(place, lo, hi, &from, &to);
    compare_pattern(place, lo, from, faults);
    if (to > from)
        compare_far(place, from, to, faults);
    if (to < hi)
        compare_pattern(place, to, hi, faults);
}

/* ---- fill and check ---- */

void dtpi_image_fill(const struct dtpi_place *place, const struct dtpi_values *values)
{
    struct walk walk;
    struct step step;

    if (!place->map->ascending) {
        draw_all(place->base + place->zone_lo, place, values);
        return;
    }
    for (walk_start(&walk, place); walk_next(&walk, &step);)
        if (step.num_strips > 0)
            draw_window(place->base + step.lo, place, &step, values);
        else
            fill_gap(place, step.lo, step.hi);
}

static int check_all(const struct dtpi_place *place, const struct dtpi_values *values, struct dtpi_faults *faults)
{
    size_t size = (size_t) (place->zone_hi - place->zone_lo);
    unsigned char *image = dtpi_alloc(2, size);
    struct dtpi_cursor cursor;
    struct dtpi_strip strip;
    MPI_Aint first = 0;

    if (!image)
        return DTP_ERR_NO_MEM;
    draw_all(image, place, values);
    if (memcmp(image, place->base + place->zone_lo, size) != 0) {
        memset(image + size, 0, size);
        dtpi_cursor_start(&cursor, place->map);
        for (; dtpi_cursor_next(&cursor, WINDOW, &strip); first += strip.count * strip.blklen)
            compare_strip(place, place->zone_lo, &strip, first, values, image, image + size, faults);
        compare_bytes(place, place->zone_lo, place->zone_hi, image, image + size, faults);
    }
    dtpi_free(image);
    return DTP_SUCCESS;
}

int dtpi_image_check(const struct dtpi_place *place, const struct dtpi_values *values, struct dtpi_faults *faults)
{
    _Alignas(max_align_t) unsigned char image[MAX_WINDOW];
    struct walk walk;
    struct step step;

    memset(faults, 0, sizeof *faults);
    if (!place->map->ascending)
        return check_all(place, values, faults);
    for (walk_start(&walk, place); walk_next(&walk, &step);)
        if (step.num_strips == 0) {
            compare_gap(place, step.lo, step.hi, faults);
        } else {
            draw_window(image, place, &step, values);
            if (memcmp(image, place->base + step.lo, (size_t) (step.hi - step.lo)) != 0)
                compare_window(place, &step, values, image, faults);
        }
    return DTP_SUCCESS;
}
