/* From texts to trees. */
#include "tree_text.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"
#include "tree_syntax.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define WORD "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

struct in {
    const char *text, *at;
    const struct dtpi_variables *variables; /* or NULL */
    int depth;
    int err;         /* the first error, or DTP_SUCCESS */
};

/* A list as read: progressions of numbers, or repeated trees. */
struct item {
    MPI_Aint count, value, step;
    struct dtpi_tree *tree;
};

struct list {
    int n, room;
    struct item *items;
};

static bool expected(struct in *in, const char *what)
{
    if (!in->err)
        in->err = dtpi_error(DTP_ERR_TEXT, "column %d: expected %s, found '%.20s'", (int) (in->at - in->text) + 1, what,
                             in->at);
    return false;
}

static void skip_blanks(struct in *in)
{
    in->at += strspn(in->at, " \t\n");
}

static bool take(struct in *in, const char *word)
{
    skip_blanks(in);
    if (strncmp(in->at, word, strlen(word)) != 0)
        return false;
    in->at += strlen(word);
    return true;
}

static bool need(struct in *in, const char *word)
{
    char quoted[8];

    if (!in->err && take(in, word))
        return true;
    (void) snprintf(quoted, sizeof quoted, "'%s'", word);
    return expected(in, quoted);
}

/* The value of a variable that stands here, or NULL.  Its name is one letter, and no word goes on after it, but for
 * an x ("n times") and what that begins. */
static const MPI_Aint *variable(const struct in *in)
{
    const char *name = in->variables && *in->at ? strchr(in->variables->names, *in->at) : NULL;

    if (!name || (in->at[1] != 'x' && strspn(in->at + 1, WORD) > 0))
        return NULL;
    return &in->variables->values[name - in->variables->names];
}

static bool at_factor(const struct in *in)
{
    const char c = *in->at;

    return (c >= '0' && c <= '9') || c == '(' || c == '-' || variable(in);
}

static bool too_large(struct in *in)
{
    return expected(in, "a number that fits an MPI_Aint");
}

static bool read_digits(struct in *in, bool minus, MPI_Aint *value)
{
    MPI_Aint n = 0;

    if (*in->at < '0' || *in->at > '9')
        return expected(in, "a number");
    for (; *in->at >= '0' && *in->at <= '9'; in->at++)
        if (!dtpi_mul(n, 10, &n) || !dtpi_add(n, minus ? '0' - *in->at : *in->at - '0', &n))
            return too_large(in);
    *value = n;
    return true;
}

static bool read_sum(struct in *in, MPI_Aint *value);

/* What stands between parentheses. */
static bool read_inner(struct in *in, MPI_Aint *value)
{
    if (++in->depth > DTPI_MAX_DEPTH)
        return expected(in, "fewer levels of nesting");
    if (!read_sum(in, value) || !need(in, ")"))
        return false;
    in->depth--;
    return true;
}

static bool read_factor(struct in *in, MPI_Aint *value)
{
    bool minus = take(in, "-");

    if (variable(in)) {
        *value = *variable(in);
        in->at++;
    } else if (!take(in, "(")) {
        return read_digits(in, minus, value);
    } else if (!read_inner(in, value)) {
        return false;
    }
    return !minus || dtpi_sub(0, *value, value) || too_large(in);
}

static bool read_product(struct in *in, MPI_Aint *value)
{
    MPI_Aint factor;

    if (!read_factor(in, value))
        return false;
    for (;;) {
        const char *start = in->at;
        if (!take(in, "*"))
            return true;
        skip_blanks(in);
        if (!at_factor(in)) { /* the * between an object's count and its tree */
            in->at = start;
            return true;
        }
        if (!read_factor(in, &factor))
            return false;
        if (!dtpi_mul(*value, factor, value))
            return too_large(in);
    }
}

static bool read_sum(struct in *in, MPI_Aint *value)
{
    MPI_Aint term;

    if (!read_product(in, value))
        return false;
    for (;;) {
        bool plus = take(in, "+"), minus = !plus && take(in, "-");
        if (!plus && !minus)
            return true;
        if (!read_product(in, &term))
            return false;
        if (!(plus ? dtpi_add(*value, term, value) : dtpi_sub(*value, term, value)))
            return too_large(in);
    }
}

static bool read_number(struct in *in, MPI_Aint *value)
{
    if (in->err)
        return false;
    if (++in->depth > DTPI_MAX_DEPTH)
        return expected(in, "fewer levels of nesting");
    skip_blanks(in);
    if (!read_sum(in, value))
        return false;
    in->depth--;
    return true;
}

