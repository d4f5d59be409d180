/* From texts to trees. */
#include "tree_text.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"
#include "text_list.h"
#include "tree_syntax.h"

#include <stddef.h>
#include <string.h>

static struct dtpi_tree *read_tree(struct dtpi_in *in);

static struct dtpi_tree *fail_unless(struct dtpi_in *in, struct dtpi_tree *tree)
{
    if (!tree && !in->err) /* a constructor refused; it left the message */
        in->err = dtpi_error_code();
    return tree;
}

/* indexed and the like, hindexed_block and the like, struct */
static struct dtpi_tree *read_lists(struct dtpi_in *in, const struct dtpi_syntax *s)
{
    struct dtpi_list lists[3] = {{0}, {0}, {0}};
    struct dtpi_tree *child = NULL, *tree = NULL;
    struct dtpi_run *runs = NULL;
    MPI_Aint blklen = 0;
    int num_runs = 0;
    bool good = *s->arguments == 'l' ? dtpi_in_count(in, &blklen) : dtpi_list_read(in, NULL, &lists[0]);

    good = good && dtpi_in_need(in, ",") && dtpi_list_read(in, NULL, &lists[1]) && dtpi_in_need(in, ",");
    if (s->ctor == DTPI_STRUCT)
        good = good && dtpi_list_read(in, read_tree, &lists[2]);
    else
        good = good && (child = read_tree(in)) != NULL;
    good = good && dtpi_list_runs(in, s, lists, blklen, child, &runs, &num_runs);
    if (good && num_runs == 0 && s->ctor != DTPI_STRUCT) { /* no blocks: a run of none keeps the child */
        runs[0] = (struct dtpi_run) {.blklen = blklen, .child = dtpi_tree_ref(child)};
        num_runs = 1;
    }
    if (good) {
        tree = fail_unless(in, dtpi_tree_blocks(s->ctor, num_runs, runs));
        num_runs = 0;
    }
    for (int i = 0; i < num_runs; i++)
        dtpi_tree_free(runs[i].child);
    for (int i = 0; i < 3; i++)
        dtpi_list_free(&lists[i]);
    dtpi_tree_free(child);
    dtpi_free(runs);
    return tree;
}

static struct dtpi_tree *read_vector(struct dtpi_in *in, const struct dtpi_syntax *s)
{
    struct dtpi_run run = {.count = 1};
    bool good = true;

    for (const char *a = s->arguments; *a && good; a++)
        good = (*a == 'c'   ? dtpi_in_count(in, &run.count)
                : *a == 'l' ? dtpi_in_count(in, &run.blklen)
                            : dtpi_in_number(in, &run.step)) &&
               dtpi_in_need(in, ",");
    run.child = good ? read_tree(in) : NULL;
    return run.child ? fail_unless(in, dtpi_tree_blocks(s->ctor, 1, &run)) : NULL;
}

static struct dtpi_tree *read_resized(struct dtpi_in *in)
{
    MPI_Aint lb, extent;
    struct dtpi_tree *child = NULL;

    if (dtpi_in_number(in, &lb) && dtpi_in_need(in, ",") && dtpi_in_number(in, &extent) && dtpi_in_need(in, ","))
        child = read_tree(in);
    return child ? fail_unless(in, dtpi_tree_resized(lb, extent, child)) : NULL;
}

static bool plain_numbers(const struct dtpi_list *list)
{
    for (int i = 0; i < list->n; i++)
        if (list->items[i].count != 1)
            return false;
    return true;
}

enum { MAX_DIMS = 8 };

/* What arrays have: their dimensions, an order, and a child. */
struct array {
    int n;
    struct dtpi_dim dims[MAX_DIMS];
    int order;
};

/* A list with a number for each dimension, the first list to be read deciding how many; and the comma after it.  Where
 * the numbers go is an offset in a struct dtpi_dim. */
