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

/* Layouts are rows, numbered from 0: those of the specification, then the extended ones (extended.def), then the
 * sweeps, then those whose elements overlap. */
enum dtpi_layout_class {
    DTPI_SPECIFIED, DTPI_EXTENDED_LAYOUT, DTPI_SWEPT_LAYOUT, DTPI_OVERLAPPING_LAYOUT, DTPI_NO_LAYOUT
};

/* The class of a row, DTPI_NO_LAYOUT past the last one. */
enum dtpi_layout_class dtpi_layout_class(bool is_struct, int row);

/* The first row of a class. */
int dtpi_layout_first(bool is_struct, enum dtpi_layout_class class);

/* Whether the signature has enough elements for a row. */
bool dtpi_layout_applies(const struct dtpi_signature *signature, bool is_struct, int row);

/* "DTPI_OBJ_LAYOUT_SIMPLE__BASIC" */
enum { DTPI_LAYOUT_NAME = 64 };
void dtpi_layout_name(bool is_struct, int row, char name[DTPI_LAYOUT_NAME]);

/* The traits that the table gives a row, those of MPI_INT:512; NULL for those of the specification and of sweeps. */
const char *dtpi_layout_traits(bool is_struct, int row);

/* The object of a row, of at most max_bytes from its first to its last byte; the tree is the caller's.
 * DTP_ERR_TOO_LARGE if it would need more. */
int dtpi_layout_object(const struct dtpi_signature *signature, bool is_struct, int row, MPI_Aint max_bytes,
                       struct dtpi_object *object);

/* The plainest object of the first n >= 1 elements: instances of their basic type, or a struct of members one after the
 * other, aligned as C does; the tree is the caller's. */
int dtpi_layout_plain(const struct dtpi_signature *signature, MPI_Aint n, struct dtpi_object *object);

#endif
