/* Where in a tree an element comes from. */
#ifndef DTPI_PATH_H
#define DTPI_PATH_H

#include "tree.h"

#include <stddef.h>

/* Writes the way from the object to its element k, such as "instance 1: vector[3].resized.struct[1]": at each level
 * the block of the constructor that the element is in, and, after a comma, the child in that block where it has
 * several.  Like snprintf: at most size bytes; returns the length of all. */
int dtpi_path_print(const struct dtpi_tree *tree, MPI_Aint count, MPI_Aint k, char *buf, size_t size);

#endif
