/* Sums and products of counts and displacements that notice overflow. */
#ifndef DTPI_ARITH_H
#define DTPI_ARITH_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

/* MPI_Aint is a signed integer as wide as an address (MPI-3.1, 2.5.6). */
#define DTPI_AINT_MAX ((MPI_Aint) (((uintmax_t) 1 << (8 * sizeof(MPI_Aint) - 1)) - 1))
#define DTPI_AINT_MIN (-DTPI_AINT_MAX - 1)

/* *r = a + b; false, and *r untouched, if that is no MPI_Aint. */
static inline bool dtpi_add(MPI_Aint a, MPI_Aint b, MPI_Aint *r)
{
    if (b > 0 ? a > DTPI_AINT_MAX - b : a < DTPI_AINT_MIN - b)
        return false;
    *r = a + b;
    return true;
}

/* *r = a - b; false, and *r untouched, if that is no MPI_Aint. */
static inline bool dtpi_sub(MPI_Aint a, MPI_Aint b, MPI_Aint *r)
{
    if (b < 0 ? a > DTPI_AINT_MAX + b : a < DTPI_AINT_MIN + b)
        return false;
    *r = a - b;
    return true;
}

/* *r = a * b; false, and *r untouched, if that is no MPI_Aint. */
static inline bool dtpi_mul(MPI_Aint a, MPI_Aint b, MPI_Aint *r)
{
    const MPI_Aint small = (MPI_Aint) 1 << (4 * sizeof(MPI_Aint) - 1);

    if (a >= small || a <= -small || b >= small || b <= -small) {
        if (a > 0 && (b > 0 ? a > DTPI_AINT_MAX / b : b < DTPI_AINT_MIN / a))
            return false;
        if (a < 0 && (b > 0 ? a < DTPI_AINT_MIN / b : b != 0 && a < DTPI_AINT_MAX / b))
            return false;
    }
    *r = a * b;
    return true;
}

/* *r = a + b * c, or false. */
static inline bool dtpi_add_mul(MPI_Aint a, MPI_Aint b, MPI_Aint c, MPI_Aint *r)
{
    MPI_Aint product;

    return dtpi_mul(b, c, &product) && dtpi_add(a, product, r);
}

/* a + b and a * b of numbers that are not negative, or the largest MPI_Aint where that is none. */
static inline MPI_Aint dtpi_add_capped(MPI_Aint a, MPI_Aint b)
{
    return dtpi_add(a, b, &a) ? a : DTPI_AINT_MAX;
}

static inline MPI_Aint dtpi_mul_capped(MPI_Aint a, MPI_Aint b)
{
    return dtpi_mul(a, b, &a) ? a : DTPI_AINT_MAX;
}

static inline MPI_Aint dtpi_min(MPI_Aint a, MPI_Aint b)
{
    return a < b ? a : b;
}

static inline MPI_Aint dtpi_max(MPI_Aint a, MPI_Aint b)
{
    return a > b ? a : b;
}

#endif
