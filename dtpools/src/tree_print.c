/* From trees to texts. */
#include "alloc.h"
#include "text_out.h"
#include "tree_syntax.h"
#include "tree_text.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

const char dtpi_distribution_letters[] = "bcn";

const struct dtpi_syntax dtpi_syntaxes[DTPI_NUM_CTORS] = {
    {DTPI_CONTIGUOUS, "contiguous", "l"},
    {DTPI_VECTOR, "vector", "cls"},
    {DTPI_HVECTOR, "hvector", "cls"},
    {DTPI_INDEXED, "indexed", "bd"},
    {DTPI_HINDEXED, "hindexed", "bd"},
    {DTPI_INDEXED_BLOCK, "indexed_block", "ld"},
    {DTPI_HINDEXED_BLOCK, "hindexed_block", "ld"},
    {DTPI_STRUCT, "struct", "bdt"},
    {DTPI_SUBARRAY, "subarray", "a"},
    {DTPI_DARRAY, "darray", "D"},
    {DTPI_RESIZED, "resized", "r"},
    {DTPI_DUP, "dup", ""},
};

/* Every constructor has one; basic types have none. */
static const struct dtpi_syntax *syntax_of(enum dtpi_ctor ctor)
{
    const struct dtpi_syntax *s = dtpi_syntaxes;

    while (s->ctor != ctor)
        s++;
    return s;
}

const char *dtpi_ctor_name(enum dtpi_ctor ctor)
{
    return syntax_of(ctor)->name;
}

static void put_tree(struct dtpi_text_out *out, const struct dtpi_tree *tree);

static void put_repeated(struct dtpi_text_out *out, MPI_Aint times)
{
    if (times > 1)
        dtpi_text_add(out, "%lldx", (long long) times);
}

static void put_blklens(struct dtpi_text_out *out, const struct dtpi_tree *tree)
{
    dtpi_text_add(out, "{");
    for (int i = 0, j; i < tree->num_runs && !dtpi_tree_has_no_blocks(tree); i = j) {
        MPI_Aint same = 0;
        for (j = i; j < tree->num_runs && tree->runs[j].blklen == tree->runs[i].blklen; j++)
            same += tree->runs[j].count;
        dtpi_text_add(out, i > 0 ? ", " : "");
        put_repeated(out, same);
        dtpi_text_add(out, "%lld", (long long) tree->runs[i].blklen);
    }
    dtpi_text_add(out, "}");
}

static void put_displs(struct dtpi_text_out *out, const struct dtpi_tree *tree)
{
    dtpi_text_add(out, "{");
    for (int i = 0; i < tree->num_runs && !dtpi_tree_has_no_blocks(tree); i++) {
        const struct dtpi_run *run = &tree->runs[i];
        dtpi_text_add(out, i > 0 ? ", " : "");
        if (run->count > 1 && run->step == 0)
            put_repeated(out, run->count);
        dtpi_text_add(out, "%lld", (long long) run->disp);
        if (run->count > 1 && run->step != 0)
            dtpi_text_add(out, "..%lld/%lld", (long long) (run->disp + (run->count - 1) * run->step),
                          (long long) run->step);
    }
    dtpi_text_add(out, "}");
}

static void put_trees(struct dtpi_text_out *out, const struct dtpi_tree *tree)
{
    dtpi_text_add(out, "{");
    for (int i = 0, j; i < tree->num_runs; i = j) {
        MPI_Aint same = 0;
        for (j = i; j < tree->num_runs && tree->runs[j].child == tree->runs[i].child; j++)
            same += tree->runs[j].count;
        dtpi_text_add(out, i > 0 ? ", " : "");
        put_repeated(out, same);
        put_tree(out, tree->runs[i].child);
    }
    dtpi_text_add(out, "}");
}

static void put_order(struct dtpi_text_out *out, const struct dtpi_tree *tree)
{
    dtpi_text_add(out, "%s", tree->order == MPI_ORDER_C ? "C" : "F");
}

