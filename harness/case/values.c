/* What elements hold: values that depend on the case, the sender, the receiver and the round, so that a block that went
 * astray, or is that of another operation, shows. */
#include "case/values.h"
#include "state.h"
#include "blocks/blocks.h"
#include "case/case.h"
#include "case/passes.h"
#include "case/pools.h"
#include "case/shared.h"
#include "case/signature.h"
#include "run/line.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Mixes a number into a hash. */
static uint32_t mix(uint32_t hash, int number)
{
    hash = (hash ^ (uint32_t) number) * 2654435761u;
    hash ^= hash >> 15;
    hash *= 2246822519u;
    return hash ^ hash >> 13;
}

/* The largest stride, at most 7, with which the values of a message stay below 2^21: floating point sums of several are
 * exact. */
static uint32_t strides(void)
{
    const MPI_Aint fit = ((MPI_Aint) 1 << 21) / DTP_pool_elements(harness.recv[0]);

    return fit < 1 ? 1 : fit < 7 ? (uint32_t) fit : 7;
}

/* Whether elements of an object of a rank share bytes: with objects that differ from rank to rank, of its own. */
static bool has_one_value(const struct h_case *c, int rank)
{
    const int shift = h_ranks_differ(c->comm) ? rank : 0;

    return h_shares_bytes(c->send.pool, (c->i + shift) % c->send.pool->DTP_num_objs) ||
           h_shares_bytes(c->recv.pool, (c->j + shift) % c->recv.pool->DTP_num_objs);
}

/* Ranks and operations add to what the case is hashed to, so that two of the same case never have the same values, not
 * even in types of one byte. */
static struct h_values values_of(const struct h_case *c, int group, int rank, int op)
{
    const uint32_t hash = mix(mix(mix(mix(harness.options.seed, c->comm->number), c->i), c->j), 1);
    const uint32_t who = (uint32_t) (64 * group + rank), what = (uint32_t) op;
    const bool one_value = has_one_value(c, rank);
    const bool is_negative = hash & 32 && h_copies_numbers() && !h_signature_has_kind(c->recv.pool, "unsigned");
    const int sign = is_negative ? -1 : 1;

    return (struct h_values) {.start = sign * (int) (1 + (hash & 0xffff) + (251 * what + 17 * who) % 0x10000),
                              .stride = one_value ? 0 : sign * (int) (1 + ((hash >> 16) + what + who) % strides())};
}

struct h_values h_mine(const struct h_case *c, int op)
{
    return values_of(c, c->comm->group, c->comm->rank, op);
}

struct h_values h_theirs(const struct h_case *c, int rank, int op)
{
    return values_of(c, c->comm->remote, rank, op);
}

/* ---- operands of reductions ---- */

/* MPI_Reduce_local has two operands of one rank. */
int64_t h_largest_operand(const struct h_case *c)
{
    return DTP_pool_exact(c->recv.pool, c->comm->most > 1 ? c->comm->most : 2);
}

static bool is_long_double(DTP_t pool)
{
    return strcmp(DTP_pool_kinds(pool), "floating long-double") == 0;
}

/* Long doubles that are no doubles, and so small that sums are exact: beyond 2^24, all of one sign, so that sums are
 * what the numbers' sums stand for (see the README of the library). */
static struct h_values long_sum_values(const struct h_case *c, uint32_t hash)
{
    const int start = (1 << 24) + 1 + (int) (mix(hash, 1) % (1 << 24)), sign = c->i / 2 % 2 ? -1 : 1;

    return (struct h_values) {sign * start, sign};
}

/* Elements of eight bytes whose numbers are exact up to 2^53. */
static bool is_wide(DTP_t pool)
{
    return h_signature_types(pool) == 1 && DTP_pool_bytes(pool) == 8 * DTP_pool_elements(pool) &&
           !h_signature_has_kind(pool, "complex");
}

