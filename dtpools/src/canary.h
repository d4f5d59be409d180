/* The pattern of all bytes that carry no value: it depends on the position and on a seed, so that a byte copied from
 * anywhere else shows, and not only one overwritten with a constant. */
#ifndef DTPI_CANARY_H
#define DTPI_CANARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes the pattern of the n positions from `position` on. */
void dtpi_canary_fill(unsigned char *at, size_t n, uint64_t position);

/* Whether the n bytes are those that fill writes. */
bool dtpi_canary_same(const unsigned char *at, size_t n, uint64_t position);

#endif
