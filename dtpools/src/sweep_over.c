/* Each constructor over each, and over types that have room at their ends. */
#include "sweep_family.h"

#include "arith.h"
#include "copies.h"
#include "tree_text.h"

#include <stdio.h>

/* ---- OVER ---- */

enum { PAIRS = DTPI_NUM_CTORS * DTPI_NUM_CTORS };

static enum dtpi_ctor outer_of(int row)
{
    return (enum dtpi_ctor) (1 + row / DTPI_NUM_CTORS);
}

static enum dtpi_ctor inner_of(int row)
{
    return (enum dtpi_ctor) (1 + row % DTPI_NUM_CTORS);
}

static void name_over(int row, char *name, size_t size)
{
    (void) snprintf(name, size, "%s_%s", dtpi_ctor_name(outer_of(row)), dtpi_ctor_name(inner_of(row)));
}

/* How many elements are of the inner type: few, and such that they divide n if possible. */
static MPI_Aint inner_elements(MPI_Aint n)
{
    static const MPI_Aint few[] = {6, 5, 8, 4, 7, 3};

    for (size_t i = 0; i < sizeof few / sizeof few[0]; i++)
        if (n % few[i] == 0 && n > few[i])
            return few[i];
    return dtpi_min(5, dtpi_max(n / 2, 1));
}

/* Copies of the outer type too are as many as there can be, where it has one child only. */
static void make_over(const struct dtpi_arguments *a, int row, struct dtpi_object *object)
{
    const MPI_Aint p = inner_elements(a->n), q = a->n / p;
    const bool single = outer_of(row) == DTPI_RESIZED || outer_of(row) == DTPI_DUP;
    struct dtpi_tree *tree = dtpi_copies(inner_of(row), p, dtpi_tree_ref(a->type));

    tree = dtpi_copies(outer_of(row), single ? 1 : q, tree);
    if (single && q * p == a->n)
        object->count = q;
    else if (single && q > 1)
        tree = dtpi_tree_contiguous(q, tree);
    object->tree = object->count > 1 ? tree : dtpi_with_rest(a, tree);
}

const struct dtpi_family dtpi_family_over = {"OVER", PAIRS, name_over, NULL, make_over};

/* ---- SPACED: the inner type has room at its end ---- */

static const enum dtpi_ctor spaced[] = {DTPI_VECTOR, DTPI_INDEXED, DTPI_HINDEXED_BLOCK, DTPI_STRUCT, DTPI_SUBARRAY};
enum { SPACED = sizeof spaced / sizeof spaced[0], SPACED_OUTER = DTPI_DARRAY };

static void name_spaced(int row, char *name, size_t size)
{
    (void) snprintf(name, size, "%s_%s", dtpi_ctor_name((enum dtpi_ctor) (1 + row / SPACED)),
                    dtpi_ctor_name(spaced[row % SPACED]));
}

/* More room than lies between the blocks of the inner type: both together are not of one stride. */
static void make_spaced(const struct dtpi_arguments *a, int row, struct dtpi_object *object)
{
    const MPI_Aint p = inner_elements(a->n), room = 3 * dtpi_tree_extent(a->type);
    struct dtpi_tree *tree = dtpi_copies(spaced[row % SPACED], p, dtpi_tree_ref(a->type));

    if (tree)
        tree = dtpi_tree_resized(tree->lb, dtpi_tree_extent(tree) + room, tree);
    object->tree = dtpi_with_rest(a, dtpi_copies((enum dtpi_ctor) (1 + row / SPACED), a->n / p, tree));
}

const struct dtpi_family dtpi_family_spaced = {"SPACED", SPACED_OUTER * SPACED, name_spaced, NULL, make_spaced};
