#include "image.h"

#include "alloc.h"
#include "arith.h"
#include "buffer.h"
#include "canary.h"
#include "element.h"
#include "error.h"
#include "image_walk.h"

#include <stddef.h>
#include <string.h>

/* In the pattern: the beginning of the zone of a buffer is aligned to a line, and so is its position. */
static uint64_t position(const struct dtpi_place *place, MPI_Aint disp)
{
    return (uint64_t) (disp - place->zone_lo);
}

bool dtpi_image_is_pattern(const struct dtpi_place *place, MPI_Aint disp, size_t n)
{
    return dtpi_canary_same(place->base + disp, n, place->seed, position(place, disp));
}

/* ---- making the image ---- */

/* Bytes; blocks from this size on are worth making one by one. */
enum { LONG_BLOCK = 512 };

/* A piece whose bytes are all values, in order. */
static bool is_solid(const struct dtpi_piece *p)
{
    return p->stretch && p->strip.count == 1 && !p->strip.basic->kind->padded;
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

/* Where displacement 0 of an image that begins at displacement lo is, or would be. */
static unsigned char *zero_of(unsigned char *image, MPI_Aint lo)
{
    return (unsigned char *) ((uintptr_t) image - (uintptr_t) lo);
}

/* The packed elements of a piece with values. */
struct packed {
    _Alignas(DTPI_CANARY_LINE) unsigned char elements[DTPI_MAX_STRIP], scratch[DTPI_MAX_STRIP];
};

static void pack_piece(const struct dtpi_piece *p, struct packed *packed)
{
    dtpi_values_packed(p->stretch, p->strip.basic->kind, p->first, p->strip.count * p->strip.blklen, packed->elements,
                       packed->scratch);
}

static void draw_piece(unsigned char *zero, const struct dtpi_piece *p)
{
    const struct dtpi_strip *s = &p->strip;
    unsigned char *to = zero + s->disp;
    struct packed packed;

    if (!p->stretch)
        return;
    if (in_place(s, to)) {
        for (MPI_Aint b = 0; b < s->count; b++)
            dtpi_values_packed(p->stretch, s->basic->kind, p->first + b * s->blklen, s->blklen, to + b * s->stride,
                               packed.scratch);
    } else {
        pack_piece(p, &packed);
        dtpi_scatter(zero, s, packed.elements);
    }
}

static MPI_Aint bytes_of(const struct dtpi_piece *p)
{
    return p->strip.count * p->strip.blklen * p->strip.basic->kind->size;
}

/* Pieces that follow each other: the values of several small ones of a kind are made at once. */
static void draw_pieces(unsigned char *zero, const struct dtpi_piece *p, int n)
{
    struct packed packed;

    for (int i = 0, past; i < n; i = past) {
        const struct dtpi_kind *kind = p[i].strip.basic->kind;
        MPI_Aint bytes = bytes_of(&p[i]);
        past = i + 1;
        while (past < n && p[past].stretch == p[i].stretch && p[past].strip.basic->kind == kind &&
               bytes + bytes_of(&p[past]) <= DTPI_WINDOW)
            bytes += bytes_of(&p[past++]);
        if (past == i + 1 || !p[i].stretch) {
            draw_piece(zero, &p[i]);
            continue;
        }
        dtpi_values_packed(p[i].stretch, kind, p[i].first, bytes / kind->size, packed.elements, packed.scratch);
        for (const unsigned char *at = packed.elements; i < past; at += bytes_of(&p[i++]))
            dtpi_scatter(zero, &p[i].strip, at);
    }
}

static void draw_window(unsigned char *image, const struct dtpi_place *place, const struct dtpi_step *step)
{
    const struct dtpi_piece *only = &step->piece[0];
    bool covered = step->num_pieces == 1 && is_solid(only) && only->strip.disp == step->lo;

    if (!covered)
        dtpi_canary_fill(image, (size_t) (step->hi - step->lo), place->seed, position(place, step->lo));
    draw_pieces(zero_of(image, step->lo), step->piece, step->num_pieces);
}

/* The image of the whole zone of a type map that is not ascending. */
static void draw_all(unsigned char *image, const struct dtpi_place *place, const struct dtpi_values *values)
{
    struct dtpi_pieces pieces;
    struct dtpi_piece some[DTPI_MAX_PIECES];
    int n;

    dtpi_canary_fill(image, (size_t) (place->zone_hi - place->zone_lo), place->seed, position(place, place->zone_lo));
    dtpi_pieces_start(&pieces, place, values);
    do {
        for (n = 0; n < DTPI_MAX_PIECES && dtpi_pieces_next(&pieces, &some[n]);)
            n++;
        draw_pieces(zero_of(image, place->zone_lo), some, n);
    } while (n == DTPI_MAX_PIECES);
}

/* ---- gaps ---- */

/* The whole pages inside a gap of a sparse object that are left alone; none if *from == *to. */
static void far_pages(const struct dtpi_place *place, MPI_Aint lo, MPI_Aint hi, MPI_Aint *from, MPI_Aint *to)
{
    const uintptr_t page = dtpi_page_size(), base = (uintptr_t) place->base; /* a power of two */
    const uintptr_t first = (base + (uintptr_t) lo + page - 1) & ~(page - 1);
    const uintptr_t past = (base + (uintptr_t) hi) & ~(page - 1);

    *from = *to = hi;
    if (place->touched && past > first && past - first >= 2 * page) {
        *from = (MPI_Aint) (first - base);
        *to = (MPI_Aint) (past - base);
    }
}

/* The first page from displacement lo on, up to hi, that may have been written to; hi if there is none. */
static MPI_Aint touched_page(const struct dtpi_place *place, MPI_Aint lo, MPI_Aint hi)
{
    MPI_Aint page = (MPI_Aint) dtpi_page_size();
    const unsigned char *touched = place->touched + (lo - place->zone_lo) / page;

    while (lo < hi && !*touched++)
        lo += page;
    return lo;
}

/* Makes pages that are left alone zeros again. */
static void clean_far(const struct dtpi_place *place, MPI_Aint lo, MPI_Aint hi)
{
    static const unsigned char zeros[DTPI_WINDOW];
    MPI_Aint page = (MPI_Aint) dtpi_page_size();

    for (lo = touched_page(place, lo, hi); lo < hi; lo = touched_page(place, lo + page, hi))
        for (MPI_Aint done = 0; done < page; done += DTPI_WINDOW) {
            size_t n = (size_t) dtpi_min(page - done, DTPI_WINDOW);
            if (memcmp(place->base + lo + done, zeros, n) != 0)
                memset(place->base + lo + done, 0, n);
        }
}

static void fill_gap(const struct dtpi_place *place, MPI_Aint lo, MPI_Aint hi)
{
    MPI_Aint from, to;

    far_pages(place, lo, hi, &from, &to);
    dtpi_canary_fill(place->base + lo, (size_t) (from - lo), place->seed, position(place, lo));
    if (to > from)
        clean_far(place, from, to);
    if (to < hi)
        dtpi_canary_fill(place->base + to, (size_t) (hi - to), place->seed, position(place, to));
}

/* ---- blocks with wide gaps between them ---- */

struct block {
    struct dtpi_piece piece;                 /* one block of the piece */
    const unsigned char *elements;           /* packed */
    MPI_Aint lo, hi;                         /* displacements */
};

/* The first block; the packed elements of all are made. */
static struct block first_block(const struct dtpi_piece *all, struct packed *packed)
{
    struct block b = {.piece = *all, .elements = packed->elements, .lo = all->strip.disp};

    if (all->stretch)
        pack_piece(all, packed);
    b.piece.strip.count = 1;
    b.hi = b.lo + dtpi_strip_block(&b.piece.strip);
    return b;
}

static void next_block(const struct dtpi_piece *all, struct block *b)
{
    b->lo += all->strip.stride;
    b->hi += all->strip.stride;
    b->piece.strip.disp = b->lo;
    b->piece.first += all->strip.blklen;
    b->elements += all->strip.blklen * all->strip.basic->kind->size;
}

/* Writes the elements of a block. */
static void put_block(unsigned char *to, const struct block *b)
{
    if (is_solid(&b->piece))
        memcpy(to, b->elements, (size_t) (b->hi - b->lo));
    else if (b->piece.stretch)
        dtpi_scatter(zero_of(to, b->lo), &b->piece.strip, b->elements);
}

/* A hint to the processor, where the compiler knows a way: the page of a block that comes soon, which no other access
 * foretells, is needed. */
static void need_soon(const struct dtpi_place *place, const struct dtpi_piece *all, const struct block *b)
{
#ifdef __GNUC__
    enum { BLOCKS_AHEAD = 3, LINE = 64, LINES = 64 };
    const uintptr_t page = dtpi_page_size();
    const uintptr_t block = (uintptr_t) place->base + (uintptr_t) (b->lo + BLOCKS_AHEAD * all->strip.stride);
    const char *soon = (const char *) (block & ~(page - 1));

    for (int i = 0; i < LINES; i++)
        __builtin_prefetch(soon + i * LINE);
#else
    (void) place, (void) all, (void) b;
#endif
}

/* The pattern is written at once around a block and under it, up to the pages that are left alone. */
static void fill_apart(const struct dtpi_place *place, const struct dtpi_piece *all)
{
    struct packed packed;
    struct block b = first_block(all, &packed);
    MPI_Aint start = b.lo, from, to;

    for (MPI_Aint left = all->strip.count; left > 0; left--, start = to) {
        from = to = b.hi;
        if (left > 1) {
            need_soon(place, all, &b);
            far_pages(place, b.hi, b.lo + all->strip.stride, &from, &to);
        }
        dtpi_canary_fill(place->base + start, (size_t) (from - start), place->seed, position(place, start));
        put_block(place->base + b.lo, &b);
        if (to > from)
            clean_far(place, from, to);
        next_block(all, &b);
    }
}

/* ---- comparing what differs ---- */

static void compare_bytes(const struct dtpi_place *place, MPI_Aint lo, MPI_Aint hi, const unsigned char *expected,
                          const unsigned char *skip, struct dtpi_faults *faults)
{
    const unsigned char *found = place->base + lo;

    for (MPI_Aint i = 0; i < hi - lo; i++)
        if (found[i] != expected[i] && !(skip && skip[i]))
            dtpi_faults_byte(faults, place->map, lo + i, expected[i], found[i]);
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

/* Compares the elements of a piece one by one and marks their bytes in `skip`.  image and skip begin at lo. */
static void compare_piece(const struct dtpi_place *place, MPI_Aint lo, const struct dtpi_piece *p,
                          const unsigned char *image, unsigned char *skip, struct dtpi_faults *faults)
{
    const struct dtpi_strip *s = &p->strip;
    const struct dtpi_kind *kind = s->basic->kind;

    for (MPI_Aint i = 0; i < s->count * s->blklen; i++) {
        MPI_Aint disp = s->disp + i / s->blklen * s->stride + i % s->blklen * kind->extent;
        const unsigned char *expected = image + (disp - lo), *found = place->base + disp;
        int differs = differing_byte(kind, expected, found, p->stretch != NULL);
        if (differs >= 0 && p->stretch)
            dtpi_faults_wrong(faults, kind, p->first + i, disp, expected, found);
        else if (differs >= 0)
            dtpi_faults_past(faults, p->first + i, disp, differs, expected, found);
        for (int f = 0; f < kind->num_fields; f++)
            memset(skip + (disp - lo) + kind->field[f].offset, 1, kind->field[f].size);
    }
}

static void compare_window(const struct dtpi_place *place, const struct dtpi_step *step, const unsigned char *image,
                           struct dtpi_faults *faults)
{
    unsigned char skip[DTPI_MAX_WINDOW] = {0};

    for (int i = 0; i < step->num_pieces; i++)
        compare_piece(place, step->lo, &step->piece[i], image, skip, faults);
    compare_bytes(place, step->lo, step->hi, image, skip, faults);
}

static void compare_pattern(const struct dtpi_place *place, MPI_Aint lo, MPI_Aint hi, struct dtpi_faults *faults)
{
    unsigned char expected[DTPI_WINDOW];

    if (dtpi_canary_same(place->base + lo, (size_t) (hi - lo), place->seed, position(place, lo)))
        return;
    for (MPI_Aint part; lo < hi; lo += part) {
        part = dtpi_min(hi - lo, DTPI_WINDOW);
        dtpi_canary_fill(expected, (size_t) part, place->seed, position(place, lo));
        compare_bytes(place, lo, lo + part, expected, NULL, faults);
    }
}

/* Pages that were left alone hold zeros; those that nobody has touched need no look. */
static void compare_far(const struct dtpi_place *place, MPI_Aint lo, MPI_Aint hi, struct dtpi_faults *faults)
{
    static const unsigned char zeros[DTPI_WINDOW];
    MPI_Aint page = (MPI_Aint) dtpi_page_size();

    for (lo = touched_page(place, lo, hi); lo < hi; lo = touched_page(place, lo + page, hi))
        for (MPI_Aint done = 0; done < page; done += DTPI_WINDOW) {
            MPI_Aint from = lo + done, n = dtpi_min(page - done, DTPI_WINDOW);
            if (memcmp(place->base + from, zeros, (size_t) n) != 0)
                compare_bytes(place, from, from + n, zeros, NULL, faults);
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

/* One block of those with wide gaps between them; an image that equals its elements need not be made. */
static void compare_block(const struct dtpi_place *place, const struct block *b, struct dtpi_faults *faults)
{
    unsigned char image[DTPI_MAX_STRIP];
    const unsigned char *expected = b->elements;
    struct dtpi_step step;

    if (!is_solid(&b->piece)) {
        dtpi_canary_fill(image, (size_t) (b->hi - b->lo), place->seed, position(place, b->lo));
        put_block(image, b);
        expected = image;
    }
    if (dtpi_same_bytes(expected, place->base + b->lo, (size_t) (b->hi - b->lo)))
        return;
    step.lo = b->lo;
    step.hi = b->hi;
    step.num_pieces = 1;
    step.piece[0] = b->piece;
    compare_window(place, &step, expected, faults);
}

static void compare_apart(const struct dtpi_place *place, const struct dtpi_piece *all, struct dtpi_faults *faults)
{
    struct packed packed;
    struct block b = first_block(all, &packed);

    for (MPI_Aint left = all->strip.count; left > 0; left--) {
        if (left > 1)
            need_soon(place, all, &b);
        compare_block(place, &b, faults);
        if (left > 1)
            compare_gap(place, b.hi, b.lo + all->strip.stride, faults);
        next_block(all, &b);
    }
}

/* ---- fill and check ---- */

void dtpi_image_fill(const struct dtpi_place *place, const struct dtpi_values *values)
{
    struct dtpi_walk walk;
    struct dtpi_step step;

    if (!place->map->ascending) {
        draw_all(place->base + place->zone_lo, place, values);
        return;
    }
    for (dtpi_walk_start(&walk, place, values); dtpi_walk_next(&walk, &step);)
        if (step.num_pieces == 0)
            fill_gap(place, step.lo, step.hi);
        else if (step.apart)
            fill_apart(place, &step.piece[0]);
        else
            draw_window(place->base + step.lo, place, &step);
}

static int check_all(const struct dtpi_place *place, const struct dtpi_values *values, struct dtpi_faults *faults)
{
    size_t size = (size_t) (place->zone_hi - place->zone_lo);
    unsigned char *image = dtpi_alloc(2, size);
    struct dtpi_pieces pieces;
    struct dtpi_piece piece;

    if (!image)
        return DTP_ERR_NO_MEM;
    draw_all(image, place, values);
    if (memcmp(image, place->base + place->zone_lo, size) != 0) {
        memset(image + size, 0, size);
        for (dtpi_pieces_start(&pieces, place, values); dtpi_pieces_next(&pieces, &piece);)
            compare_piece(place, place->zone_lo, &piece, image, image + size, faults);
        compare_bytes(place, place->zone_lo, place->zone_hi, image, image + size, faults);
    }
    dtpi_free(image);
    return DTP_SUCCESS;
}

int dtpi_image_check(const struct dtpi_place *place, const struct dtpi_values *values, struct dtpi_faults *faults)
{
    _Alignas(DTPI_CANARY_LINE) unsigned char image[DTPI_MAX_WINDOW];
    struct dtpi_walk walk;
    struct dtpi_step step;

    memset(faults, 0, offsetof(struct dtpi_faults, expected));
    if (!place->map->ascending)
        return check_all(place, values, faults);
    for (dtpi_walk_start(&walk, place, values); dtpi_walk_next(&walk, &step);)
        if (step.num_pieces == 0) {
            compare_gap(place, step.lo, step.hi, faults);
        } else if (step.apart) {
            compare_apart(place, &step.piece[0], faults);
        } else {
            draw_window(image, place, &step);
            if (!dtpi_same_bytes(image, place->base + step.lo, (size_t) (step.hi - step.lo)))
                compare_window(place, &step, image, faults);
        }
    return DTP_SUCCESS;
}
