#include "path.h"

#include "text_out.h"
#include "tree_text.h"

#include <stdio.h>

/* Which block of the runs element *k is in: its number; *k becomes that within the child. */
static const struct dtpi_tree *enter_block(struct dtpi_text_out *p, const struct dtpi_tree *tree, MPI_Aint *k)
{
    MPI_Aint block = 0;
    int i = 0;

    for (; i < tree->num_runs - 1; block += tree->runs[i++].count) {
        const MPI_Aint all = tree->runs[i].count * tree->runs[i].blklen * tree->runs[i].child->elements;
        if (*k < all)
            break;
        *k -= all;
    }
    const struct dtpi_run *run = &tree->runs[i];
    const MPI_Aint each = run->child->elements, child = *k / each;
    *k %= each;
    if (tree->ctor == DTPI_CONTIGUOUS)
        dtpi_text_add(p, "[%lld]", (long long) child);
    else if (run->blklen > 1)
        dtpi_text_add(p, "[%lld, %lld]", (long long) (block + child / run->blklen), (long long) (child % run->blklen));
    else
        dtpi_text_add(p, "[%lld]", (long long) (block + child));
    return run->child;
}

/* The element of an array: its indices within the part. */
static const struct dtpi_tree *enter_array(struct dtpi_text_out *p, const struct dtpi_tree *tree, MPI_Aint *k)
{
    const struct dtpi_tree *child = tree->runs[0].child;
    MPI_Aint at = *k / child->elements;

    *k %= child->elements;
    if (tree->ctor == DTPI_DARRAY || tree->num_dims == 1) {
        dtpi_text_add(p, "[%lld]", (long long) at);
        return child;
    }
    for (int d = 0; d < tree->num_dims; d++) {
        MPI_Aint inner = 1;
        for (int e = 0; e < tree->num_dims; e++)
            if (tree->order == MPI_ORDER_C ? e > d : e < d)
                inner *= tree->dims[e].subsize;
        dtpi_text_add(p, "%s%lld", d > 0 ? ", " : "[",
                      (long long) (tree->dims[d].start + at / inner % tree->dims[d].subsize));
    }
    dtpi_text_add(p, "]");
    return child;
}

int dtpi_path_print(const struct dtpi_tree *tree, MPI_Aint count, MPI_Aint k, char *buf, size_t size)
{
    struct dtpi_text_out p = {.buf = buf, .size = size};

    if (count > 1 && tree->ctor != DTPI_BASIC_TYPE)
        dtpi_text_add(&p, "instance %lld: ", (long long) (k / tree->elements));
    if (tree->ctor == DTPI_BASIC_TYPE)
        dtpi_text_add(&p, "%s %lld", tree->basic->name, (long long) k);
    k %= tree->elements;
    for (const char *dot = ""; tree->ctor != DTPI_BASIC_TYPE; dot = ".") {
        dtpi_text_add(&p, "%s%s", dot, dtpi_ctor_name(tree->ctor));
        if (tree->ctor == DTPI_SUBARRAY || tree->ctor == DTPI_DARRAY)
            tree = enter_array(&p, tree, &k);
        else if (tree->ctor == DTPI_RESIZED || tree->ctor == DTPI_DUP)
            tree = tree->runs[0].child;
        else
            tree = enter_block(&p, tree, &k);
    }
    return (int) p.length;
}
