/* Runs of integers, of which each is some steps after the one before: what writers of elements are made of. */
#ifndef DTPI_KIND_STEPS_H
#define DTPI_KIND_STEPS_H

#include "kind.h"

/* What number u becomes where all bits are to vary is made of (u + DTPI_OFFSET) * DTPI_MULTIPLIER.  The product of the
 * multiplier and 1073741639 is 1: so what becomes of u and of u + 1073741639 nearly agrees. */
#define DTPI_OFFSET 0x632be59bd9b4e019u
#define DTPI_MULTIPLIER 0x18d9fe9bd623fa77u

/* Writers of values of which all bits vary; NULL: numbers are such. */
extern dtpi_writer *const dtpi_kind_bits[DTPI_NUM_KINDS];

/* v / 2^bits, rounded down, for |v| up to 2^62. */
static inline int64_t dtpi_floor_shift(int64_t v, int bits)
{
    const uint64_t bias = (uint64_t) 1 << 62;

    return (int64_t) (((uint64_t) v + bias) >> bits) - (int64_t) (bias >> bits);
}

/* What to add to v in a narrow type, and for how many steps of stride from v on, at most n, that stays the same. */
static inline uint64_t dtpi_narrow_shift(int64_t v, int64_t stride, int bits, bool is_signed, size_t n, size_t *steps)
{
    const int64_t range = (int64_t) 1 << bits;
    int64_t u = v + (is_signed ? range / 2 : 0), q = dtpi_floor_shift(u, bits);
    uint32_t r = (uint32_t) (u - q * range), room = stride > 0 ? (uint32_t) range - 1 - r : r;
    uint64_t reach = (uint64_t) (stride < 0 ? -stride : stride);

    *steps = n;
    if (reach >= (uint64_t) range)
        *steps = 1;
    else if (reach > 0 && room / (uint32_t) reach + 1 < n)
        *steps = room / (uint32_t) reach + 1;
    return (uint64_t) (37 * q) + (uint64_t) (101 * dtpi_floor_shift(q, 8));
}

/* DTPI_STEPS: n numbers, step by step, of which x becomes VALUE: some at a time, by adding a ramp, so that compilers
 * use vectors.  FIRST: what is made of number `first`, in narrow types of `number`; STEP: from one to the next. */
enum { DTPI_LANES = 32 };

#ifdef HAVE_VECTOR_CLONES
#define DTPI_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define DTPI_VECTORS
#endif

#define DTPI_STEPS(NAME, U, VALUE)                                                                                     \
    DTPI_VECTORS static void NAME(U *restrict out, U v, U step, size_t n)                                              \
    {                                                                                                                  \
        U ramp[DTPI_LANES];                                                                                            \
        size_t i = 0;                                                                                                  \
                                                                                                                       \
        if (n >= DTPI_LANES) {                                                                                         \
            for (int j = 0; j < DTPI_LANES; j++)                                                                       \
                ramp[j] = (U) ((U) j * step);                                                                          \
            for (; n - i >= DTPI_LANES; i += DTPI_LANES, v = (U) (v + DTPI_LANES * step))                              \
                for (int j = 0; j < DTPI_LANES; j++) {                                                                 \
                    const U x = (U) (v + ramp[j]);                                                                     \
                    out[i + (size_t) j] = (U) (VALUE);                                                                 \
                }                                                                                                      \
        }                                                                                                              \
        for (; i < n; i++, v = (U) (v + step)) {                                                                       \
            const U x = v;                                                                                             \
            out[i] = (U) (VALUE);                                                                                      \
        }                                                                                                              \
    }

#define DTPI_NARROW_NUMBERS(NAME, U, BITS, SIGNED, FIRST, STEP, VALUE)                                                 \
    DTPI_STEPS(steps_##NAME, U, VALUE)                                                                                 \
                                                                                                                       \
    static void NAME(void *packed, int64_t first, int64_t stride, size_t n)                                            \
    {                                                                                                                  \
        U *out = packed;                                                                                               \
        size_t steps;                                                                                                  \
                                                                                                                       \
        for (; n > 0; out += steps, n -= steps, first += (int64_t) steps * stride) {                                   \
            const uint64_t number = (uint64_t) first + dtpi_narrow_shift(first, stride, BITS, SIGNED, n, &steps);      \
            steps_##NAME(out, (U) (FIRST), (U) (STEP), steps);                                                         \
        }                                                                                                              \
    }

#define DTPI_WIDE_NUMBERS(NAME, U, FIRST, STEP, VALUE)                                                                 \
    DTPI_STEPS(steps_##NAME, U, VALUE)                                                                                 \
                                                                                                                       \
    static void NAME(void *packed, int64_t first, int64_t stride, size_t n)                                            \
    {                                                                                                                  \
        steps_##NAME(packed, (U) (FIRST), (U) (STEP), n);                                                              \
    }

#endif
