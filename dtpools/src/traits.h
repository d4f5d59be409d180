/* Traits: what makes an object hard for an MPI.  They are worked out from its tree and type map. */
#ifndef DTPI_TRAITS_H
#define DTPI_TRAITS_H

#include "tree.h"
#include "typemap.h"

#include <stdint.h>

/* One row a trait: its name, and when an object has it. */
#define DTPI_TRAITS(ROW)                                                                                               \
    ROW(GAPS, "gaps", "bytes between its first and its last that carry no data")                                       \
    ROW(END_GAP, "end-gap", "a type whose upper bound lies past its data")                                            \
    ROW(OFFSET, "offset", "its first byte of data is not at displacement 0")                                           \
    ROW(NESTED, "nested", "derived types of derived types")                                                            \
    ROW(DEEP, "deep", "three levels of derived types or more")                                                         \
    ROW(RESIZED, "resized", "a type made by MPI_Type_create_resized")                                                  \
    ROW(DUP, "dup", "a type made by MPI_Type_dup")                                                                     \
    ROW(STRUCT, "struct", "a type made by MPI_Type_create_struct")                                                     \
    ROW(STRUCTS, "structs", "a struct of several elements, repeated")                                                  \
    ROW(INNER_STRUCT, "inner-struct", "a member of a struct, with elements and others behind it, is of structs")       \
    ROW(SUBARRAY, "subarray", "a type made by MPI_Type_create_subarray")                                               \
    ROW(DARRAY, "darray", "a type made by MPI_Type_create_darray")                                                     \
    ROW(SHORT_DARRAY, "short-darray", "a darray with a cyclic dimension of which some process has no whole block")    \
    ROW(SIZED_DARRAY, "sized-darray", "a darray with other than default distribution arguments")                       \
    ROW(UNEVEN_DARRAY, "uneven-darray", "a darray of which the processes have parts of several sizes")                 \
    ROW(MANY_DIMS, "many-dims", "an array of three dimensions or more")                                                \
    ROW(FORTRAN_ORDER, "fortran-order", "an array of several dimensions in Fortran order")                             \
    ROW(NEGATIVE_LB, "negative-lb", "a lower bound below 0")                                                           \
    ROW(POSITIVE_LB, "positive-lb", "a lower bound above 0")                                                           \
    ROW(HIDDEN_BOUNDS, "hidden-bounds", "explicit bounds of members hide other bounds, or the padding of a struct")    \
    ROW(ZERO_EXTENT, "zero-extent", "a type with data and extent 0")                                                   \
    ROW(NEGATIVE_EXTENT, "negative-extent", "a negative extent")                                                       \
    ROW(NEGATIVE_STRIDE, "negative-stride", "a vector with a negative stride")                                         \
    ROW(NESTED_NEGATIVE, "nested-negative", "a vector with a negative stride over another one")                        \
    ROW(ODD_STRIDE, "odd-stride", "blocks at bytes from each other that are no multiple of their type's extent")       \
    ROW(ZERO_SIZE, "zero-size", "a type without elements that is repeated, or a member of its own")                    \
    ROW(MANY_MEMBERS, "many-members", "a struct of more than eight members")                                           \
    ROW(VERY_DEEP, "very-deep", "five levels of derived types or more")                                                \
    ROW(INSTANCES, "instances", "more than one of a derived type")                                                     \
    ROW(OVERHANG, "overhang", "its data reach over more bytes than its extent")                                       \
    ROW(PERMUTED, "permuted", "its data fill its extent from displacement 0 on, but not in their order")               \
    ROW(INTERLEAVED, "interleaved", "repeated types that reach into each other")                                       \
    ROW(OVERLAPPING, "overlapping", "elements that share bytes: to be read only")                                      \
    ROW(ZERO_BLOCKS, "zero-blocks", "a list with an empty block")                                                      \
    ROW(UNEQUAL_BLOCKS, "unequal-blocks", "a list with blocks of several lengths")                                     \
    ROW(TOUCHING, "touching", "a list with a block that begins where the one before it ends")                          \
    ROW(DECREASING, "decreasing", "a list with a block that lies before the one before it")                            \
    ROW(MIXED, "mixed", "several basic types")                                                                         \
    ROW(ONE_SIZE, "one-size", "a struct of elements of several basic types that are all of one size")                  \
    ROW(PADDED, "padded", "a pair type that has padding")                                                              \
    ROW(UNALIGNED, "unaligned", "an element at a displacement that is no multiple of its alignment")

enum {
#define DTPI_TRAIT_NUMBER(NAME, TEXT, WHAT) DTPI_TRAIT_NUMBER_##NAME,
    DTPI_TRAITS(DTPI_TRAIT_NUMBER)
    DTPI_NUM_TRAITS
};

/* A set of traits is a sum of these. */
#define DTPI_TRAIT(NAME) ((uint64_t) 1 << DTPI_TRAIT_NUMBER_##NAME)

/* The traits of count instances of tree, map being their type map; overlapping: whether elements share bytes. */
uint64_t dtpi_traits(const struct dtpi_tree *tree, MPI_Aint count, const struct dtpi_typemap *map, bool overlapping);

/* "gaps"; number below DTPI_NUM_TRAITS. */
const char *dtpi_trait_name(int number);

/* Whether any of the alternatives of a selection, such as "negative-lb resized+gaps", are all there: alternatives are
 * separated by blanks, and a + joins the traits of one.  *unknown: NULL, or the first word that is no trait. */
bool dtpi_traits_selected(const char *selection, uint64_t traits, const char **unknown);

#endif
