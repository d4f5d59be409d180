#include "element.h"

#include <stddef.h>
#include <string.h>

/* ---- scattering ---- */

#define SCATTER(SIZE)                                                                                                  \
    static void scatter_##SIZE(unsigned char *to, MPI_Aint stride, const unsigned char *packed, MPI_Aint n)            \
    {                                                                                                                  \
        for (MPI_Aint i = 0; i < n; i++)                                                                               \
            memcpy(to + i * stride, packed + i * SIZE, SIZE);                                                          \
    }

SCATTER(1)
SCATTER(2)
SCATTER(4)
SCATTER(8)
SCATTER(16)
SCATTER(32)
SCATTER(64)

/* Elements of type U with gaps as large between them, as common layouts have them: numbers of type W, of which the
 * second half stays.  Past the last element there need not be anything. */
#define SCATTER_HALVES(U, W)                                                                                           \
    static void scatter_halves_##U(unsigned char *restrict to, const unsigned char *restrict packed, MPI_Aint n)       \
    {                                                                                                                  \
        const U one = 1;                                                                                               \
        const int shift = *(const unsigned char *) &one == 1 ? 0 : 8 * (int) sizeof(U);                                \
        const W second = (W) ((W) (U) -1 << (8 * (int) sizeof(U) - shift));                                            \
                                                                                                                       \
        for (MPI_Aint i = 0; i < n - 1; i++) {                                                                         \
            U value;                                                                                                   \
            W both;                                                                                                    \
            memcpy(&value, packed + i * (MPI_Aint) sizeof value, sizeof value);                                        \
            memcpy(&both, to + i * (MPI_Aint) sizeof both, sizeof both);                                               \
            both = (W) ((both & second) | (W) ((W) value << shift));                                                   \
            memcpy(to + i * (MPI_Aint) sizeof both, &both, sizeof both);                                               \
        }                                                                                                              \
        memcpy(to + (n - 1) * (MPI_Aint) sizeof(W), packed + (n - 1) * (MPI_Aint) sizeof(U), sizeof(U));               \
    }

SCATTER_HALVES(uint8_t, uint16_t)
SCATTER_HALVES(uint16_t, uint32_t)
SCATTER_HALVES(uint32_t, uint64_t)

/* Whether that was done. */
static bool scatter_halves(unsigned char *to, MPI_Aint stride, const unsigned char *packed, MPI_Aint n, size_t size)
{
    if (size > sizeof(uint32_t) || stride != 2 * (MPI_Aint) size)
        return false;
    switch (size) {
        case 1: scatter_halves_uint8_t(to, packed, n); return true;
        case 2: scatter_halves_uint16_t(to, packed, n); return true;
        case 4: scatter_halves_uint32_t(to, packed, n); return true;
        default: return false;
    }
}

static void scatter_any(unsigned char *to, MPI_Aint stride, const unsigned char *packed, MPI_Aint n, size_t size)
{
    for (MPI_Aint i = 0; i < n; i++)
        memcpy(to + i * stride, packed + (size_t) i * size, size);
}

/* n blocks of size bytes each, stride bytes apart. */
static void scatter_blocks(unsigned char *to, MPI_Aint stride, const unsigned char *packed, MPI_Aint n, size_t size)
{
    if (scatter_halves(to, stride, packed, n, size))
        return;
    switch (size) {
        case 1: scatter_1(to, stride, packed, n); break;
        case 2: scatter_2(to, stride, packed, n); break;
        case 4: scatter_4(to, stride, packed, n); break;
        case 8: scatter_8(to, stride, packed, n); break;
        case 16: scatter_16(to, stride, packed, n); break;
        case 32: scatter_32(to, stride, packed, n); break;
        case 64: scatter_64(to, stride, packed, n); break;
        default: scatter_any(to, stride, packed, n, size);
    }
}

/* n padded elements in a row: each field goes where it belongs. */
#define SCATTER_FIELDS(A)                                                                                              \
    static void scatter_fields_##A(unsigned char *to, const struct dtpi_kind *kind, const unsigned char *packed,       \
                                   MPI_Aint stride, MPI_Aint n)                                                        \
    {                                                                                                                  \
        const MPI_Aint second = kind->field[1].offset;                                                                 \
                                                                                                                       \
        for (MPI_Aint i = 0; i < n; i++, packed += (A) + sizeof(int), to += stride) {                                  \
            memcpy(to, packed, A);                                                                                     \
            memcpy(to + second, packed + (A), sizeof(int));                                                            \
        }                                                                                                              \
    }

SCATTER_FIELDS(2)
SCATTER_FIELDS(8)
SCATTER_FIELDS(16)

static void scatter_padded(unsigned char *to, const struct dtpi_kind *kind, const unsigned char *packed,
                           MPI_Aint stride, MPI_Aint n)
{
    switch (kind->field[0].size) {
        case 2: scatter_fields_2(to, kind, packed, stride, n); break;
        case 8: scatter_fields_8(to, kind, packed, stride, n); break;
        case 16: scatter_fields_16(to, kind, packed, stride, n); break;
        default:
            for (MPI_Aint i = 0; i < n; i++, packed += kind->size, to += stride)
                for (int f = 0, at = 0; f < kind->num_fields; at += kind->field[f++].size)
                    memcpy(to + kind->field[f].offset, packed + at, kind->field[f].size);
    }
}

void dtpi_scatter(unsigned char *zero, const struct dtpi_strip *s, const unsigned char *packed)
{
    const struct dtpi_kind *kind = s->basic->kind;
    unsigned char *to = zero + s->disp;

    if (!kind->padded)
        scatter_blocks(to, s->stride, packed, s->count, (size_t) s->blklen * kind->size);
    else if (s->blklen == 1)
        scatter_padded(to, kind, packed, s->stride, s->count);
    else
        for (MPI_Aint b = 0; b < s->count; b++)
            scatter_padded(to + b * s->stride, kind, packed + b * s->blklen * kind->size, kind->extent, s->blklen);
}

/* ---- gathering ---- */

void dtpi_pack_element(const struct dtpi_kind *kind, const unsigned char *element, unsigned char *packed)
{
    for (int f = 0; f < kind->num_fields; packed += kind->field[f++].size)
        memcpy(packed, element + kind->field[f].offset, kind->field[f].size);
}

void dtpi_gather(const unsigned char *zero, const struct dtpi_strip *s, unsigned char *packed)
{
    const struct dtpi_kind *kind = s->basic->kind;
    const MPI_Aint block = s->blklen * kind->size;

    for (MPI_Aint b = 0; b < s->count; b++, packed += block) {
        const unsigned char *from = zero + s->disp + b * s->stride;
        if (!kind->padded)
            memcpy(packed, from, (size_t) block);
        for (MPI_Aint i = 0; kind->padded && i < s->blklen; i++)
            dtpi_pack_element(kind, from + i * kind->extent, packed + i * kind->size);
    }
}

/* ---- one packed element ---- */

bool dtpi_same_value(const struct dtpi_kind *kind, const unsigned char *a, const unsigned char *b)
{
    for (int f = 0; f < kind->num_fields; a += kind->field[f].size, b += kind->field[f].size, f++)
        if (memcmp(a, b, kind->field[f].significant) != 0)
            return false;
    return true;
}

int dtpi_print_packed(const struct dtpi_kind *kind, const unsigned char *packed, char *buf, size_t size)
{
    _Alignas(max_align_t) unsigned char aligned[DTPI_MAX_ELEMENT];

    memcpy(aligned, packed, kind->size);
    return dtpi_kind_print(kind, buf, size, aligned);
}