bool h_wide_summand(DTP_t pool, int operands, uint32_t hash, struct h_values *v)
{
    enum { MOST = 1 << 22 };

    if (!is_wide(pool) || DTP_pool_elements(pool) > MOST / operands)
        return false;
    *v = (struct h_values) {(int) (hash >> 16), (1 << 30) - (int) (hash % 7)};
    return true;
}

bool h_wide_factor(DTP_t pool, int operands, struct h_values *v)
{
    if (!is_wide(pool) || operands > 3)
        return false;
    *v = (struct h_values) {1 << 17, 0};
    return true;
}

static struct h_values negative(struct h_values v)
{
    return (struct h_values) {-v.start, -v.stride};
}

/* So small that sums are exact, in any order; of both signs. */
static struct h_values sum_values(const struct h_case *c, uint32_t hash, bool is_signed)
{
    const int64_t n = DTP_pool_elements(c->recv.pool), most = h_largest_operand(c);
    const int64_t fit = most / 2 / n, stride = fit < 1 ? 0 : 1 + hash % (fit < 7 ? fit : 7);
    const int64_t start = mix(hash, 1) % (most - stride * n + 1);
    struct h_values wide;

    if (c->i % 2 == 0 && is_long_double(c->recv.pool))
        return long_sum_values(c, hash);
    if (hash % 3 == 1 && h_wide_summand(c->recv.pool, c->comm->most + 1, hash, &wide))
        return is_signed && hash & 64 ? negative(wide) : wide;
    return (struct h_values) {(int) (is_signed && hash & 64 ? -start : start), (int) stride};
}

/* The product of some powers of two and ones. */
static struct h_values product_values(const struct h_case *c, uint32_t hash, bool is_signed, int rank)
{
    struct h_values v = {hash & 1 && rank < 5 ? 2 : 1, 0};

    if (hash & 12)
        (void) h_wide_factor(c->recv.pool, 1 + rank, &v);
    return is_signed && hash & 2 ? negative(v) : v;
}

struct h_values h_complex_factor(uint32_t hash)
{
    return (struct h_values) {hash & 1 ? 1 : -1, 0};
}

bool h_wide_truth(DTP_t pool, struct h_values *v)
{
    if (DTP_pool_bytes(pool) != 8 * DTP_pool_elements(pool))
        return false;
    *v = (struct h_values) {0, 1 << 30};
    return true;
}

/* False at one element, or, seldom, at all; or true, by one bit of several. */
static struct h_values truth_values(const struct h_case *c, uint32_t hash)
{
    const int n = (int) DTP_pool_elements(c->recv.pool);
    struct h_values wide;

    if (hash % 4 == 1 && h_wide_truth(c->recv.pool, &wide))
        return wide;
    if (hash % 4 == 0)
        return (struct h_values) {hash & (7 << 6) ? 64 : 0, 0};
    if (hash % 4 == 2)
        return (struct h_values) {1 << mix(hash, 1) % 7, 0};
    return (struct h_values) {-(int) (mix(hash, 1) % (unsigned) n), 1};
}

/* Two such operands have the same numbers, or such as nearly agree, in long doubles and in first halves of pairs, of
 * which second ones may be unlike; the first elements have small numbers. */
static struct h_values near_numbers(uint32_t hash)
{
    enum { START = 1000, STRIDE = 1 << 22, PERIOD = 64 * ((1 << 24) - 3) }; /* see the README of the library */

    return (struct h_values) {START + (mix(hash, 1) & 1 ? PERIOD : 0), STRIDE + 1 + (mix(hash, 2) & 1 ? PERIOD : 0)};
}

/* Integers of which all bits vary, those of two such operands so near each other that a `double` does not tell them
 * apart (see the README of the library), or the same. */
static struct h_values near_bits(uint32_t hash)
{
    enum { START = 1000, NEAR = 1073741639 };

