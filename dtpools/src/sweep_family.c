#include "sweep_family.h"

#include "arith.h"

struct dtpi_tree *dtpi_elements(const struct dtpi_arguments *a, MPI_Aint n)
{
    return n == 1 ? dtpi_tree_ref(a->type) : dtpi_tree_contiguous(n, dtpi_tree_ref(a->type));
}

struct dtpi_tree *dtpi_with_rest(const struct dtpi_arguments *a, struct dtpi_tree *tree)
{
    const MPI_Aint rest = tree ? a->n - tree->elements / a->type->elements : 0, alignment = a->type->alignment;
    struct dtpi_run runs[2];

    if (rest == 0)
        return tree;
    runs[0] = (struct dtpi_run) {.count = 1, .blklen = 1, .child = tree};
    runs[1] = (struct dtpi_run) {.count = 1, .blklen = 1, .child = dtpi_elements(a, rest)};
    runs[1].disp = (dtpi_max(tree->true_ub, 0) + alignment - 1) / alignment * alignment;
    if (tree->marked) /* bounds that are given hide others, which MPIs see in several ways */
        runs[1].child = dtpi_tree_resized(0, rest * dtpi_tree_extent(a->type), runs[1].child);
    tree = dtpi_tree_blocks(DTPI_STRUCT, 2, runs);
    return tree && tree->hidden_bounds ? dtpi_tree_resized(tree->lb, dtpi_tree_extent(tree), tree) : tree;
}

MPI_Aint dtpi_small_part(MPI_Aint left, int which)
{
    const MPI_Aint parts[] = {3 + which % 2, 4 - which % 2, 2, 5};

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (left % parts[i] == 0)
            return parts[i];
    return dtpi_max(dtpi_min(left / 4, 3), 1);
}
