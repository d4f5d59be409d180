#include "image_walk.h"

void dtpi_pieces_start(struct dtpi_pieces *p, const struct dtpi_place *place, const struct dtpi_values *values)
{
    p->element = 0;
    p->stretch = values->stretches;
    dtpi_cursor_start(&p->cursor, place->map);
}

bool dtpi_pieces_next(struct dtpi_pieces *p, struct dtpi_piece *piece)
{
    MPI_Aint done, alike;

    if (p->cursor.depth < 0)
        return false;
    while (p->element >= p->stretch->first + p->stretch->elements)
        p->stretch++;
    done = p->element - p->stretch->first;
    alike = (done < p->stretch->count ? p->stretch->count : p->stretch->elements) - done;
    piece->first = p->element;
    piece->stretch = done < p->stretch->count ? p->stretch : NULL;
    (void) dtpi_cursor_take(&p->cursor, DTPI_WINDOW, alike, DTPI_WIDE_GAP, &piece->strip);
    p->element += piece->strip.count * piece->strip.blklen;
    return true;
}

static bool is_apart(const struct dtpi_strip *s)
{
    return s->count > 1 && s->stride - dtpi_strip_block(s) >= DTPI_WIDE_GAP;
}

void dtpi_walk_start(struct dtpi_walk *w, const struct dtpi_place *place, const struct dtpi_values *values)
{
    w->place = place;
    w->end = place->zone_lo;
    dtpi_pieces_start(&w->pieces, place, values);
    w->waiting = dtpi_pieces_next(&w->pieces, &w->next);
}

bool dtpi_walk_next(struct dtpi_walk *w, struct dtpi_step *step)
{
    step->lo = w->end;
    step->num_pieces = 0;
    step->apart = w->waiting && is_apart(&w->next.strip);
    if (!w->waiting || dtpi_strip_lo(&w->next.strip) - w->end >= (step->apart ? 1 : DTPI_WIDE_GAP)) {
        step->hi = w->end = w->waiting ? dtpi_strip_lo(&w->next.strip) : w->place->zone_hi;
        return step->hi > step->lo;
    }
    do {
        step->piece[step->num_pieces++] = w->next;
        w->end = dtpi_strip_hi(&w->next.strip);
        w->waiting = dtpi_pieces_next(&w->pieces, &w->next);
    } while (!step->apart && w->waiting && step->num_pieces < DTPI_MAX_PIECES && w->end - step->lo < DTPI_WINDOW &&
             dtpi_strip_lo(&w->next.strip) - w->end < DTPI_WIDE_GAP && !is_apart(&w->next.strip));
    step->hi = w->end;
    return true;
}
