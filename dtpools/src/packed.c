/* The packed forms of a pool's objects: native, and "external32". */
#include "pool.h"

#include "arith.h"
#include "element.h"
#include "error.h"

#include <stddef.h>
#include <string.h>

/* What is done with n packed elements from element k on, and where they are in the packed form; a DTP code. */
typedef int packed_fn(void *context, const struct dtpi_basic *basic, MPI_Aint k, MPI_Aint n, const void *some,
                      size_t at);

/* The packed elements with values, some at a time. */
static int each_packed(const struct dtpi_signature *s, const struct dtpi_stretch *values, packed_fn *visit,
                       void *context)
{
    enum { AT_ONCE = 256 };
    _Alignas(max_align_t) unsigned char some[AT_ONCE * DTPI_MAX_ELEMENT];
    size_t at = 0;
    MPI_Aint k = 0;
    int err = DTP_SUCCESS;

    for (int i = 0; i < s->n && !err; i++) {
        const struct dtpi_part *part = &s->parts[i];
        for (MPI_Aint done = 0, n; done < part->count && k < values->count && !err; done += n, k += n) {
            n = dtpi_min(dtpi_min(part->count - done, values->count - k), AT_ONCE);
            dtpi_values_packed(values, part->basic->kind, k, n, some, NULL);
            err = visit(context, part->basic, k, n, some, at);
            at += (size_t) n * part->basic->kind->size;
        }
    }
    return err;
}

static int copy_packed(void *packed, const struct dtpi_basic *basic, MPI_Aint k, MPI_Aint n, const void *some,
                       size_t at)
{
    (void) k;
    memcpy((unsigned char *) packed + at, some, (size_t) n * basic->kind->size);
    return DTP_SUCCESS;
}

static int compare_packed(void *packed, const struct dtpi_basic *basic, MPI_Aint k, MPI_Aint n, const void *some,
                          size_t at)
{
    const struct dtpi_kind *kind = basic->kind;
    const unsigned char *expected = some, *found = (const unsigned char *) packed + at;
    char what[2][128];

    for (MPI_Aint i = 0; i < n; i++, expected += kind->size, found += kind->size) {
        if (dtpi_same_value(kind, expected, found))
            continue;
        (void) dtpi_print_packed(kind, expected, what[0], sizeof what[0]);
        (void) dtpi_print_packed(kind, found, what[1], sizeof what[1]);
        return dtpi_error(DTP_ERR_CHECK, "packed element %lld, at byte %lld: expected %s, found %s",
                          (long long) (k + i), (long long) (at + (size_t) (i * kind->size)), what[0], what[1]);
    }
    return DTP_SUCCESS;
}

static int check_packed_arguments(const char *call, DTP_t dtp, MPI_Aint val_count, const void *packed)
{
    int err = dtpi_check_pool(call, dtp);

    if (err || (packed && val_count >= 0 && val_count <= dtp->priv->signature.elements))
        return err;
    return dtpi_error(DTP_ERR_ARG,
                      "%s: packed is %p and val_count %lld; expected room for the bytes, and 0 to %lld elements",
                      call, packed, (long long) val_count, (long long) dtp->priv->signature.elements);
}

int DTP_pool_packed(DTP_t dtp, int val_start, int val_stride, MPI_Aint val_count, void *packed)
{
    int err = check_packed_arguments("DTP_pool_packed", dtp, val_count, packed);

    if (err)
        return err;
    const struct dtpi_stretch values = dtpi_stretch_of(dtp->priv->bits, val_count, val_count, &val_start, &val_stride);
    return each_packed(&dtp->priv->signature, &values, copy_packed, packed);
}

/* Sizes in "external32" (MPI-3.1, 13.5.2) of types that may have another one in memory; pairs have none. */
static int external_size(const struct dtpi_basic *basic)
{
    static const struct {
        const char *name;
        int size;
    } rows[] = {
        {"MPI_WCHAR", 2}, {"MPI_INT", 4}, {"MPI_UNSIGNED", 4}, {"MPI_LONG", 4}, {"MPI_UNSIGNED_LONG", 4},
        {"MPI_AINT", 8}, {"MPI_COUNT", 8}, {"MPI_OFFSET", 8}, {"MPI_INTEGER", 4}, {"MPI_REAL", 4},
        {"MPI_DOUBLE_PRECISION", 8}, {"MPI_COMPLEX", 8}, {"MPI_DOUBLE_COMPLEX", 16}, {"MPI_LOGICAL", 4},
        {"MPI_LONG_DOUBLE", 16}, {"MPI_C_LONG_DOUBLE_COMPLEX", 32}, {"MPI_CXX_LONG_DOUBLE_COMPLEX", 32},
        {"MPI_C_BOOL", 1}, {"MPI_CXX_BOOL", 1},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(basic->name, rows[i].name) == 0)
            return rows[i].size;
    return basic->kind->size;
}

