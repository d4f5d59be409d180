/* Structs of many members, in several orders. */
#include "sweep_family.h"

#include "arith.h"
#include "copies.h"

#include <stdio.h>

static const int member_counts[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 20, 33};
enum { NUM_MEMBER_COUNTS = sizeof member_counts / sizeof member_counts[0], MOST_MEMBERS = 33 };

static MPI_Aint least_members(int row)
{
    return member_counts[row];
}

static void name_members(int row, char *name, size_t size)
{
    static const char *const orders[] = {"UP", "DOWN", "MIXED"};

    (void) snprintf(name, size, "%d_%s", member_counts[row], orders[row % 3]);
}

/* Member i of some elements, by another constructor than its neighbour. */
static struct dtpi_tree *member(const struct dtpi_arguments *a, int i, MPI_Aint n)
{
    static const enum dtpi_ctor ctors[] = {DTPI_CONTIGUOUS, DTPI_VECTOR, DTPI_DUP, DTPI_HINDEXED, DTPI_STRUCT};

    return dtpi_copies(ctors[i % 5], n, dtpi_tree_ref(a->type));
}

/* Members of 1, 2, 3, 1, 2, ... elements, the last of what is left; in memory upwards, downwards, or odd ones first. */
static void make_members(const struct dtpi_arguments *a, int row, struct dtpi_object *object)
{
    const int m = member_counts[row];
    struct dtpi_run runs[MOST_MEMBERS];
    MPI_Aint left = a->n, at = 0;

    for (int i = 0; i < m; i++) {
        const MPI_Aint n = i == m - 1 ? left : dtpi_min(1 + i % 3, left - (m - 1 - i));
        runs[i] = (struct dtpi_run) {.count = 1, .blklen = 1, .child = member(a, i, n)};
        left -= n;
    }
    for (int k = 0; k < m; k++) {
        const int mixed = k < m / 2 ? 2 * k + 1 : 2 * (k - m / 2);
        const int i = row % 3 == 0 ? k : row % 3 == 1 ? m - 1 - k : mixed;
        if (!runs[i].child)
            continue;
        runs[i].disp = at - runs[i].child->true_lb;
        at += dtpi_tree_true_extent(runs[i].child) + (1 + k % 2) * a->type->alignment;
        at += (a->type->alignment - at % a->type->alignment) % a->type->alignment;
    }
    object->tree = dtpi_tree_blocks(DTPI_STRUCT, m, runs);
}

const struct dtpi_family dtpi_family_members = {"MEMBERS", NUM_MEMBER_COUNTS, name_members, least_members,
                                                make_members};
