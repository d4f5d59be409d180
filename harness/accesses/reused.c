/* What an access has brought whose origin was given other values as soon as its request was complete. */
#include "accesses/access.h"
#include "state.h"
#include "case/pools.h"
#include "case/shared.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- without a record, and without a failure ---- */

static void fill(const struct h_case *c, struct h_obj o, struct h_values v)
{
    DTP_part_s *parts;
    const int n = h_shared_parts(c, o, v, &parts);

    if (n == 0) {
        H_DTP(DTP_obj_buf_fill(o.pool, o.index, v.start, v.stride, harness.moved));
        return;
    }
    H_DTP(DTP_obj_parts_fill(o.pool, o.index, n, parts));
    free(parts);
}

static bool holds(const struct h_case *c, struct h_obj o, struct h_values v)
{
    DTP_part_s *parts;
    const int n = h_shared_parts(c, o, v, &parts);
    bool does;

    if (n == 0)
        return DTP_obj_buf_check(o.pool, o.index, v.start, v.stride, harness.moved) == DTP_SUCCESS;
    does = DTP_obj_parts_check(o.pool, o.index, n, parts) == DTP_SUCCESS;
    free(parts);
    return does;
}

/* ---- bytes of either values ---- */

static unsigned char *bytes_of(struct h_obj o, MPI_Aint *size)
{
    unsigned char *copy;
    void *base;

    H_DTP(DTP_obj_span(o.pool, o.index, &base, size));
    copy = h_alloc(*size);
    memcpy(copy, base, (size_t) *size);
    return copy;
}

/* Those of an object of its own in the same layout; the caller frees them. */
static unsigned char *bytes_with(const struct h_case *c, struct h_obj o, struct h_values v)
{
    char *text = h_object_text(o.pool, o.index);
    const char *texts[] = {text};
    struct h_obj twin = {.index = 0};
    unsigned char *bytes;
    MPI_Aint size;

    H_DTP(DTP_pool_create_text(1, texts, &twin.pool));
    free(text);
    H_DTP(DTP_pool_set_values(twin.pool, DTP_VALUES_BITS));
    H_DTP(DTP_obj_create(twin.pool, twin.index, 0, 0, 0));
    fill(c, twin, v);
    bytes = bytes_of(twin, &size);
    H_DTP(DTP_pool_free(twin.pool));
    return bytes;
}

/* Whether the object is as expected once bytes that are those of `later` are put right. */
static bool has_later(const struct h_case *c, struct h_obj o, struct h_values expected, struct h_values later)
{
    MPI_Aint size;
    unsigned char *found = bytes_of(o, &size), *right = bytes_with(c, o, expected), *wrong = bytes_with(c, o, later);
    unsigned char *now;
    void *base;
    bool has;

    H_DTP(DTP_obj_span(o.pool, o.index, &base, &size));
    now = base;
    for (MPI_Aint k = 0; k < size; k++)
        if (right[k] != wrong[k] && found[k] == wrong[k])
            now[k] = right[k];
    has = holds(c, o, expected);
    memcpy(base, found, (size_t) size);
    free(found);
    free(right);
    free(wrong);
    return has;
}

void h_check_reused(struct h_case *c, struct h_obj o, struct h_values expected, struct h_values later)
{
    const char *after = c->after;

    if (!holds(c, o, expected) && has_later(c, o, expected, later))
        c->after = "reuse";
    h_check_received(c, o, expected);
    c->after = after;
}
