/* The operators of accumulate calls, and values for them whose results are known. */
#include "accesses/access.h"
#include "state.h"
#include "case/signature.h"
#include "case/values.h"

#include <stdbool.h>
#include <stdint.h>

const char *h_accumulate_op(int k, MPI_Op *op)
{
    /* not static: handles need not be constants */
    const struct {
        const char *name;
        MPI_Op op;
    } all[H_ACCUMULATE_OPS] = {
        {"MPI_REPLACE", MPI_REPLACE}, {"MPI_SUM", MPI_SUM},     {"MPI_MIN", MPI_MIN},       {"MPI_MAX", MPI_MAX},
        {"MPI_BAND", MPI_BAND},       {"MPI_BOR", MPI_BOR},     {"MPI_BXOR", MPI_BXOR},     {"MPI_NO_OP", MPI_NO_OP},
        {"MPI_PROD", MPI_PROD},       {"MPI_LAND", MPI_LAND},   {"MPI_LOR", MPI_LOR},       {"MPI_LXOR", MPI_LXOR},
        {"MPI_MINLOC", MPI_MINLOC},   {"MPI_MAXLOC", MPI_MAXLOC},
    };

    *op = k < H_ACCUMULATE_OPS ? all[k].op : MPI_OP_NULL;
    return k < H_ACCUMULATE_OPS ? all[k].name : NULL;
}

static bool is_copy(MPI_Op op)
{
    return op == MPI_REPLACE || op == MPI_NO_OP;
}

static bool is_logical(MPI_Op op)
{
    return op == MPI_LAND || op == MPI_LOR || op == MPI_LXOR;
}

/* The largest factor: products of all operands must be exact, and fit a narrow integer. */
static int largest_factor(int operands)
{
    return operands <= 2 ? 11 : 2;
}

/* The largest number that operands of a sum may have. */
static MPI_Aint largest_summand(int operands)
{
    return DTP_pool_exact(harness.recv[0], operands) - 1;
}

int h_op_works(MPI_Op op, int operands)
{
    enum { ENOUGH = 16 };

    if (!DTP_pool_op_valid(harness.recv[0], op))
        return 0;
    if (op == MPI_PROD)
        return operands <= 6;
    return op != MPI_SUM || largest_summand(operands) >= ENOUGH;
}

/* As large as sums allow; in narrow types all elements alike if they are many. */
static struct h_values summand(struct h_values v, int operands)
{
    const MPI_Aint most = largest_summand(operands), spread = v.stride * DTP_pool_elements(harness.recv[0]);
    const int starts = 1 << 17;

    if (most - spread >= starts)
        return (struct h_values) {.start = v.start * (int) ((most - spread) / starts), .stride = v.stride};
    return (struct h_values) {.start = 1 + v.start % (int) (most / 2), .stride = spread < most / 2 ? v.stride : 0};
}

/* Truth needs zeros; sums of elements without a sign must not pass 0. */
struct h_values h_operand(const struct h_case *c, int rank, int op_number, MPI_Op op, int operands)
{
    const bool has_sign = !h_signature_has_kind(harness.recv[0], "unsigned");
    struct h_values v = h_theirs(c, rank, op_number);
    const uint32_t hash = (uint32_t) v.start * 64 + (uint32_t) v.stride;

    if (is_copy(op))
        return v;
    if (is_logical(op) && hash % 3 == 1 && h_wide_truth(harness.recv[0], &v))
        return v;
    if (is_logical(op))
        return (struct h_values) {.start = v.start % 3 - 1, .stride = v.stride % 2};
    if (op == MPI_PROD && h_signature_has_kind(harness.recv[0], "complex"))
        return h_complex_factor((uint32_t) v.start);
    if (op == MPI_PROD && hash % 3 == 1 && h_wide_factor(harness.recv[0], operands, &v))
        return v;
    if (op == MPI_PROD)
        return (struct h_values) {.start = 1 + v.start % largest_factor(operands), .stride = 0};
    if (op != MPI_SUM)
        return op == MPI_MINLOC || op == MPI_MAXLOC ? h_loc_operand(c, op, hash)
                                                    : h_any_numbers(c, op, hash);
    if (hash % 3 != 1 || !h_wide_summand(harness.recv[0], operands, hash, &v))
        v = summand(v, operands);
    return has_sign && (hash / 64 + (uint32_t) op_number) % 2 ? (struct h_values) {-v.start, -v.stride} : v;
}

bool h_bits_vary(MPI_Op op)
{
    return DTP_pool_op_bits(harness.recv[0], op);
}

void h_use_values(MPI_Op op)
{
    const int values = h_bits_vary(op) ? DTP_VALUES_BITS : DTP_VALUES_NUMBERS;

    for (int k = 0; k < H_POOLS; k++) {
        H_DTP(DTP_pool_set_values(harness.send[k], values));
        H_DTP(DTP_pool_set_values(harness.recv[k], values));
    }
}

int h_all_values(const struct h_case *c, int target, int before, int from, struct h_values *values)
{
    values[0] = h_theirs(c, target, before);
    for (int r = 0; r < c->comm->size; r++)
        values[1 + r] = h_theirs(c, r, from);
    return 1 + c->comm->size;
}
