/* Tables: how many rows they have, and rows that are there only where this MPI has what they are about. */
#ifndef HARNESS_TABLES_H
#define HARNESS_TABLES_H

#include "mpi_has.h"

#define H_NUM(array) ((int) (sizeof(array) / sizeof(array)[0]))

/* Expands to its second argument where the first, HAVE_MPI_..., is defined as 1, and to nothing elsewhere. */
#define H_WHERE(have, ...) H_WHERE_(have, __VA_ARGS__)
#define H_WHERE_(have, ...) H_WHERE__(H_COMMA_##have, __VA_ARGS__)
#define H_WHERE__(comma, ...) H_WHERE___(comma H_KEEP, H_DROP, )(__VA_ARGS__)
#define H_WHERE___(ignored, pick, ...) pick
#define H_COMMA_1 ,
#define H_KEEP(...) __VA_ARGS__
#define H_DROP(...)

#endif