/* A number that counts something. */
static bool read_count(struct in *in, MPI_Aint *value)
{
    const char *start = in->at;

    if (!read_number(in, value))
        return false;
    if (*value >= 0)
        return true;
    in->at = start;
    return expected(in, "a number that is not negative");
}

static struct dtpi_tree *read_tree(struct in *in);

static void free_list(struct list *list)
{
    for (int i = 0; i < list->n; i++)
        dtpi_tree_free(list->items[i].tree);
    dtpi_free(list->items);
    *list = (struct list) {0};
}

static bool append(struct in *in, struct list *list, const struct item *item)
{
    if (list->n == list->room) {
        int room = list->room ? 2 * list->room : 8;
        struct item *items = dtpi_realloc(list->items, (size_t) room, sizeof *items);
        if (!items) {
            in->err = DTP_ERR_NO_MEM;
            return false;
        }
        list->items = items;
        list->room = room;
    }
    list->items[list->n++] = *item;
    return true;
}

/* first, or first..last/step */
static bool read_progression(struct in *in, struct item *item)
{
    MPI_Aint last, reach;

    if (!take(in, ".."))
        return true;
    if (!read_number(in, &last) || !need(in, "/") || !read_number(in, &item->step))
        return false;
    if (item->step == 0 || !dtpi_sub(last, item->value, &reach) || reach >= DTPI_AINT_MAX || reach <= -DTPI_AINT_MAX ||
        reach % item->step != 0 || reach / item->step < 0)
        return expected(in, "a last number that the step leads to");
    item->count = reach / item->step + 1;
    return true;
}

/* Whether a "n x" stands here; then it is taken. */
static bool read_times(struct in *in, MPI_Aint *times)
{
    const char *start = in->at;

    skip_blanks(in);
    if (at_factor(in) && *in->at != '-' && read_number(in, times) && take(in, "x"))
        return true;
    if (!in->err)
        in->at = start;
    *times = 1;
    return false;
}

static bool read_item(struct in *in, bool trees, struct item *item)
{
    bool repeated = read_times(in, &item->count);

    item->step = 0;
    item->tree = NULL;
    if (in->err)
        return false;
    if (item->count == 0)
        return expected(in, "an item that is there at least once");
    if (trees)
        return (item->tree = read_tree(in)) != NULL;
    return read_number(in, &item->value) && (repeated || read_progression(in, item));
}

static bool read_list(struct in *in, bool trees, struct list *list)
{
    struct item item;

    *list = (struct list) {0};
    if (!need(in, "{"))
        return false;
    if (take(in, "}"))
        return true;
    do {
        if (!read_item(in, trees, &item))
            return false;
        if (!append(in, list, &item)) {
            dtpi_tree_free(item.tree);
            return false;
        }
    } while (take(in, ","));
    return need(in, "}");
}

/* Takes from items of several lists together: the next n for which none of them changes. */
struct zip {
    const struct list *list;
    int item;
    MPI_Aint done; /* of the item */
};

static const struct item *zip_item(const struct zip *z)
{
    return z->item < z->list->n ? &z->list->items[z->item] : NULL;
}

static void zip_take(struct zip *z, MPI_Aint n)
{
    z->done += n;
    if (z->done == zip_item(z)->count) {
        z->item++;
        z->done = 0;
    }
}

/* The most runs that the lists can make, a progression of block lengths being one each; -1: more than there can be. */
static int most_runs(const struct list lists[3])
{
    MPI_Aint most = 1;

    for (int l = 0; l < 3; l++)
        for (int i = 0; i < lists[l].n; i++) {
            const struct item *item = &lists[l].items[i];
            if (!dtpi_add(most, l == 0 && item->step != 0 ? item->count : 1, &most) || most > INT_MAX)
                return -1;
        }
    return (int) most;
}

/* The runs that block lengths, displacements and, for a struct, trees make; the trees of the runs are references.
 * Where there is no list of block lengths or trees, blklen and child hold for all. */
static bool zip_runs(struct in *in, const struct dtpi_syntax *s, const struct list lists[3], MPI_Aint blklen,
                     struct dtpi_tree *child, struct dtpi_run **runs, int *num_runs)
{
    struct zip b = {.list = &lists[0]}, d = {.list = &lists[1]}, t = {.list = &lists[2]};
    bool has_b = *s->arguments == 'b', has_t = s->ctor == DTPI_STRUCT;
    int most = most_runs(lists);
    struct dtpi_run *run = most > 0 ? dtpi_alloc((size_t) most, sizeof *run) : NULL;