static bool read_dims(struct dtpi_in *in, struct array *a, size_t offset)
{
    struct dtpi_list list;
    bool good = dtpi_list_read(in, NULL, &list);

    if (good && a->n == 0)
        a->n = list.n;
    if (good && (list.n < 1 || list.n > MAX_DIMS || list.n != a->n || !plain_numbers(&list)))
        good = dtpi_in_expected(in, "a list with a number for each of 1 to 8 dimensions, as many as in the others");
    for (int d = 0; good && d < a->n; d++)
        memcpy((char *) &a->dims[d] + offset, &list.items[d].value, sizeof list.items[d].value);
    dtpi_list_free(&list);
    return good && dtpi_in_need(in, ",");
}

/* The order, and the child; NULL if there was an error. */
static struct dtpi_tree *read_order_and_child(struct dtpi_in *in, struct array *a)
{
    bool c = dtpi_in_take(in, "C");

    if (!c && !dtpi_in_take(in, "F")) {
        (void) dtpi_in_expected(in, "C or F");
        return NULL;
    }
    a->order = c ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    return dtpi_in_need(in, ",") ? read_tree(in) : NULL;
}

static struct dtpi_tree *read_subarray(struct dtpi_in *in)
{
    struct array a = {.n = 0};
    struct dtpi_tree *child;

    if (!read_dims(in, &a, offsetof(struct dtpi_dim, size)) || !read_dims(in, &a, offsetof(struct dtpi_dim, subsize)) ||
        !read_dims(in, &a, offsetof(struct dtpi_dim, start)))
        return NULL;
    for (int d = 0; d < a.n; d++) {
        const struct dtpi_dim *dim = &a.dims[d];
        if (dim->size < 1 || dim->subsize < 1 || dim->subsize > dim->size || dim->start < 0 ||
            dim->start > dim->size - dim->subsize) {
            (void) dtpi_in_expected(in, "1 <= subsize <= size and 0 <= start <= size - subsize in each dimension");
            return NULL;
        }
    }
    child = read_order_and_child(in, &a);
    return child ? fail_unless(in, dtpi_tree_subarray(a.n, a.dims, a.order, child)) : NULL;
}

/* The distributions, a letter for each dimension, and the comma after the list. */
static bool read_distributions(struct dtpi_in *in, struct array *a)
{
    for (int d = 0; d < a->n; d++) {
        const char *letter;
        if (!dtpi_in_need(in, d > 0 ? "," : "{"))
            return false;
        dtpi_in_skip(in);
        letter = *in->at ? strchr(dtpi_distribution_letters, *in->at) : NULL;
        if (!letter)
            return dtpi_in_expected(in, "b, c or n for each dimension");
        a->dims[d].distribution = (enum dtpi_distribution) (letter - dtpi_distribution_letters);
        in->at++;
    }
    return dtpi_in_need(in, "}") && dtpi_in_need(in, ",");
}

/* What the standard asks of the arguments (MPI-3.1, 4.1.4). */
static bool check_darray(struct dtpi_in *in, MPI_Aint processes, MPI_Aint rank, const struct array *a)
{
    MPI_Aint product = 1, room;

    for (int d = 0; d < a->n; d++) {
        const struct dtpi_dim *dim = &a->dims[d];
        if (dim->size < 1 || dim->processes < 1 || dim->darg < 0 || !dtpi_mul(product, dim->processes, &product))
            return dtpi_in_expected(in, "sizes and process counts of 1 or more, "
                                        "and distribution arguments of 0 or more");
        if (dim->distribution == DTPI_NOT_DISTRIBUTED && (dim->processes != 1 || dim->darg != 0))
            return dtpi_in_expected(in, "1 process and distribution argument 0 in a dimension that is not distributed");
        if (dim->distribution == DTPI_BLOCK && dim->darg > 0 &&
            dtpi_mul(dim->darg, dim->processes, &room) && room < dim->size)
            return dtpi_in_expected(in, "blocks that are large enough for all of the dimension");
    }
    return (product == processes && rank >= 0 && rank < processes) ||
           dtpi_in_expected(in, "as many processes as the dimensions have together, and a rank below that");
}

