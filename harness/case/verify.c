/* Filling, and verification after every operation. */
#include "state.h"
#include "case/case.h"
#include "case/shared.h"
#include "case/values.h"
#include "run/record.h"
#include "run/report.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- filling ---- */

void h_fill_parts(DTP_t pool, int index, int n, const DTP_part_s *parts)
{
    h_record_parts(H_RECORD_FILL, pool, index, n, parts);
    H_DTP(DTP_obj_parts_fill(pool, index, n, parts));
}

void h_fill(struct h_obj o, struct h_values v)
{
    DTP_part_s *parts;
    const int n = h_shared_parts(harness.running, o, v, &parts);

    if (n > 0) {
        h_fill_parts(o.pool, o.index, n, parts);
        free(parts);
        return;
    }
    h_record_values(H_RECORD_FILL, o, MPI_REPLACE, 1, &v.start, &v.stride, DTP_pool_elements(o.pool));
    H_DTP(DTP_obj_buf_fill(o.pool, o.index, v.start, v.stride, DTP_pool_elements(o.pool)));
}

void h_clear(struct h_obj o)
{
    h_record_values(H_RECORD_FILL, o, MPI_REPLACE, 0, NULL, NULL, 0);
    H_DTP(DTP_obj_buf_fill(o.pool, o.index, 0, 0, 0));
}

/* ---- buffers ---- */

/* With -first, nothing is checked after the first failure: what follows may be many times slower to check. */
static bool is_done(void)
{
    return harness.options.first && harness.failures > 0;
}

/* Only a mismatch is a failure of the test; any other code means that nothing was checked. */
static void judge_as(struct h_case *c, const struct h_obj *o, int code, const struct h_failure *failure,
                     const char *what)
{
    if (code == DTP_ERR_CHECK)
        h_fail_as(c, o, failure, "%s: %s", what, DTP_message());
    else
        h_dtp(code, what, __FILE__, __LINE__);
}

static void judge(struct h_case *c, const struct h_obj *o, int code, const char *kind, const char *what)
{
    judge_as(c, o, code, &(const struct h_failure) {.kind = kind ? kind : DTP_check_kind()}, what);
}

static void judge_parts(struct h_case *c, struct h_obj o, int n, const DTP_part_s *parts, const char *kind,
                        const char *what)
{
    h_record_parts(H_RECORD_EXPECT, o.pool, o.index, n, parts);
    judge(c, &o, DTP_obj_parts_check(o.pool, o.index, n, parts), kind, what);
}

/* The case has been checked, whether it failed or not. */
void h_count_verified(void)
{
    harness.verified++;
    h_case_note(H_CASE_VERIFIED);
}

void h_check_received(struct h_case *c, struct h_obj o, struct h_values v)
{
    h_check_received_part(c, o, v, harness.moved);
}

/* Checks the first k elements, and all that is around them; false if nothing is checked any more. */
static bool check_elements(struct h_case *c, struct h_obj o, struct h_values v, MPI_Aint k, const char *kind,
                           const char *what)
{
    DTP_part_s *parts;
    int n;

    if (is_done())
        return false;
    n = k == DTP_pool_elements(o.pool) ? h_shared_parts(c, o, v, &parts) : 0;
    if (n > 0) {
        judge_parts(c, o, n, parts, kind, what);
        free(parts);
        return true;
    }
    h_record_values(H_RECORD_EXPECT, o, MPI_REPLACE, 1, &v.start, &v.stride, k);
    judge(c, &o, DTP_obj_buf_check(o.pool, o.index, v.start, v.stride, k), kind, what);
    return true;
}

void h_check_received_part(struct h_case *c, struct h_obj o, struct h_values v, MPI_Aint k)
{
    if (check_elements(c, o, v, k, NULL, "received data"))
        h_count_verified();
}

void h_check_intact(struct h_case *c, struct h_obj o, struct h_values v)
{
    (void) check_elements(c, o, v, DTP_pool_elements(o.pool), "send-buffer", "a buffer that must not change");
}

void h_check_untouched(struct h_case *c, struct h_obj o)
{
    (void) check_elements(c, o, (struct h_values) {0, 0}, 0, NULL, "a buffer that plays no part");
}

