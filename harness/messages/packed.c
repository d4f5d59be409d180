/* What packed bytes must be, natively and in "external32". */
#include "messages/packing.h"

#include <stdbool.h>
#include <stdlib.h>

/* The case fails with byte `at` of n that were packed. */
static void fail_at(struct h_case *c, const struct h_packing *form, const unsigned char *expected,
                    const unsigned char *found, MPI_Aint at, MPI_Aint n)
{
    h_fail(c, "%s: byte %lld of %lld: expected 0x%02x, found 0x%02x", form->pack_name, (long long) at, (long long) n,
           (unsigned) expected[at], (unsigned) found[at]);
}

/* ---- natively ---- */

static bool is_native(const struct h_case *c, struct h_values v, const unsigned char *packed)
{
    return DTP_pool_packed_check(c->send.pool, v.start, v.stride, DTP_pool_elements(c->send.pool), packed) ==
           DTP_SUCCESS;
}

/* Whether a packed byte is wrong where all others are right: elements may have bytes without a value. */
static bool is_wrong(const struct h_case *c, struct h_values v, unsigned char *expected, MPI_Aint at,
                     unsigned char found)
{
    const unsigned char right = expected[at];
    bool is_right;

    if (found == right)
        return false;
    expected[at] = found;
    is_right = is_native(c, v, expected);
    expected[at] = right;
    return !is_right;
}

/* The packed bytes are wrong: at which one first. */
static void fail_at_first(struct h_case *c, const struct h_packing *form, struct h_values v,
                          const unsigned char *packed, MPI_Aint start)
{
    const MPI_Aint end = start + DTP_pool_bytes(c->send.pool);
    unsigned char *expected = h_alloc(end);
    MPI_Aint at = start;

    H_DTP(DTP_pool_packed(c->send.pool, v.start, v.stride, DTP_pool_elements(c->send.pool), expected + start));
    while (at < end - 1 && !is_wrong(c, v, expected + start, at - start, packed[at]))
        at++;
    fail_at(c, form, expected, packed, at, end);
    free(expected);
}

/* The native representation is the bytes of the elements one after the other, unless the MPI adds something to them:
 * then there is nothing to compare with, and unpacking decides; as where elements share bytes. */
static void check_native(struct h_case *c, const struct h_packing *form, struct h_values v,
                         const unsigned char *packed, MPI_Aint start, MPI_Aint end)
{
    const MPI_Aint bytes = DTP_pool_bytes(c->send.pool);

    if (end - start < bytes)
        h_fail(c, "%s: position: expected at least %lld, found %lld", form->pack_name, (long long) (start + bytes),
               (long long) end);
    else if (end - start == bytes && !c->shares && !is_native(c, v, packed + start))
        fail_at_first(c, form, v, packed, start);
}

/* ---- "external32" ---- */

/* The bytes before the object too.  Those of types whose form is not known (see DTP_pool_external) are not looked at,
 * and must come back as they were. */
static void check_external(struct h_case *c, const struct h_packing *form, struct h_values v,
                           const unsigned char *packed, MPI_Aint start, MPI_Aint end)
{
    const int before = h_bytes_before(c);
    const MPI_Aint bytes = before + DTP_pool_bytes(c->send.pool);
    unsigned char *expected = h_alloc(bytes);
    const bool is_known = DTP_pool_external(c->send.pool, v.start, v.stride, DTP_pool_elements(c->send.pool),
                                            expected + before) == DTP_SUCCESS;
    const MPI_Aint compared = is_known ? bytes : before;
    MPI_Aint at = 0;

    h_check_number(c, form->pack_name, "position after MPI_BYTE", before, start);
    for (int k = 0; k < before; k++)
        expected[k] = h_byte_before(k);
    while (at < compared && at < end && packed[at] == expected[at])
        at++;
    if (is_known && end != bytes)
        h_fail(c, "%s: position: expected %lld, found %lld", form->pack_name, (long long) bytes, (long long) end);
    else if (at < compared)
        fail_at(c, form, expected, packed, at, compared);
    free(expected);
}

void h_check_packed(struct h_case *c, const struct h_packing *form, struct h_values v, const unsigned char *packed,
                    MPI_Aint start, MPI_Aint end)
{
    if (form->representation == H_NATIVE)
        check_native(c, form, v, packed, start, end);
    else
        check_external(c, form, v, packed, start, end);
}
