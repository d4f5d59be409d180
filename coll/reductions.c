/* Reductions with all predefined operators, of elements one after the other: for every basic type. */
#include "blocks/blocks.h"

#define OPERANDS H_OPERANDS(c), h_op(c), H_COMM(c)
#define ROOTED H_OPERANDS(c), h_op(c), H_ROOT(c), H_COMM(c)
#define SCATTERED(SHARES) (c)->from->buf, (c)->to->buf, SHARES, h_used(c)->type, h_op(c), H_COMM(c)
H_FORMS(reduce, Reduce, REDUCE, Ireduce, IREDUCE, ROOTED, ROOTED)
H_FORMS(scan, Scan, SCAN, Iscan, ISCAN, OPERANDS, OPERANDS)
H_FORMS(exscan, Exscan, EXSCAN, Iexscan, IEXSCAN, OPERANDS, OPERANDS)
H_FORMS(scatter, Reduce_scatter, REDUCE_SCATTER, Ireduce_scatter, IREDUCE_SCATTER, SCATTERED(H_RECVCOUNTS(c)),
        SCATTERED(H_RECVCOUNTS_C(c)))
H_FORMS(scatter_block, Reduce_scatter_block, REDUCE_SCATTER_BLOCK, Ireduce_scatter_block, IREDUCE_SCATTER_BLOCK,
        SCATTERED(*H_RECVCOUNTS(c)), SCATTERED(*H_RECVCOUNTS_C(c)))

enum { FLAGS = H_REDUCES | H_IN_PLACE_SEND };

static const struct h_operation operations[] = {
    {reduce, H_NUM(reduce), h_reduce_blocks, FLAGS | H_ROOTED},
    {scan, H_NUM(scan), h_scan_blocks, FLAGS},
    {exscan, H_NUM(exscan), h_exscan_blocks, FLAGS},
    {scatter, H_NUM(scatter), h_reduce_scatter_blocks, FLAGS | H_COUNTS_RECV},
    {scatter_block, H_NUM(scatter_block), h_reduce_scatter_blocks, FLAGS},
};

static void run(void)
{
    h_each_of_operations(H_WORLD | H_SPLIT, H_NUM(operations), operations);
}

const struct h_program h_program = {"reductions of a basic type", 0, run};
