/* The text of a type tree, which reads back to an equal one.
 *
 *   object    count '*' tree                     then blanks and a '#' comment may follow
 *   tree      MPI_INT, or any other basic type
 *             contiguous(n, tree)
 *             vector(count, blklen, stride, tree)            hvector(... stride in bytes ...)
 *             indexed({blklens}, {displs}, tree)             hindexed(... displacements in bytes ...)
 *             indexed_block(blklen, {displs}, tree)          hindexed_block(... bytes ...)
 *             struct({blklens}, {bytes}, {trees})
 *             subarray({sizes}, {subsizes}, {starts}, C or F, tree)
 *             darray(processes, rank, {sizes}, {distributions}, {dargs}, {processes}, C or F, tree)
 *                 distributions: b block, c cyclic, n none; darg 0: MPI_DISTRIBUTE_DFLT_DARG
 *             resized(lb, extent, tree)                      dup(tree)
 *   list      items separated by commas: number; first..last/step; n x item, that item n times: 8x64
 *   number    digits, or sums, differences and products of numbers, with parentheses
 * Blanks may stand between any two words. */
#ifndef DTPI_TREE_TEXT_H
#define DTPI_TREE_TEXT_H

#include "tree.h"

#include <stddef.h>

/* Both like snprintf: write at most size bytes, return the length of the whole text. */
int dtpi_tree_print(const struct dtpi_tree *tree, char *buf, size_t size);
int dtpi_object_print(MPI_Aint count, const struct dtpi_tree *tree, char *buf, size_t size);

/* The whole texts, to be freed with dtpi_free; NULL with a message kept. */
char *dtpi_tree_text(const struct dtpi_tree *tree);
char *dtpi_object_text(MPI_Aint count, const struct dtpi_tree *tree);

/* What a constructor, not DTPI_BASIC_TYPE, is called in texts. */
const char *dtpi_ctor_name(enum dtpi_ctor ctor);

/* Reads the text of an object.  *tree is the caller's.  DTP_ERR_TEXT with a message that shows the column. */
int dtpi_object_parse(const char *text, MPI_Aint *count, struct dtpi_tree **tree);

/* Names of one letter that a text may have in place of numbers, and the tree that T stands for. */
struct dtpi_variables {
    const char *names;
    const MPI_Aint *values; /* one a name */
    struct dtpi_tree *type;
};
int dtpi_object_parse_with(const char *text, const struct dtpi_variables *variables, MPI_Aint *count,
                           struct dtpi_tree **tree);

#endif
