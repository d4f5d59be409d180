/* The type tree: constructors over basic types, and what follows from them without asking MPI. */
#ifndef DTPI_TREE_H
#define DTPI_TREE_H

#include "basic.h"

#include <mpi.h>
#include <stdbool.h>

enum dtpi_ctor {
    DTPI_BASIC_TYPE,
    DTPI_CONTIGUOUS,
    DTPI_VECTOR,
    DTPI_HVECTOR,
    DTPI_INDEXED,
    DTPI_HINDEXED,
    DTPI_INDEXED_BLOCK,
    DTPI_HINDEXED_BLOCK,
    DTPI_STRUCT,
    DTPI_SUBARRAY,
    DTPI_DARRAY,
    DTPI_RESIZED,
    DTPI_DUP
};

/* Constructors: all of these but DTPI_BASIC_TYPE, from 1 on. */
enum { DTPI_NUM_CTORS = DTPI_DUP };

/* `count` blocks of `blklen` children each, block i at displacement disp + i * step: in extents of the child for
 * contiguous, vector, indexed and indexed_block, in bytes for the others.  All constructors but subarray, darray,
 * resized and dup are lists of runs; only a struct's runs have children of their own. */
struct dtpi_run {
    MPI_Aint count, blklen, disp, step;
    struct dtpi_tree *child;
};

enum dtpi_distribution { DTPI_BLOCK, DTPI_CYCLIC, DTPI_NOT_DISTRIBUTED };

/* A dimension of an array: what of it is the subarray, or how a darray deals it out to processes. */
struct dtpi_dim {
    MPI_Aint size;
    MPI_Aint subsize, start;
    enum dtpi_distribution distribution;
    MPI_Aint darg, processes;       /* darg 0: MPI_DISTRIBUTE_DFLT_DARG */
};

struct dtpi_tree {
    enum dtpi_ctor ctor;
    int references;
    const struct dtpi_basic *basic; /* of a basic type */

    int num_runs;                   /* of the constructors that are lists of runs; one run without blocks for dup, */
    struct dtpi_run *runs;          /* resized, subarray and darray, whose only child it holds */
    int num_dims;                   /* of a subarray or darray */
    int order;                      /* MPI_ORDER_C or MPI_ORDER_FORTRAN */
    struct dtpi_dim *dims;
    MPI_Aint new_lb, new_extent;    /* of a resized */
    MPI_Aint processes, rank;       /* of a darray */
    struct dtpi_tree *meaning;      /* of a darray: the same by other constructors */

    /* What follows (MPI-3.1, 4.1): bytes, but for elements.  The true bounds are 0 if there is no data. */
    MPI_Aint elements, size, lb, ub, true_lb, true_ub;
    bool bounded;                   /* lb and ub are defined: there are data, or explicit bounds */
    bool marked;                    /* they come from a resized or an array: of others they are not widened */
    bool hidden_bounds;             /* in it or below, bounds of a resized or an array are in place of others */
    bool rough;                     /* they come from unaligned data: MPIs differ in rounding such extents up */
    int alignment;                  /* of a C struct made like this */
    int depth;
};

/* Deeper trees are refused with DTP_ERR_OVERFLOW. */
enum { DTPI_MAX_DEPTH = 128 };

/* Constructors return a new tree with one reference, or NULL with a message kept (see error.h).  They take over the
 * references to the children that they are given, also when they fail, and fail if a child is NULL: so calls nest. */
struct dtpi_tree *dtpi_tree_basic(const struct dtpi_basic *basic);
struct dtpi_tree *dtpi_tree_contiguous(MPI_Aint count, struct dtpi_tree *child);
struct dtpi_tree *dtpi_tree_blocks(enum dtpi_ctor ctor, int num_runs, const struct dtpi_run *runs);
struct dtpi_tree *dtpi_tree_subarray(int num_dims, const struct dtpi_dim *dims, int order, struct dtpi_tree *child);
struct dtpi_tree *dtpi_tree_darray(MPI_Aint processes, MPI_Aint rank, int num_dims, const struct dtpi_dim *dims,
                                   int order, struct dtpi_tree *child);
struct dtpi_tree *dtpi_tree_resized(MPI_Aint lb, MPI_Aint extent, struct dtpi_tree *child);
struct dtpi_tree *dtpi_tree_dup(struct dtpi_tree *child);

struct dtpi_tree *dtpi_tree_ref(struct dtpi_tree *tree);
void dtpi_tree_free(struct dtpi_tree *tree); /* drops one reference; NULL is fine */

/* Whether both were made by the same constructors with the same arguments. */
bool dtpi_tree_equal(const struct dtpi_tree *a, const struct dtpi_tree *b);

/* Whether it is a list of displacements of blocks of one child: indexed, hindexed, indexed_block, hindexed_block. */
static inline bool dtpi_tree_is_indexed(const struct dtpi_tree *tree)
{
    return tree->ctor >= DTPI_INDEXED && tree->ctor <= DTPI_HINDEXED_BLOCK;
}

/* A list without blocks: one run of none, which keeps the child. */
static inline bool dtpi_tree_has_no_blocks(const struct dtpi_tree *tree)
{
    return tree->num_runs == 1 && tree->runs[0].count == 0;
}

/* Whether displacements are in bytes, of blocks that are all of one type. */
static inline bool dtpi_ctor_is_in_bytes(enum dtpi_ctor ctor)
{
    return ctor == DTPI_HVECTOR || ctor == DTPI_HINDEXED || ctor == DTPI_HINDEXED_BLOCK;
}

static inline MPI_Aint dtpi_tree_extent(const struct dtpi_tree *tree)
{
    return tree->ub - tree->lb;
}

static inline MPI_Aint dtpi_tree_true_extent(const struct dtpi_tree *tree)
{
    return tree->true_ub - tree->true_lb;
}

/* Bytes that one unit of disp and step stands for. */
MPI_Aint dtpi_run_unit(enum dtpi_ctor ctor, const struct dtpi_run *run);

/* Bytes from one element of dimension d of a subarray to the next. */
MPI_Aint dtpi_dim_stride(const struct dtpi_tree *subarray, int d);

#endif
