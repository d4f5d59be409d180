/* Where the objects of a pool come from: tables of layouts that give a type tree its parameters. */
#ifndef DTPI_LAYOUT_H
#define DTPI_LAYOUT_H

#include "signature.h"
#include "tree.h"

/* What an object is before it is built. */
struct dtpi_object {
    MPI_Aint count;              /* instances */
    struct dtpi_tree *tree;
    MPI_Aint stride, cut_from;   /* elements; cut_from 0: the stride was not cut */
};

/* How many layouts the signature has: a basic pool those of layouts.def (a count of 1 only the family SIMPLE), a struct
 * pool those of the struct table. */
int dtpi_layout_count(const struct dtpi_signature *signature, bool is_struct);

/* "DTPI_OBJ_LAYOUT_SIMPLE__BASIC" */
const char *dtpi_layout_name(bool is_struct, int index);

/* The object of layout `index`, of at most max_bytes from its first to its last byte; the tree is the caller's.
 * DTP_ERR_TOO_LARGE if it would need more. */
int dtpi_layout_object(const struct dtpi_signature *signature, bool is_struct, int index, MPI_Aint max_bytes,
                       struct dtpi_object *object);

#endif