/* One number of each dimension: the one at this offset in a struct dtpi_dim. */
static void put_dims(struct dtpi_text_out *out, const struct dtpi_tree *tree, size_t offset)
{
    for (int d = 0; d < tree->num_dims; d++) {
        MPI_Aint number;
        memcpy(&number, (const char *) &tree->dims[d] + offset, sizeof number);
        dtpi_text_add(out, "%s%lld", d > 0 ? ", " : "{", (long long) number);
    }
    dtpi_text_add(out, "}, ");
}

static void put_subarray(struct dtpi_text_out *out, const struct dtpi_tree *tree)
{
    put_dims(out, tree, offsetof(struct dtpi_dim, size));
    put_dims(out, tree, offsetof(struct dtpi_dim, subsize));
    put_dims(out, tree, offsetof(struct dtpi_dim, start));
    put_order(out, tree);
}

static void put_darray(struct dtpi_text_out *out, const struct dtpi_tree *tree)
{
    dtpi_text_add(out, "%lld, %lld, ", (long long) tree->processes, (long long) tree->rank);
    put_dims(out, tree, offsetof(struct dtpi_dim, size));
    for (int d = 0; d < tree->num_dims; d++)
        dtpi_text_add(out, "%s%c", d > 0 ? ", " : "{", dtpi_distribution_letters[tree->dims[d].distribution]);
    dtpi_text_add(out, "}, ");
    put_dims(out, tree, offsetof(struct dtpi_dim, darg));
    put_dims(out, tree, offsetof(struct dtpi_dim, processes));
    put_order(out, tree);
}

static void put_argument(struct dtpi_text_out *out, const struct dtpi_tree *tree, char argument)
{
    const struct dtpi_run *run = &tree->runs[0];

    switch (argument) {
        case 'c': dtpi_text_add(out, "%lld", (long long) run->count); break;
        case 'l': dtpi_text_add(out, "%lld", (long long) run->blklen); break;
        case 's': dtpi_text_add(out, "%lld", (long long) run->step); break;
        case 'b': put_blklens(out, tree); break;
        case 'd': put_displs(out, tree); break;
        case 't': put_trees(out, tree); break;
        case 'a': put_subarray(out, tree); break;
        case 'D': put_darray(out, tree); break;
        default: dtpi_text_add(out, "%lld, %lld", (long long) tree->new_lb, (long long) tree->new_extent);
    }
}

static void put_tree(struct dtpi_text_out *out, const struct dtpi_tree *tree)
{
    const struct dtpi_syntax *s;

    if (tree->ctor == DTPI_BASIC_TYPE) {
        dtpi_text_add(out, "%s", tree->basic->name);
        return;
    }
    s = syntax_of(tree->ctor);
    dtpi_text_add(out, "%s(", s->name);
    for (const char *a = s->arguments; *a; a++) {
        dtpi_text_add(out, a > s->arguments ? ", " : "");
        put_argument(out, tree, *a);
    }
    if (tree->ctor != DTPI_STRUCT) {
        dtpi_text_add(out, *s->arguments ? ", " : "");
        put_tree(out, tree->runs[0].child);
    }
    dtpi_text_add(out, ")");
}

int dtpi_tree_print(const struct dtpi_tree *tree, char *buf, size_t size)
{
    struct dtpi_text_out out = {.buf = buf, .size = size};

    put_tree(&out, tree);
    return (int) out.length;
}

int dtpi_object_print(MPI_Aint count, const struct dtpi_tree *tree, char *buf, size_t size)
{
    struct dtpi_text_out out = {.buf = buf, .size = size};

    dtpi_text_add(&out, "%lld*", (long long) count);
    put_tree(&out, tree);
    return (int) out.length;
}

char *dtpi_tree_text(const struct dtpi_tree *tree)
{
    const size_t size = (size_t) dtpi_tree_print(tree, NULL, 0) + 1;
    char *text = dtpi_alloc(size, 1);

    if (text)
        (void) dtpi_tree_print(tree, text, size);
    return text;
}

char *dtpi_object_text(MPI_Aint count, const struct dtpi_tree *tree)
{
    const size_t size = (size_t) dtpi_object_print(count, tree, NULL, 0) + 1;
    char *text = dtpi_alloc(size, 1);

    if (text)
        (void) dtpi_object_print(count, tree, text, size);
    return text;
}
