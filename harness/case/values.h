/* Values of operands, of messages, of parts of an object. */
#ifndef HARNESS_VALUES_H
#define HARNESS_VALUES_H

#include "harness.h"

#include <stdbool.h>
#include <stdint.h>

/* Operands of any size and sign; of MPI_MINLOC and MPI_MAXLOC. */
struct h_values h_any_numbers(const struct h_case *c, MPI_Op op, uint32_t hash);
struct h_values h_loc_operand(const struct h_case *c, MPI_Op op, uint32_t hash);

/* The largest operand of which sums of all operands are exact; 0 if there is none. */
int64_t h_largest_operand(const struct h_case *c);

/* An operand of a product of complex numbers: 1-2i or -1, whose second parts come of the first ones.  No part of their
 * products becomes 0, whose sign would depend on the order of the operands, but for powers of -1, where it does not. */
struct h_values h_complex_factor(uint32_t hash);

/* Whether sums, or products, of so many operands are known whose elements have eight bytes; then in *v an operand of
 * which 32 bits are not enough. */
bool h_wide_summand(DTP_t pool, int operands, uint32_t hash, struct h_values *v);
bool h_wide_factor(DTP_t pool, int operands, struct h_values *v);

/* Whether the elements have eight bytes; then in *v truth values, every fourth of them true by its upper half alone. */
bool h_wide_truth(DTP_t pool, struct h_values *v);

/* The values of a message of the case and its round: from a rank of a group to a rank, or to all. */
struct h_values h_message_values(const struct h_case *c, int group, int from, int to);

/* How no elements are described: by counts of 0, or by some ranks as any number of a type of size zero. */
enum { H_EMPTY_ALIKE = 1, H_EMPTY_UNLIKE };

/* Fills an object whose parts have values of their own. */
void h_fill_parts(DTP_t pool, int index, int n, const DTP_part_s *parts);

/* Verifies an object whose parts have values of their own: what was received, or what must be unchanged. */
void h_check_parts(struct h_case *c, DTP_t pool, int n, const DTP_part_s *parts, bool is_sent);

#endif
