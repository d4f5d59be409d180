/* What the text of a type tree is made of: what the printer and the reader share. */
#ifndef DTPI_TREE_SYNTAX_H
#define DTPI_TREE_SYNTAX_H

#include "tree.h"

/* A constructor in a text. */
struct dtpi_syntax {
    enum dtpi_ctor ctor;
    const char *name;
    const char *arguments;  /* what stands in the parentheses before the child, a letter each: b d t lists of the runs'
                             * block lengths, displacements and trees, c the count, l the block length, s the stride,
                             * a and D the dimensions of a subarray and of a darray, r the new bounds */
};

/* All constructors. */
extern const struct dtpi_syntax dtpi_syntaxes[DTPI_NUM_CTORS];

/* The distributions, in the order of their enumeration. */
extern const char dtpi_distribution_letters[];

#endif