    *num_runs = 0;
    *runs = run;
    if (most < 0)
        return expected(in, "fewer block lengths");
    if (!run) {
        in->err = DTP_ERR_NO_MEM;
        return false;
    }
    for (; zip_item(&d) && (!has_b || zip_item(&b)) && (!has_t || zip_item(&t)); run++, ++*num_runs) {
        MPI_Aint n = zip_item(&d)->count - d.done;
        n = has_b ? dtpi_min(n, zip_item(&b)->count - b.done) : n;
        n = has_t ? dtpi_min(n, zip_item(&t)->count - t.done) : n;
        run->count = n;
        run->blklen = has_b ? zip_item(&b)->value + b.done * zip_item(&b)->step : blklen;
        if (has_b && zip_item(&b)->step != 0)
            run->count = n = 1;
        run->disp = zip_item(&d)->value + d.done * zip_item(&d)->step;
        run->step = n > 1 ? zip_item(&d)->step : 0;
        run->child = dtpi_tree_ref(has_t ? zip_item(&t)->tree : child);
        zip_take(&d, n);
        if (has_b)
            zip_take(&b, n);
        if (has_t)
            zip_take(&t, n);
        if (run->blklen < 0) {
            ++*num_runs;
            return expected(in, "block lengths that are not negative");
        }
    }
    if (zip_item(&d) || (has_b && zip_item(&b)) || (has_t && zip_item(&t)))
        return expected(in, "lists of the same length");
    return true;
}

static struct dtpi_tree *fail_unless(struct in *in, struct dtpi_tree *tree)
{
    if (!tree && !in->err) /* a constructor refused; it left the message */
        in->err = dtpi_error_code();
    return tree;
}

/* indexed and the like, hindexed_block and the like, struct */
static struct dtpi_tree *read_lists(struct in *in, const struct dtpi_syntax *s)
{
    struct list lists[3] = {{0}, {0}, {0}};
    struct dtpi_tree *child = NULL, *tree = NULL;
    struct dtpi_run *runs = NULL;
    MPI_Aint blklen = 0;
    int num_runs = 0;
    bool good = *s->arguments == 'l' ? read_count(in, &blklen) : read_list(in, false, &lists[0]);

    good = good && need(in, ",") && read_list(in, false, &lists[1]) && need(in, ",");
    if (s->ctor == DTPI_STRUCT)
        good = good && read_list(in, true, &lists[2]);
    else
        good = good && (child = read_tree(in)) != NULL;
    good = good && zip_runs(in, s, lists, blklen, child, &runs, &num_runs);
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
        free_list(&lists[i]);
    dtpi_tree_free(child);
    dtpi_free(runs);
    return tree;
}

static struct dtpi_tree *read_vector(struct in *in, const struct dtpi_syntax *s)
{
    struct dtpi_run run = {.count = 1};
    bool good = true;

    for (const char *a = s->arguments; *a && good; a++)
        good = (*a == 'c'   ? read_count(in, &run.count)
                : *a == 'l' ? read_count(in, &run.blklen)
                            : read_number(in, &run.step)) &&
               need(in, ",");
    run.child = good ? read_tree(in) : NULL;
    return run.child ? fail_unless(in, dtpi_tree_blocks(s->ctor, 1, &run)) : NULL;
}

static struct dtpi_tree *read_resized(struct in *in)
{
    MPI_Aint lb, extent;
    struct dtpi_tree *child = NULL;

    if (read_number(in, &lb) && need(in, ",") && read_number(in, &extent) && need(in, ","))
        child = read_tree(in);
    return child ? fail_unless(in, dtpi_tree_resized(lb, extent, child)) : NULL;
}

static bool plain_numbers(const struct list *list)
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
 * the numbers go is told by an offset in a struct dtpi_dim. */
static bool read_dims(struct in *in, struct array *a, size_t offset)
{
    struct list list;
    bool good = read_list(in, false, &list);

    if (good && a->n == 0)
        a->n = list.n;
    if (good && (list.n < 1 || list.n > MAX_DIMS || list.n != a->n || !plain_numbers(&list)))
        good = expected(in, "a list with a number for each of 1 to 8 dimensions, as many as in the others");
    for (int d = 0; good && d < a->n; d++)
        memcpy((char *) &a->dims[d] + offset, &list.items[d].value, sizeof list.items[d].value);
    free_list(&list);
    return good && need(in, ",");
}

/* The order, and the child; NULL if there was an error. */
static struct dtpi_tree *read_order_and_child(struct in *in, struct array *a)
{
    bool c = take(in, "C");

