/* Buffers of several blocks, as collectives take them: a pool whose only object is a struct over the blocks' trees, and
 * objects whose parts have values of their own. */
#include "pool.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"
#include "op.h"

#include <stddef.h>

/* ---- the pool ---- */

static int block_error(int i, const char *what, long long value, const char *expected)
{
    return dtpi_error(DTP_ERR_ARG, "%s of block %d is %lld; expected %s", what, i, value, expected);
}

/* The block as a run of a struct; without blocks if it has no elements.  The child is a reference of the run's. */
static int run_of_block(int i, const DTP_block_s *block, struct dtpi_run *run)
{
    const struct dtpi_entry *entry;
    const struct dtpi_object *object;
    int err = dtpi_entry_of("block", block->pool, block->obj_idx, &entry);

    if (err)
        return err;
    object = &entry->object;
    if (block->copies < 0)
        return block_error(i, "copies", block->copies, "0 or more");
    *run = (struct dtpi_run) {.count = 1, .disp = block->disp};
    if (!dtpi_mul(object->count, block->copies, &run->blklen))
        return dtpi_error(DTP_ERR_OVERFLOW, "%d copies of object %d are more instances than an MPI_Aint can express",
                          block->copies, block->obj_idx);
    if (object->tree->elements == 0)
        run->blklen = 0;
    run->child = dtpi_tree_ref(object->tree);
    return DTP_SUCCESS;
}

/* The struct over the blocks that have elements. */
static int tree_of_blocks(int n, const DTP_block_s *blocks, struct dtpi_tree **tree)
{
    struct dtpi_run *runs = dtpi_alloc((size_t) n, sizeof *runs);
    int err = runs ? DTP_SUCCESS : DTP_ERR_NO_MEM, used = 0;

    for (int i = 0; i < n && !err; i++) {
        err = run_of_block(i, &blocks[i], &runs[used]);
        if (!err && runs[used].blklen == 0)
            dtpi_tree_free(runs[used].child);
        else
            used += !err;
    }
    if (err) {
        while (used-- > 0)
            dtpi_tree_free(runs[used].child);
    } else {
        *tree = dtpi_tree_blocks(DTPI_STRUCT, used, runs);
        err = *tree ? DTP_SUCCESS : dtpi_error_code();
    }
    dtpi_free(runs);
    return err;
}

int DTP_pool_create_blocks(int n, const DTP_block_s *blocks, DTP_t *dtp)
{
    static const char call[] = "DTP_pool_create_blocks";
    struct dtpi_tree *tree = NULL;
    int err;

    if (!dtp)
        return dtpi_error(DTP_ERR_ARG, "%s: argument dtp is NULL; expected where to put the pool", call);
    *dtp = NULL;
    if (n < 0 || (n > 0 && !blocks))
        return dtpi_error(DTP_ERR_ARG, "%s: n is %d and blocks %p; expected 0 or more blocks", call, n,
                          (const void *) blocks);
    err = tree_of_blocks(n, blocks, &tree);
    err = err ? err : dtpi_pool_of_tree(tree, "DTPI_OBJ_LAYOUT_BLOCKS", dtp);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}

/* ---- parts ---- */

static int check_part(const struct dtpi_pool *pool, int i, const DTP_part_s *part, enum dtpi_op *op)
{
    *op = DTPI_REPLACE;
    if (part->elements < 0)
        return dtpi_error(DTP_ERR_ARG, "elements of part %d is %lld; expected 0 or more", i,
                          (long long) part->elements);
    if (part->val_count < 0 || part->val_count > part->elements)
        return dtpi_error(DTP_ERR_ARG, "val_count of part %d is %lld; expected 0 to %lld, its elements", i,
                          (long long) part->val_count, (long long) part->elements);
    if (part->val_count > 0 && (part->operands < 1 || !part->starts || !part->strides))
        return dtpi_error(DTP_ERR_ARG,
                          "part %d has %d operands, starts %p, strides %p; expected 1 or more operands and two "
                          "arrays", i, part->operands, (const void *) part->starts, (const void *) part->strides);
    if (part->val_count > 0 && part->operands > 1 && !dtpi_op_usable(pool, part->op, op))
        return dtpi_error(DTP_ERR_ARG, "op of part %d is not defined for %s", i, dtpi_op_about(pool));
    return DTP_SUCCESS;
}

/* The parts as stretches, and what is after them as one without values; the array is the caller's. */
static int stretches_of(const struct dtpi_pool *pool, int n, const DTP_part_s *parts, struct dtpi_stretch **stretches)
{
    const struct dtpi_signature *signature = &pool->signature;
    struct dtpi_stretch *s = dtpi_alloc((size_t) n + 1, sizeof *s);
    MPI_Aint first = 0;
    int err = s ? DTP_SUCCESS : DTP_ERR_NO_MEM;

    for (int i = 0; i < n && !err; i++) {
        const DTP_part_s *part = &parts[i];
        enum dtpi_op op;
        err = check_part(pool, i, part, &op);
        s[i] = (struct dtpi_stretch) {.first = first, .elements = part->elements, .count = part->val_count, .op = op,
                                      .bits = pool->bits, .operands = part->operands, .starts = part->starts,
                                      .strides = part->strides};
        if (!err && (!dtpi_add(first, part->elements, &first) || first > signature->elements))
            err = dtpi_error(DTP_ERR_ARG, "parts 0 to %d have more than the %lld elements of %s", i,
                             (long long) signature->elements, signature->text);
    }
    if (err) {
        dtpi_free(s);
        return err;
    }
    s[n] = (struct dtpi_stretch) {.first = first, .elements = signature->elements - first};
    *stretches = s;
    return DTP_SUCCESS;
}

typedef int values_fn(const char *call, DTP_t dtp, int obj_idx, const struct dtpi_values *values);

static int with_parts(const char *call, DTP_t dtp, int obj_idx, int n, const DTP_part_s *parts, values_fn *f)
{
    struct dtpi_stretch *stretches;
    int err = dtpi_check_index(call, dtp, obj_idx);

    if (err)
        return err;
    if (n < 0 || (n > 0 && !parts))
        return dtpi_error(DTP_ERR_ARG, "%s: n is %d and parts %p; expected 0 or more parts", call, n,
                          (const void *) parts);
    err = stretches_of(dtp->priv, n, parts, &stretches);
    if (err)
        return dtpi_error_in(err, call);
    const struct dtpi_values values = {.n = n + 1, .stretches = stretches};
    err = f(call, dtp, obj_idx, &values);
    dtpi_free(stretches);
    return err;
}

int DTP_obj_parts_fill(DTP_t dtp, int obj_idx, int n, const DTP_part_s *parts)
{
    return with_parts("DTP_obj_parts_fill", dtp, obj_idx, n, parts, dtpi_obj_fill);
}

int DTP_obj_parts_check(DTP_t dtp, int obj_idx, int n, const DTP_part_s *parts)
{
    return with_parts("DTP_obj_parts_check", dtp, obj_idx, n, parts, dtpi_obj_check);
}
