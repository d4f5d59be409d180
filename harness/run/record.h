/* What the recorder of MPI calls is given, if there is one. */
#ifndef HARNESS_RECORD_H
#define HARNESS_RECORD_H

#include "harness.h"

#include <stdbool.h>

enum h_record { H_RECORD_FILL, H_RECORD_EXPECT };

/* The case that begins; that it has failed; a number that an MPI procedure returned, and the one or two that are
 * right. */
void h_record_case(const struct h_case *c);
void h_record_opening(const struct h_case *c);
void h_record_round(int round);
void h_record_beside(int beside);
void h_record_failed(const char *kind, const char *what);
void h_record_number(const char *what, long long expected, long long other, long long found);

/* The status that the numbers which follow are fields of. */
void h_record_status(const MPI_Status *status);

/* How often callbacks of a key were called within the case, as for h_check_called(). */
void h_record_called(struct h_called called, int expected, int other);

/* A file was written from memory without MPI, or read; and bytes of an object in another representation than that of
 * memory: as they are, or as those of the next object must be. */
void h_record_file(bool written, const char *name, const void *memory, MPI_Aint n);
void h_record_bytes(enum h_record when, const void *memory, const void *bytes, MPI_Aint n);
bool h_record_is_on(void);

/* The elements that a created object is given, or must have: by parts; k of them, of n operands. */
void h_record_parts(enum h_record when, DTP_t pool, int index, int n, const DTP_part_s *parts);
void h_record_values(enum h_record when, struct h_obj o, MPI_Op op, int n, const int *starts, const int *strides,
                     MPI_Aint k);

#endif