static struct dtpi_tree *read_darray(struct dtpi_in *in)
{
    struct array a = {.n = 0};
    struct dtpi_tree *child;
    MPI_Aint processes, rank;

    if (!dtpi_in_count(in, &processes) || !dtpi_in_need(in, ",") ||
        !dtpi_in_count(in, &rank) || !dtpi_in_need(in, ",") ||
        !read_dims(in, &a, offsetof(struct dtpi_dim, size)) || !read_distributions(in, &a) ||
        !read_dims(in, &a, offsetof(struct dtpi_dim, darg)) ||
        !read_dims(in, &a, offsetof(struct dtpi_dim, processes)) ||
        !check_darray(in, processes, rank, &a))
        return NULL;
    child = read_order_and_child(in, &a);
    return child ? fail_unless(in, dtpi_tree_darray(processes, rank, a.n, a.dims, a.order, child)) : NULL;
}

static struct dtpi_tree *read_dup(struct dtpi_in *in)
{
    struct dtpi_tree *child = read_tree(in);

    return child ? fail_unless(in, dtpi_tree_dup(child)) : NULL;
}

static struct dtpi_tree *read_constructor(struct dtpi_in *in, const struct dtpi_syntax *s)
{
    switch (s->ctor) {
        case DTPI_CONTIGUOUS:
        case DTPI_VECTOR:
        case DTPI_HVECTOR:
            return read_vector(in, s);
        case DTPI_SUBARRAY:
            return read_subarray(in);
        case DTPI_DARRAY:
            return read_darray(in);
        case DTPI_RESIZED:
            return read_resized(in);
        case DTPI_DUP:
            return read_dup(in);
        default:
            return read_lists(in, s);
    }
}

static struct dtpi_tree *read_tree(struct dtpi_in *in)
{
    const struct dtpi_syntax *s = dtpi_syntaxes, *end = dtpi_syntaxes + DTPI_NUM_CTORS;
    const struct dtpi_basic *basic;
    struct dtpi_tree *tree;
    size_t word;

    dtpi_in_skip(in);
    word = strspn(in->at, DTPI_WORD);
    if (word == 1 && *in->at == 'T' && in->variables) {
        in->at++;
        return dtpi_tree_ref(in->variables->type);
    }
    basic = dtpi_basic_named(in->at, word);
    if (basic) {
        in->at += word;
        /* of several names of a handle, the first */
        return fail_unless(in, dtpi_tree_basic(dtpi_basic_of(basic->type)));
    }
    while (s < end && (strlen(s->name) != word || strncmp(s->name, in->at, word) != 0))
        s++;
    if (s == end || in->depth == DTPI_MAX_DEPTH) {
        (void) dtpi_in_expected(in, s == end ? "a basic type or a constructor" : "fewer levels of nesting");
        return NULL;
    }
    in->at += word;
    in->depth++;
    tree = dtpi_in_need(in, "(") ? read_constructor(in, s) : NULL;
    in->depth--;
    if (tree && dtpi_in_need(in, ")"))
        return tree;
    dtpi_tree_free(tree);
    return NULL;
}

int dtpi_object_parse(const char *text, MPI_Aint *count, struct dtpi_tree **tree)
{
    return dtpi_object_parse_with(text, NULL, count, tree);
}

int dtpi_object_parse_with(const char *text, const struct dtpi_variables *variables, MPI_Aint *count,
                           struct dtpi_tree **tree)
{
    struct dtpi_in in = {.text = text, .at = text, .variables = variables, .err = DTP_SUCCESS};

    *tree = NULL;
    if (dtpi_in_count(&in, count) && dtpi_in_need(&in, "*"))
        *tree = read_tree(&in);
    dtpi_in_skip(&in);
    if (*tree && *in.at != '\0' && *in.at != '#') {
        (void) dtpi_in_expected(&in, "the end");
        dtpi_tree_free(*tree);
        *tree = NULL;
    }
    return *tree ? DTP_SUCCESS : in.err;
}