    if (!c && !take(in, "F")) {
        (void) expected(in, "C or F");
        return NULL;
    }
    a->order = c ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    return need(in, ",") ? read_tree(in) : NULL;
}

static struct dtpi_tree *read_subarray(struct in *in)
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
            (void) expected(in, "1 <= subsize <= size and 0 <= start <= size - subsize in each dimension");
            return NULL;
        }
    }
    child = read_order_and_child(in, &a);
    return child ? fail_unless(in, dtpi_tree_subarray(a.n, a.dims, a.order, child)) : NULL;
}

/* The distributions, a letter for each dimension, and the comma after the list. */
static bool read_distributions(struct in *in, struct array *a)
{
    for (int d = 0; d < a->n; d++) {
        const char *letter;
        if (!need(in, d > 0 ? "," : "{"))
            return false;
        skip_blanks(in);
        letter = *in->at ? strchr(dtpi_distribution_letters, *in->at) : NULL;
        if (!letter)
            return expected(in, "b, c or n for each dimension");
        a->dims[d].distribution = (enum dtpi_distribution) (letter - dtpi_distribution_letters);
        in->at++;
    }
    return need(in, "}") && need(in, ",");
}

/* What the standard asks of the arguments (MPI-3.1, 4.1.4). */
static bool check_darray(struct in *in, MPI_Aint processes, MPI_Aint rank, const struct array *a)
{
    MPI_Aint product = 1, room;

    for (int d = 0; d < a->n; d++) {
        const struct dtpi_dim *dim = &a->dims[d];
        if (dim->size < 1 || dim->processes < 1 || dim->darg < 0 || !dtpi_mul(product, dim->processes, &product))
            return expected(in, "sizes and process counts of 1 or more, and distribution arguments of 0 or more");
        if (dim->distribution == DTPI_NOT_DISTRIBUTED && (dim->processes != 1 || dim->darg != 0))
            return expected(in, "1 process and distribution argument 0 in a dimension that is not distributed");
        if (dim->distribution == DTPI_BLOCK && dim->darg > 0 &&
            dtpi_mul(dim->darg, dim->processes, &room) && room < dim->size)
            return expected(in, "blocks that are large enough for all of the dimension");
    }
    return (product == processes && rank >= 0 && rank < processes) ||
           expected(in, "as many processes as the dimensions have together, and a rank below that");
}

static struct dtpi_tree *read_darray(struct in *in)
{
    struct array a = {.n = 0};
    struct dtpi_tree *child;
    MPI_Aint processes, rank;

    if (!read_count(in, &processes) || !need(in, ",") || !read_count(in, &rank) || !need(in, ",") ||
        !read_dims(in, &a, offsetof(struct dtpi_dim, size)) || !read_distributions(in, &a) ||
        !read_dims(in, &a, offsetof(struct dtpi_dim, darg)) ||
        !read_dims(in, &a, offsetof(struct dtpi_dim, processes)) ||
        !check_darray(in, processes, rank, &a))
        return NULL;
    child = read_order_and_child(in, &a);
    return child ? fail_unless(in, dtpi_tree_darray(processes, rank, a.n, a.dims, a.order, child)) : NULL;
}

static struct dtpi_tree *read_dup(struct in *in)
{
    struct dtpi_tree *child = read_tree(in);

    return child ? fail_unless(in, dtpi_tree_dup(child)) : NULL;
}

static struct dtpi_tree *read_constructor(struct in *in, const struct dtpi_syntax *s)
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

static struct dtpi_tree *read_tree(struct in *in)
{
    const struct dtpi_syntax *s = dtpi_syntaxes, *end = dtpi_syntaxes + DTPI_NUM_SYNTAXES;
    const struct dtpi_basic *basic;
    struct dtpi_tree *tree;
    size_t word;

    skip_blanks(in);
    word = strspn(in->at, WORD);
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
        (void) expected(in, s == end ? "a basic type or a constructor" : "fewer levels of nesting");
        return NULL;
    }
    in->at += word;
    in->depth++;
    tree = need(in, "(") ? read_constructor(in, s) : NULL;
    in->depth--;
    if (tree && need(in, ")"))
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
    struct in in = {.text = text, .at = text, .variables = variables, .err = DTP_SUCCESS};

    *tree = NULL;
    if (read_count(&in, count) && need(&in, "*"))
        *tree = read_tree(&in);
    skip_blanks(&in);
    if (*tree && *in.at != '\0' && *in.at != '#') {
        (void) expected(&in, "the end");
        dtpi_tree_free(*tree);
        *tree = NULL;
    }
    return *tree ? DTP_SUCCESS : in.err;
}
