/* Where the target object lies in its window. */
#include "state.h"
#include "accesses/window.h"
#include "case/signature.h"

#include <stdbool.h>

MPI_Aint h_round_up(MPI_Aint n, MPI_Aint step)
{
    return (n + step - 1) / step * step;
}

void h_window_bounds(const struct h_case *c, MPI_Aint *lo, MPI_Aint *hi)
{
    H_DTP(DTP_obj_bounds(c->recv.pool, c->j, lo, hi));
    *lo = *lo < 0 ? *lo : 0;
    *hi = *hi > 0 ? *hi : 0;
}

MPI_Aint h_window_cut(const struct h_case *c)
{
    enum { TRIED = 8 };
    const DTP_t pool = c->recv.pool;
    const MPI_Aint n = DTP_pool_elements(pool), first = n / 2;
    MPI_Aint before, lo, cut;

    h_window_bounds(c, &lo, &cut);
    if (first == 0 || h_signature_types(pool) != 1 || !DTP_obj_in_order(pool, c->j, 1))
        return cut;
    H_DTP(DTP_obj_disp(pool, c->j, first - 1, &before));
    for (MPI_Aint k = first; k < n && k < first + TRIED; k++) {
        MPI_Aint disp;
        H_DTP(DTP_obj_disp(pool, c->j, k, &disp));
        if (disp > before + h_element_bytes(pool))
            return disp;
        before = disp;
    }
    return cut;
}

/* In turn the window begins with the object and at a multiple of 16, which displacement 0 is. */
static bool is_exact(const struct h_case *c)
{
    return !c->units_differ && (h_pair_turn(c) + c->comm->number) % 2 == 0;
}

/* A multiple of the unit and of an alignment. */
static MPI_Aint step_of(const struct h_case *c, int rank, int alignment)
{
    const int unit = h_unit(c, rank);
    MPI_Aint step = unit;

    while (step % alignment)
        step += unit;
    return step;
}

static MPI_Aint aligned_step(const struct h_case *c, int rank)
{
    return step_of(c, rank, H_ALIGNED);
}

/* Bytes from the first one of a rank's window to displacement 0: a multiple of the unit, and at least a step where one
 * fits into the bytes that lie before any object. */
MPI_Aint h_zero_in_buffer(const struct h_case *c, int rank)
{
    enum { BEFORE = 48 };
    const MPI_Aint step = aligned_step(c, rank);
    MPI_Aint lo, hi;

    h_window_bounds(c, &lo, &hi);
    return is_exact(c) ? h_round_up(-lo, c->unit) : h_round_up(-lo + (step <= BEFORE), step);
}

/* The same in memory of the MPI's, which is aligned: in turn only as much as the basic types ask for. */
MPI_Aint h_zero_in_memory(const struct h_case *c, int rank)
{
    const bool is_close = (c->j / 2 + c->comm->number + (int) (harness.moved % 2)) % 2;
    const MPI_Aint step = step_of(c, rank, is_close ? h_signature_alignment(c->recv.pool) : H_ALIGNED);
    MPI_Aint lo, hi;

    h_window_bounds(c, &lo, &hi);
    return h_round_up(-lo, step) + step;
}

/* An odd number in turn; but segments of a shared window follow each other. */
MPI_Aint h_memory_size(const struct h_case *c, int rank, bool is_shared)
{
    MPI_Aint lo, hi;

    h_window_bounds(c, &lo, &hi);
    hi = h_round_up(hi + h_zero_in_memory(c, rank) + H_ALIGNED, H_ALIGNED);
    return is_shared || (c->j + c->comm->number) % 2 ? hi : hi + 1;
}

MPI_Count h_distance_of(const struct h_case *c)
{
    const struct h_way *w = h_way_of(c);
    int k = 0;

    while (w->distances[k].name != c->distance)
        k++;
    return w->distances[k].bytes;
}

/* Bytes to displacement 0 of an object that is so far: none of them is touched. */
MPI_Aint h_zero_far_away(const struct h_case *c, int rank)
{
    MPI_Aint lo, hi;

    h_window_bounds(c, &lo, &hi);
    return h_round_up((MPI_Aint) h_distance_of(c) - lo + H_ALIGNED, aligned_step(c, rank));
}

int h_window_alignment(MPI_Aint n)
{
    int alignment = H_ALIGNED;

    while (n % alignment)
        alignment /= 2;
    return alignment;
}
