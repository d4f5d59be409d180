/* Filling, and verification after every operation. */
#include "internal.h"

#include <string.h>

/* ---- filling ---- */

void h_fill(struct h_obj o, struct h_values v)
{
    H_DTP(DTP_obj_buf_fill(o.pool, o.index, v.start, v.stride, DTP_pool_elements(o.pool)));
}

void h_clear(struct h_obj o)
{
    H_DTP(DTP_obj_buf_fill(o.pool, o.index, 0, 0, 0));
}

void h_now(struct h_pair *p, const char *name, int source, int dest)
{
    p->now = (struct h_operation) {name, source, dest};
}

/* ---- buffers ---- */

/* With -first, nothing is checked after the first failure: what follows may be many times slower to tell. */
static bool is_done(void)
{
    return harness.options.first && harness.failures > 0;
}

/* Only a mismatch is a failure of the test; any other code means that nothing was checked. */
static void judge(struct h_pair *p, int code, const char *kind, const char *what)
{
    if (code == DTP_ERR_CHECK)
        h_fail_kind(p, kind ? kind : DTP_check_kind(), "%s: %s", what, DTP_message());
    else
        h_dtp(code, what, __FILE__, __LINE__);
}

void h_check_received(struct h_pair *p, struct h_obj o, struct h_values v)
{
    if (is_done())
        return;
    judge(p, DTP_obj_buf_check(o.pool, o.index, v.start, v.stride, harness.moved), NULL, "received data");
    harness.verified++;
}

void h_check_received_part(struct h_pair *p, struct h_obj o, struct h_values v, MPI_Aint k)
{
    if (is_done())
        return;
    judge(p, DTP_obj_buf_check(o.pool, o.index, v.start, v.stride, k), NULL, "received data");
    harness.verified++;
}

void h_check_intact(struct h_pair *p, struct h_obj o, struct h_values v)
{
    if (is_done())
        return;
    judge(p, DTP_obj_buf_check(o.pool, o.index, v.start, v.stride, DTP_pool_elements(o.pool)),
          "send-buffer", "a buffer that must not change");
}

void h_check_reduced(struct h_pair *p, struct h_obj o, MPI_Op op, int n, const struct h_values *v)
{
    enum { MAX = 256 };
    int starts[MAX], strides[MAX];

    if (is_done())
        return;
    if (n > MAX) {
        h_fail(p, "%d operands: expected at most %d", n, MAX);
        return;
    }
    for (int k = 0; k < n; k++) {
        starts[k] = v[k].start;
        strides[k] = v[k].stride;
    }
    judge(p, DTP_obj_buf_check_op(o.pool, o.index, op, n, starts, strides, harness.moved), NULL, "reduced data");
    harness.verified++;
}

void h_check_one_of(struct h_pair *p, struct h_obj o, int n, const struct h_values *v)
{
    if (is_done())
        return;
    for (int k = 0; k < n - 1; k++)
        if (DTP_obj_buf_check(o.pool, o.index, v[k].start, v[k].stride, harness.moved) == DTP_SUCCESS) {
            harness.verified++;
            return;
        }
    h_check_received(p, o, v[n - 1]);
}

/* Bounds that are known to be wrong; asked for when they are. */
static bool are_known_bounds(struct h_obj o, const char *message)
{
    const bool extent = strstr(message, ": extent: ") != NULL, lb = strstr(message, ": lower bound: ") != NULL;

    return ((extent || lb) && DTP_obj_has_trait(o.pool, o.index, "hidden-bounds") && h_known("mpich-4.0-bound-markers")) ||
           (extent && DTP_obj_has_trait(o.pool, o.index, "struct+decreasing") && h_known("openmpi-4.1-struct-extent"));
}

void h_check_type(struct h_pair *p, struct h_obj o)
{
    const int code = DTP_obj_type_check(o.pool, o.index);

    if (code == DTP_ERR_CHECK && are_known_bounds(o, DTP_message()))
        return;
    judge(p, code, "metadata", "metadata");
}

void h_check_contents(struct h_pair *p, struct h_obj o)
{
    const int code = DTP_obj_decode_check(o.pool, o.index);

    judge(p, code == DTP_ERR_TYPE ? DTP_SUCCESS : code == DTP_ERR_MPI ? DTP_ERR_CHECK : code, "contents", "contents");
}

/* ---- status ---- */