int DTP_pool_external_bytes(DTP_t dtp, MPI_Aint *bytes)
{
    static const char call[] = "DTP_pool_external_bytes";
    int err = dtpi_check_pool(call, dtp);

    if (err)
        return err;
    if (!bytes)
        return dtpi_error(DTP_ERR_ARG, "%s: bytes is NULL; expected a place for the number", call);
    *bytes = 0;
    for (int i = 0; i < dtp->priv->signature.n; i++) {
        const struct dtpi_part *part = &dtp->priv->signature.parts[i];
        if (dtpi_kind_is_pair(part->basic->kind))
            return dtpi_error(DTP_ERR_TYPE, "%s: %s has no size in external32", call, part->basic->name);
        *bytes += part->count * external_size(part->basic);
    }
    return DTP_SUCCESS;
}

/* Whether the form in "external32" differs in the order of bytes only.  Pairs, long double and the like have none, or
 * another one; what is true or false has no bytes of its own: anything but zeros is true. */
static bool is_portable(const struct dtpi_basic *basic)
{
    const int id = (int) (basic->kind - dtpi_kinds);

    return (id <= DTPI_DOUBLE || id == DTPI_COMPLEX_FLOAT || id == DTPI_COMPLEX_DOUBLE) &&
           strcmp(basic->name, "MPI_LOGICAL") != 0 && external_size(basic) == basic->kind->size;
}

static int check_portable(const char *call, const struct dtpi_signature *s)
{
    for (int i = 0; i < s->n; i++)
        if (!is_portable(s->parts[i].basic))
            return dtpi_error(DTP_ERR_TYPE, "%s: the external32 form of %s is not worked out", call,
                              s->parts[i].basic->name);
    return DTP_SUCCESS;
}

static int big_endian(void *external, const struct dtpi_basic *basic, MPI_Aint k, MPI_Aint n, const void *some,
                      size_t at)
{
    const unsigned char *from = some;
    unsigned char *to = (unsigned char *) external + at;
    const int one = 1;
    bool little = *(const char *) &one == 1;

    (void) k;
    for (MPI_Aint i = 0; i < n; i++)
        for (int f = 0; f < basic->kind->num_fields; f++) {
            int size = basic->kind->field[f].size;
            for (int b = 0; b < size; b++)
                to[b] = from[little ? size - 1 - b : b];
            from += size;
            to += size;
        }
    return DTP_SUCCESS;
}

int DTP_pool_external(DTP_t dtp, int val_start, int val_stride, MPI_Aint val_count, void *external)
{
    static const char call[] = "DTP_pool_external";
    int err = check_packed_arguments(call, dtp, val_count, external);

    err = err ? err : check_portable(call, &dtp->priv->signature);
    if (err)
        return err;
    const struct dtpi_stretch values = dtpi_stretch_of(dtp->priv->bits, val_count, val_count, &val_start, &val_stride);
    return each_packed(&dtp->priv->signature, &values, big_endian, external);
}

int DTP_pool_packed_check(DTP_t dtp, int val_start, int val_stride, MPI_Aint val_count, const void *packed)
{
    static const char call[] = "DTP_pool_packed_check";
    int err = check_packed_arguments(call, dtp, val_count, packed);

    if (err)
        return err;
    const struct dtpi_stretch values = dtpi_stretch_of(dtp->priv->bits, val_count, val_count, &val_start, &val_stride);
    err = each_packed(&dtp->priv->signature, &values, compare_packed, (void *) (uintptr_t) packed);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}

int DTP_obj_external(DTP_t dtp, int obj_idx)
{
    enum { AT_ONCE = 256, BYTES = 16384 };
    static const char call[] = "DTP_obj_external";
    unsigned char native[AT_ONCE * DTPI_MAX_ELEMENT], external[AT_ONCE * DTPI_MAX_ELEMENT];
    const struct dtpi_place *place;
    struct dtpi_cursor cursor;
    struct dtpi_strip strip;
    int err = dtpi_check_object(call, dtp, obj_idx, true);

    err = err ? err : check_portable(call, &dtp->priv->signature);
    if (err)
        return err;
    place = &dtp->DTP_obj_array[obj_idx].priv->place;
    dtpi_cursor_start(&cursor, place->map);
    while (dtpi_cursor_take(&cursor, BYTES, AT_ONCE, DTPI_AINT_MAX, &strip)) {
        dtpi_gather(place->base, &strip, native);
        (void) big_endian(external, strip.basic, 0, strip.count * strip.blklen, native, 0);
        dtpi_scatter(place->base, &strip, external);
    }
    return DTP_SUCCESS;
}
