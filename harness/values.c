/* What elements hold: values that depend on the case, the sender, the receiver and the round, so that a block that went astray, or is that
 * of another operation, shows. */
#include "blocks.h"
#include "internal.h"

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

/* Ranks and operations add to what the case is hashed to, so that two of the same case never have the same values, not
 * even in types of one byte. */
static struct h_values values_of(const struct h_case *c, int group, int rank, int op)
{
    const uint32_t hash = mix(mix(mix(mix(harness.options.seed, c->comm->number), c->i), c->j), 1);
    const uint32_t who = (uint32_t) (64 * group + rank), what = (uint32_t) op;
    const bool one_value = DTP_obj_has_trait(c->send.pool, c->i, "overlapping");

    return (struct h_values) {.start = (int) (1 + (hash & 0xffff) + (251 * what + 17 * who) % 0x10000),
                              .stride = one_value ? 0 : (int) (1 + ((hash >> 16) + what + who) % strides())};
}

struct h_values h_mine(const struct h_case *c, int op)
{
    return values_of(c, c->comm->group, c->comm->rank, op);
}

struct h_values h_theirs(const struct h_case *c, int rank, int op)
{
    return values_of(c, c->comm->remote, rank, op);
}

/* Operations that are under way at a time, and rounds, have values of their own. */
struct h_values h_message_values(const struct h_case *c, int group, int from, int to)
{
    const int op = 1 + 5 * c->round + 16 * c->flight + 64 * (to == H_ALL ? 0 : 1 + to);
    struct h_values v = values_of(c, group, from, op);

    if (c->op && c->meaning == MPI_PROD)
        v = (struct h_values) {.start = 1 + (v.start + from) % 3 % 2, .stride = 0};
    return v;
}

bool h_sum_is_exact(int n)
{
    const long long largest = (1 << 17) + (long long) strides() * DTP_pool_elements(harness.recv[0]);

    return !h_signature_has_kind(harness.recv[0], "narrow") && largest * n < 1 << 24;
}