MPI_Status h_status(void)
{
    const MPI_Status status = {.MPI_SOURCE = -77, .MPI_TAG = -77, .MPI_ERROR = MPI_SUCCESS};

    return status;
}

static void compare(struct h_pair *p, const char *what, long long expected, long long found)
{
    if (found != expected)
        h_fail_kind(p, "status", "status: %s: expected %lld, found %lld", what, expected, found);
}

/* What MPI_Get_count must say of k elements: whole instances of the type, or MPI_UNDEFINED. */
static int expected_count(struct h_obj o, MPI_Aint k, MPI_Aint bytes)
{
    int size;

    if (k == DTP_pool_elements(o.pool))
        return o.mpi->DTP_obj_count;
    H_MPI(MPI_Type_size(o.mpi->DTP_obj_type, &size));
    return bytes % size ? MPI_UNDEFINED : (int) (bytes / size);
}

/* The two parts of a pair type may count as one basic element or as two. */
static void check_elements(struct h_pair *p, struct h_obj o, const char *call, MPI_Aint k, MPI_Aint pairs, long long found)
{
    const bool pair_in_struct = pairs > 0 && (harness.is_mixed || DTP_obj_has_trait(o.pool, o.index, "struct"));

    if (found == k || found == k + pairs)
        return;
    if (found == 0 && pair_in_struct && h_known("mpich-4.0-get-elements-pair"))
        return;
    if (!DTP_obj_has_trait(o.pool, o.index, "nested+struct+mixed") || !h_known("mpich-4.0-get-elements-struct"))
        compare(p, call, k, found);
}

void h_check_partial(struct h_pair *p, struct h_obj o, const MPI_Status *status, MPI_Aint k)
{
    int count, elements;
    MPI_Count large;
    MPI_Aint bytes, pairs;

    if (k == harness.moved) {
        bytes = harness.moved_bytes;
        pairs = harness.pairs_moved;
    } else {
        h_signature_measure(o.pool, k, &bytes, &pairs);
    }
    H_MPI(MPI_Get_count(status, o.mpi->DTP_obj_type, &count));
    compare(p, "MPI_Get_count", expected_count(o, k, bytes), count);
    if (harness.has_float_int && h_known("mpich-4.0-get-elements-float-int"))
        return;
    if ((harness.is_mixed || harness.pairs_moved > 0) && DTP_obj_has_trait(o.pool, o.index, "darray") &&
        h_known("mpich-4.0-get-elements-darray"))
        return;
    if (DTP_obj_has_trait(o.pool, o.index, "short-darray") && h_known("mpich-4.0-short-darray"))
        return;
    H_MPI(MPI_Get_elements(status, o.mpi->DTP_obj_type, &elements));
    check_elements(p, o, "MPI_Get_elements", k, pairs, elements);
    H_MPI(MPI_Get_elements_x(status, o.mpi->DTP_obj_type, &large));
    check_elements(p, o, "MPI_Get_elements_x", k, pairs, large);
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    H_MPI(MPI_Get_count_c(status, o.mpi->DTP_obj_type, &large));
    compare(p, "MPI_Get_count_c", expected_count(o, k, bytes), large);
    H_MPI(MPI_Get_elements_c(status, o.mpi->DTP_obj_type, &large));
    check_elements(p, o, "MPI_Get_elements_c", k, pairs, large);
#endif
}

void h_check_set_elements(struct h_pair *p, struct h_obj o, MPI_Aint k)
{
    const bool several = o.mpi->DTP_obj_count != DTP_pool_elements(o.pool);
    MPI_Status status = h_status();

    if (harness.pairs_moved > 0 || (several && h_known("mpich-4.0-set-elements")))
        return;
    H_MPI(MPI_Status_set_elements(&status, o.mpi->DTP_obj_type, (int) k));
    h_check_partial(p, o, &status, k);
    H_MPI(MPI_Status_set_elements_x(&status, o.mpi->DTP_obj_type, k));
    h_check_partial(p, o, &status, k);
}

void h_check_status(struct h_pair *p, struct h_obj o, const MPI_Status *status, int source, int tag)
{
    compare(p, "MPI_SOURCE", source, status->MPI_SOURCE);
    compare(p, "MPI_TAG", tag, status->MPI_TAG);
    compare(p, "MPI_ERROR (set by calls of one request too)", MPI_SUCCESS, status->MPI_ERROR);
    h_check_partial(p, o, status, harness.moved);
}
