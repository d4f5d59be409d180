/* The basic types of a pool. */
#ifndef HARNESS_SIGNATURE_H
#define HARNESS_SIGNATURE_H

#include "run/line.h"

#include <stdbool.h>

/* The number of different basic types; whether one has this name; a set of what kinds they are, of the kinds that have
 * one of the names, and whether there are such. */
int h_signature_types(DTP_t pool);
bool h_signature_has_type(DTP_t pool, const char *names);
unsigned h_signature_kinds(DTP_t pool);
unsigned h_kinds_named(const char *names);
bool h_signature_has_kind(DTP_t pool, const char *names);
void h_signature_print_types(DTP_t pool, struct h_line *line);
void h_print_kinds(unsigned set, struct h_line *line);

/* The basic type of each element, DTP_pool_elements of them. */
void h_signature_elements(DTP_t pool, MPI_Datatype *types);

/* How many bytes, and elements of pair types, the first k elements of a pool have. */
void h_signature_measure(DTP_t pool, MPI_Aint k, MPI_Aint *bytes, MPI_Aint *pairs);

/* A power of two, at most 16: where all basic elements may be. */
int h_signature_alignment(DTP_t pool);

#endif
