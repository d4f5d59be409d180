/* Families of layouts, each a sweep over the arguments of constructors: too many to be rows of a table by hand. */
#ifndef DTPI_SWEEP_H
#define DTPI_SWEEP_H

#include "layout.h"

/* How many rows all families have together, for a basic pool or for one of structs. */
int dtpi_sweep_rows(bool is_struct);

/* "OVER__VECTOR_STRUCT", at most 47 characters; whether so many elements are enough for the row. */
void dtpi_sweep_name(bool is_struct, int row, char name[48]);
bool dtpi_sweep_applies(bool is_struct, int row, MPI_Aint elements);

/* The first row of pair k of types that differ in little, whose second one is the next row; pools of structs have none.
 * k counts from 0, and begins again after the last pair. */
int dtpi_sweep_like_row(int k);

/* The object of a row: of n elements of T, or, for a pool of structs, of the one element T, the struct as C lays it
 * out. T stays the caller's, the tree is too.  Returns a DTP code. */
int dtpi_sweep_object(bool is_struct, int row, MPI_Aint n, struct dtpi_tree *type, struct dtpi_object *object);

#endif