void h_check_reduced(struct h_case *c, struct h_obj o, MPI_Op op, int n, const struct h_values *v)
{
    int *starts, *strides;

    if (is_done())
        return;
    starts = h_alloc(2 * n * (MPI_Aint) sizeof *starts);
    strides = starts + n;
    for (int k = 0; k < n; k++) {
        starts[k] = v[k].start;
        strides[k] = v[k].stride;
    }
    h_record_values(H_RECORD_EXPECT, o, op, n, starts, strides, harness.moved);
    judge(c, &o, DTP_obj_buf_check_op(o.pool, o.index, op, n, starts, strides, harness.moved), NULL, "reduced data");
    h_count_verified();
    free(starts);
}

/* Not for a stand-alone program, which has one value: which one is right depends on which process comes first. */
int h_check_one_of(struct h_case *c, struct h_obj o, int n, const struct h_values *v)
{
    if (is_done())
        return -1;
    for (int k = 0; k < n; k++)
        if (DTP_obj_buf_check(o.pool, o.index, v[k].start, v[k].stride, harness.moved) == DTP_SUCCESS) {
            h_count_verified();
            return k;
        }
    judge(c, &o, DTP_obj_buf_check(o.pool, o.index, v[n - 1].start, v[n - 1].stride, harness.moved), NULL,
          "received data");
    return -1;
}

static void check_parts(struct h_case *c, struct h_obj o, int n, const DTP_part_s *parts, bool is_sent)
{
    if (is_done())
        return;
    judge_parts(c, o, n, parts, is_sent ? "send-buffer" : NULL,
                is_sent ? "a buffer that must not change" : "received data");
    if (!is_sent)
        h_count_verified();
}

void h_check_parts(struct h_case *c, DTP_t pool, int n, const DTP_part_s *parts, bool is_sent)
{
    check_parts(c, (struct h_obj) {.pool = pool, .index = 0, .mpi = &pool->DTP_obj_array[0]}, n, parts, is_sent);
}

void h_check_each(struct h_case *c, struct h_obj o, MPI_Op op, int most, const int *counts, const int *operands)
{
    const MPI_Aint n = DTP_pool_elements(o.pool);
    DTP_part_s *parts = h_alloc(n * (MPI_Aint) sizeof *parts);
    int *zeros = h_alloc(most * (MPI_Aint) sizeof *zeros);

    for (int k = 0; k < most; k++)
        zeros[k] = 0;
    for (MPI_Aint k = 0; k < n; k++)
        parts[k] = (DTP_part_s) {1, 1, counts[k], operands + k * most, zeros, op};
    check_parts(c, o, (int) n, parts, false);
    free(zeros);
    free(parts);
}

void h_check_repeated(struct h_case *c, const unsigned char *found, MPI_Count n, const unsigned char *block,
                      MPI_Count length)
{
    const struct h_failure failure = {.kind = "elements-wrong"};

    for (MPI_Count at = 0; at < n; at += length) {
        const size_t left = (size_t) (n - at < length ? n - at : length);
        MPI_Count wrong = at;
        if (memcmp(found + at, block, left) == 0)
            continue;
        while (found[wrong] == block[wrong - at])
            wrong++;
        h_fail_as(c, NULL, &failure, "received data: byte %lld of %lld: expected %u, found %u", (long long) wrong,
                  (long long) n, (unsigned) block[wrong - at], (unsigned) found[wrong]);
        break;
    }
    h_count_verified();
}

void h_check_type(struct h_case *c, struct h_obj o, MPI_Datatype type)
{
    const int code = DTP_obj_type_check(o.pool, o.index, type);

    judge_as(c, &o, code, &(const struct h_failure) {.kind = "metadata", .check = DTP_type_check_call()}, "metadata");
    h_count_verified();
}

void h_check_type_attribute(struct h_case *c, MPI_Datatype type, int key, const char *expected)
{
    void *value = NULL;
    int found = -1;

    H_MPI(MPI_Type_get_attr(type, key, &value, &found));
    h_check_number(c, "MPI_Type_get_attr", "flag", expected != NULL, found != 0);
    if (expected && found && value != expected)
        h_fail(c, "MPI_Type_get_attr: key %d: expected %p, found %p", key, (const void *) expected, value);
}

void h_check_contents(struct h_case *c, struct h_obj o, MPI_Datatype type)
{
    const int code = DTP_obj_decode_check(o.pool, o.index, type);

    judge(c, &o, code == DTP_ERR_MPI ? DTP_ERR_CHECK : code, "contents", "contents");
    h_count_verified();
}
