/* A window over the target object of a case: the ways to make one, its displacement units, and where the object lies in
 * it. */
#ifndef HARNESS_WINDOW_H
#define HARNESS_WINDOW_H

#include "accesses/access.h"

#include <stdbool.h>

/* ---- ways to make it ---- */

/* How far the object is from the beginning of the window. */
struct h_distance {
    const char *name;
    MPI_Count bytes;
};

struct h_way {
    unsigned bit;
    const char *name;
    void (*make)(struct h_case *c);
    MPI_Aint (*zero)(const struct h_case *c, int rank); /* bytes to displacement 0 */
    bool in_memory;       /* of the MPI's */
    bool has_units;
    const struct h_distance *distances;
    int num_distances;
};
extern const struct h_way h_ways[];
extern const int h_num_ways;

/* The way of a case, by its window and distance. */
const struct h_way *h_way_of(const struct h_case *c);

/* What holds of the windows that come: H_NO_LOCKS, H_UNORDERED. */
void h_window_kinds(unsigned windows);

/* The `open` of a case: makes the window unless the one that is there serves; 0 if it is left out, on all ranks. */
int h_window_open(struct h_case *c);
void h_window_close(void);

/* The first byte of the window that is open, and how many there are, as it was made. */
void h_window_memory(const void **base, MPI_Aint *bytes);

/* ---- units ---- */

/* Chooses the displacement unit of a case, and whether those of the ranks differ. */
void h_units_choose(struct h_case *c, const struct h_way *w, unsigned windows);

/* ---- where the object lies ---- */

enum { H_ALIGNED = 16 };
MPI_Aint h_round_up(MPI_Aint n, MPI_Aint step);

/* Displacements of the first byte of the target object or of displacement 0, whichever is lower, and past the last. */
void h_window_bounds(const struct h_case *c, MPI_Aint *lo, MPI_Aint *hi);

/* Bytes from the first one of a rank's window to displacement 0: in the object's own buffer, in memory of the MPI's,
 * and where the object is as far away as c->distance says. */
MPI_Aint h_zero_in_buffer(const struct h_case *c, int rank);
MPI_Aint h_zero_in_memory(const struct h_case *c, int rank);
MPI_Aint h_zero_far_away(const struct h_case *c, int rank);
MPI_Count h_distance_of(const struct h_case *c);

/* The displacement of an element of the target object, of those in the middle, before which there is a hole, if the
 * elements follow each other; or where the object ends. */
MPI_Aint h_window_cut(const struct h_case *c);

/* The bytes of a rank's window in memory of the MPI's. */
MPI_Aint h_memory_size(const struct h_case *c, int rank, bool is_shared);

/* The largest power of two, up to 16, of which n is a multiple. */
int h_window_alignment(MPI_Aint n);

#endif
