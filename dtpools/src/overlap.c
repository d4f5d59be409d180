#include "overlap.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"

#include <string.h>

/* ---- what can be known without looking at every element ---- */

/* Whether siblings lie one after the other, up or down. */
static bool monotone(const struct dtpi_node *first)
{
    bool up = true, down = true;

    for (const struct dtpi_node *n = first; n->next; n = n->next) {
        up = up && n->next->lo >= n->hi;
        down = down && n->next->hi <= n->lo;
    }
    return up || down;
}

/* Of a few siblings, whether no two have bytes between the same ends. */
static bool few_and_apart(const struct dtpi_node *first)
{
    enum { FEW = 16 };
    int n = 0;

    for (const struct dtpi_node *a = first; a; a = a->next, n++)
        for (const struct dtpi_node *b = a->next; b; b = b->next)
            if (n >= FEW || (a->lo < b->hi && b->lo < a->hi))
                return false;
    return true;
}

static bool plainly_disjoint(const struct dtpi_node *node)
{
    const struct dtpi_strip *s = &node->strip;
    MPI_Aint reach = s->stride < 0 ? -s->stride : s->stride, lo, hi;

    if (s->basic)
        return s->count == 1 || reach >= s->blklen * s->basic->kind->extent;
    if (!monotone(node->body) && !few_and_apart(node->body))
        return false;
    lo = node->body->lo;
    hi = node->body->hi;
    for (const struct dtpi_node *n = node->body; n; n = n->next) {
        if (!plainly_disjoint(n))
            return false;
        lo = dtpi_min(lo, n->lo);
        hi = dtpi_max(hi, n->hi);
    }
    return s->count == 1 || reach >= hi - lo;
}

/* ---- element by element ---- */

/* A bit for each byte of the object. */
struct bits {
    unsigned char *bytes;
    MPI_Aint lo;
};

static bool has(const struct bits *b, MPI_Aint disp)
{
    return b->bytes[(disp - b->lo) / 8] >> (disp - b->lo) % 8 & 1;
}

static void set(const struct bits *b, MPI_Aint disp)
{
    b->bytes[(disp - b->lo) / 8] |= (unsigned char) (1 << (disp - b->lo) % 8);
}

/* Takes n bytes; whether any of them was taken. */
static bool take(const struct bits *taken, MPI_Aint disp, int n)
{
    unsigned char *byte = &taken->bytes[(disp - taken->lo) / 8];
    unsigned found = 0;

    for (int bit = (int) ((disp - taken->lo) % 8); n > 0; bit = 0, byte++) {
        const int here = n < 8 - bit ? n : 8 - bit;
        const unsigned mask = ((1u << here) - 1) << bit;
        found |= *byte & mask;
        *byte = (unsigned char) (*byte | mask);
        n -= here;
    }
    return found != 0;
}

/* Takes in an element; whether one before it has a byte of it. */
static bool covers(const struct bits *taken, const struct dtpi_kind *kind, MPI_Aint disp)
{
    bool covered = false;

    for (int f = 0; f < kind->num_fields; f++)
        covered |= take(taken, disp + kind->field[f].offset, kind->field[f].size);
    return covered;
}

static enum dtpi_overlap look(const struct dtpi_typemap *map, const struct bits *taken, const struct bits *starts)
{
    enum dtpi_overlap overlap = DTPI_DISJOINT;
    const struct dtpi_basic *basic = NULL;
    struct dtpi_cursor cursor;
    struct dtpi_strip s;
    bool mixed = false;

    for (dtpi_cursor_start(&cursor, map); dtpi_cursor_next(&cursor, DTPI_AINT_MAX, &s); basic = s.basic) {
        mixed = mixed || (basic && basic != s.basic);
        for (MPI_Aint b = 0; b < s.count; b++)
            for (MPI_Aint i = 0; i < s.blklen; i++) {
                MPI_Aint disp = s.disp + b * s.stride + i * s.basic->kind->extent;
                if (covers(taken, s.basic->kind, disp)) {
                    if (!has(starts, disp))
                        return DTPI_CLASHING;
                    overlap = DTPI_SHARED;
                }
                set(starts, disp);
            }
    }
    return mixed && overlap == DTPI_SHARED ? DTPI_CLASHING : overlap;
}

int dtpi_typemap_overlap(const struct dtpi_typemap *map, enum dtpi_overlap *overlap)
{
    const long long most = 1LL << 32; /* an MPI_Aint may have 32 bits */
    struct bits taken, starts;
    size_t size;

    *overlap = DTPI_DISJOINT;
    if (!map->root || map->ascending || plainly_disjoint(map->root))
        return DTP_SUCCESS;
    if (map->hi - map->lo > most || map->elements > most)
        return dtpi_error(DTP_ERR_TOO_LARGE, "%lld elements in %lld bytes are too many to see whether they overlap",
                          (long long) map->elements, (long long) (map->hi - map->lo));
    size = (size_t) (map->hi - map->lo) / 8 + 1;
    taken = (struct bits) {dtpi_alloc(size, 2), map->lo};
    if (!taken.bytes)
        return DTP_ERR_NO_MEM;
    memset(taken.bytes, 0, 2 * size);
    starts = (struct bits) {taken.bytes + size, map->lo};
    *overlap = look(map, &taken, &starts);
    dtpi_free(taken.bytes);
    return DTP_SUCCESS;
}

/* ---- which elements are one ---- */

/* The last element that begins at each byte of the object. */
struct starts {
    MPI_Aint *last, lo;
    MPI_Aint *numbers;
};

typedef void visit_fn(struct starts *starts, MPI_Aint k, MPI_Aint disp);

static void each_element(const struct dtpi_typemap *map, visit_fn *visit, struct starts *starts)
{
    struct dtpi_cursor cursor;
    struct dtpi_strip s;
    MPI_Aint k = 0;

    for (dtpi_cursor_start(&cursor, map); dtpi_cursor_next(&cursor, DTPI_AINT_MAX, &s);)
        for (MPI_Aint b = 0; b < s.count; b++)
            for (MPI_Aint i = 0; i < s.blklen; i++)
                visit(starts, k++, s.disp + b * s.stride + i * s.basic->kind->extent);
}

static void note(struct starts *starts, MPI_Aint k, MPI_Aint disp)
{
    starts->last[disp - starts->lo] = k;
}

static void number(struct starts *starts, MPI_Aint k, MPI_Aint disp)
{
    starts->numbers[k] = starts->last[disp - starts->lo];
}

int dtpi_typemap_shared(const struct dtpi_typemap *map, MPI_Aint *numbers)
{
    const MPI_Aint most = (MPI_Aint) 1 << 24, bytes = map->hi - map->lo;
    struct starts starts = {.lo = map->lo, .numbers = numbers};

    if (bytes > most)
        return dtpi_error(DTP_ERR_TOO_LARGE, "%lld bytes are too many to see which elements share them",
                          (long long) bytes);
    starts.last = dtpi_alloc((size_t) bytes, sizeof *starts.last);
    if (!starts.last)
        return DTP_ERR_NO_MEM;
    each_element(map, note, &starts);
    each_element(map, number, &starts);
    dtpi_free(starts.last);
    return DTP_SUCCESS;
}
