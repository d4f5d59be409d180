/* Lists in texts, and the runs that several of them make together. */
#ifndef DTPI_TEXT_LIST_H
#define DTPI_TEXT_LIST_H

#include "text_in.h"
#include "tree_syntax.h"

/* Items as read: progressions of numbers, or repeated trees. */
struct dtpi_item {
    MPI_Aint count, value, step;
    struct dtpi_tree *tree;
};

struct dtpi_list {
    int n, room;
    struct dtpi_item *items;
};

/* Reads what trees are in a list; NULL: numbers are. */
typedef struct dtpi_tree *dtpi_read_tree_fn(struct dtpi_in *in);

/* Reads a list.  False after an error; it is to be freed in any case. */
bool dtpi_list_read(struct dtpi_in *in, dtpi_read_tree_fn *read_tree, struct dtpi_list *list);
void dtpi_list_free(struct dtpi_list *list);

/* The runs that block lengths, displacements and, for a struct, trees make; the trees of the runs are references.
 * Where there is no list of block lengths or trees, blklen and child hold for all. */
bool dtpi_list_runs(struct dtpi_in *in, const struct dtpi_syntax *s, const struct dtpi_list lists[3], MPI_Aint blklen,
                    struct dtpi_tree *child, struct dtpi_run **runs, int *num_runs);

#endif
