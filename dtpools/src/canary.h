/* The pattern of all bytes that carry no value: it depends on the position and on a seed, so that a byte copied from
 * anywhere else shows, and not only one overwritten with a constant. */
#ifndef DTPI_CANARY_H
#define DTPI_CANARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Filling and comparing are fastest where a position and the address of its byte leave the same remainder by this. */
enum { DTPI_CANARY_LINE = 64 };

/* Whether n bytes are the same.  A memcmp by vectors takes a few of them with masks, which is slow right before an
 * inaccessible page: that is where objects end. */
static inline bool dtpi_same_bytes(const unsigned char *a, const unsigned char *b, size_t n)
{
    enum { FEW = 32 };
    uint64_t differs = 0, x, y;

    if (n >= FEW)
        return memcmp(a, b, n) == 0;
    for (; n >= sizeof x; n -= sizeof x, a += sizeof x, b += sizeof x) {
        memcpy(&x, a, sizeof x);
        memcpy(&y, b, sizeof y);
        differs |= x ^ y;
    }
    while (n-- > 0)
        differs |= (uint64_t) (*a++ ^ *b++);
    return differs == 0;
}

/* Writes the pattern that a seed has at the n positions from `position` on. */
void dtpi_canary_fill(unsigned char *at, size_t n, uint64_t seed, uint64_t position);

/* Whether the n bytes are those that fill writes. */
bool dtpi_canary_same(const unsigned char *at, size_t n, uint64_t seed, uint64_t position);

#endif