    return (struct h_values) {START + (mix(hash, 1) & 1 ? NEAR : 0), 1 + (mix(hash, 2) & 1 ? NEAR : 0)};
}

/* Numbers that nearly agree: floating point ones so that a `float`, of long doubles a `double`, does not tell them
 * apart. */
static struct h_values near_operand(DTP_t pool, MPI_Op op, uint32_t hash)
{
    if ((op == MPI_MIN || op == MPI_MAX) && DTP_pool_op_bits(pool, op))
        return near_bits(hash);
    return is_long_double(pool) ? near_numbers(hash) : (struct h_values) {(1 << 25) + 1 + (int) (mix(hash, 6) % 7), 1};
}

/* Over the whole range of an int: up or down, and past zero at an element of each operand's own, so that some elements
 * of two operands have unlike signs.  Or, of half of all pairs of objects, such as nearly agree. */
struct h_values h_any_numbers(const struct h_case *c, MPI_Op op, uint32_t hash)
{
    const MPI_Aint n = DTP_pool_elements(c->recv.pool);
    const int64_t most = INT_MAX, stride = n > 1 ? most / n - mix(hash, 1) % 7 : 1;
    const int64_t step = stride < 1 ? 1 : stride, past = n > 1 ? (int64_t) mix(hash, 2) % n : 0;
    const int64_t start = n > 1 ? -past * step + mix(hash, 3) % step : (int64_t) (mix(hash, 3) % UINT32_MAX) - most;
    const int sign = mix(hash, 4) & 1 ? -1 : 1;

    if (mix(mix(harness.options.seed, c->i), c->j) & 1)
        return near_operand(c->recv.pool, op, hash);
    return (struct h_values) {sign * (int) start, sign * (int) step};
}

/* Of three of four operands, all pairs may tie. */
struct h_values h_loc_operand(const struct h_case *c, MPI_Op op, uint32_t hash)
{
    return hash % 4 == 0 ? h_any_numbers(c, op, hash) : near_numbers(hash);
}

static struct h_values operand_values(const struct h_case *c, uint32_t hash, int rank)
{
    const bool is_signed = !h_signature_has_kind(c->recv.pool, "unsigned");

    if (c->meaning == MPI_SUM)
        return sum_values(c, hash, is_signed);
    if (c->meaning == MPI_PROD && h_signature_has_kind(c->recv.pool, "complex"))
        return h_complex_factor(hash);
    if (c->meaning == MPI_PROD)
        return product_values(c, hash, is_signed, rank);
    if (c->meaning == MPI_LAND || c->meaning == MPI_LOR || c->meaning == MPI_LXOR)
        return truth_values(c, hash);
    if (c->meaning == MPI_MINLOC || c->meaning == MPI_MAXLOC)
        return h_loc_operand(c, c->meaning, hash);
    return h_any_numbers(c, c->meaning, hash);
}

/* ---- messages ---- */

/* Operations that are under way at a time, and rounds, have values of their own; operands those of the test. */
struct h_values h_message_values(const struct h_case *c, int group, int from, int to)
{
    const int op = 1 + 5 * c->round + 16 * c->flight + 64 * (to == H_ALL ? 0 : 1 + to);
    const struct h_values v = values_of(c, group, from, op);

    if (!c->op)
        return v;
    return operand_values(c, mix(mix(mix((uint32_t) v.start ^ (uint32_t) h_hash_text(harness.options.test), op),
                                     64 * group + from), c->i), from);
}

/* ---- choices ---- */

unsigned h_turn(const struct h_case *c, enum h_choice choice)
{
    uint32_t hash = mix(mix(mix(harness.options.seed, c->i), c->j), c->comm->number);

    hash = mix(hash, (int) (harness.moved % 0x10000));
    if (choice != H_WHICH_ROOT && choice != H_TOPOLOGY)
        hash = mix(mix(hash, c->root), 4 * c->empty + 2 * c->in_place + c->way);
    return mix(hash, choice) >> 3;
}
