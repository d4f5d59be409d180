#include "tree_decode.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"

#include <string.h>

/* What MPI says of a type: the arguments of its constructor, large counts among the integers and addresses where the
 * constructor without them has those. */
struct contents {
    int combiner, num_ints, num_addresses, num_large, num_types;
    MPI_Count *ints;
    MPI_Aint *addresses;
    MPI_Count *large;
    MPI_Datatype *types;
    struct dtpi_tree **children; /* one a type, the same for neighbours that are the same */
};

/* ---- getting and giving back ---- */

/* The envelope of any type, or a code of MPI's: that without large counts is not for types that have some. */
static int envelope(MPI_Datatype type, struct contents *c)
{
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    MPI_Count ints = 0, addresses = 0, large = 0, types = 0;
    int code = MPI_Type_get_envelope_c(type, &ints, &addresses, &large, &types, &c->combiner);

    c->num_large = (int) large;
    c->num_ints = (int) ints;
    c->num_addresses = (int) addresses;
    c->num_types = (int) types;
    if (code != MPI_SUCCESS || large > 0)
        return code;
#endif
    return MPI_Type_get_envelope(type, &c->num_ints, &c->num_addresses, &c->num_types, &c->combiner);
}

static bool is_named(MPI_Datatype type)
{
    struct contents c = {.combiner = MPI_COMBINER_NAMED};

    return envelope(type, &c) != MPI_SUCCESS || c.combiner == MPI_COMBINER_NAMED;
}

/* Derived types in the contents are new handles, to be freed; predefined ones are not. */
static void release(struct contents *c)
{
    for (int i = 0; c->children && i < c->num_types; i++) {
        dtpi_tree_free(c->children[i]);
        if (c->types[i] != MPI_DATATYPE_NULL && !dtpi_basic_of(c->types[i]) && !is_named(c->types[i]))
            (void) MPI_Type_free(&c->types[i]);
    }
    dtpi_free(c->ints);
    dtpi_free(c->addresses);
    dtpi_free(c->large);
    dtpi_free(c->types);
    dtpi_free(c->children);
}

static int get_contents(MPI_Datatype type, struct contents *c, int *ints)
{
    int code;

#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    if (c->num_large > 0) {
        code = MPI_Type_get_contents_c(type, c->num_ints, c->num_addresses, c->num_large, c->num_types, ints,
                                       c->addresses, c->large, c->types);
        return code == MPI_SUCCESS ? DTP_SUCCESS : dtpi_error_mpi(code, "MPI_Type_get_contents_c");
    }
#endif
    code = MPI_Type_get_contents(type, c->num_ints, c->num_addresses, c->num_types, ints, c->addresses, c->types);
    return code == MPI_SUCCESS ? DTP_SUCCESS : dtpi_error_mpi(code, "MPI_Type_get_contents");
}

/* Room for all of the contents; large counts may become integers or addresses. */
static int alloc_contents(struct contents *c)
{
    const size_t large = (size_t) c->num_large;

    c->ints = dtpi_alloc((size_t) c->num_ints + large, sizeof *c->ints);
    c->addresses = c->ints ? dtpi_alloc((size_t) c->num_addresses + large, sizeof *c->addresses) : NULL;
    c->large = c->addresses ? dtpi_alloc(large, sizeof *c->large) : NULL;
    c->types = c->large ? dtpi_alloc((size_t) c->num_types, sizeof *c->types) : NULL;
    c->children = c->types ? dtpi_alloc((size_t) c->num_types, sizeof *c->children) : NULL;
    if (!c->children)
        return DTP_ERR_NO_MEM;
    memset(c->addresses, 0, (size_t) c->num_addresses * sizeof *c->addresses); /* MPI may leave them as they were */
    for (int i = 0; i < c->num_types; i++) {
        c->types[i] = MPI_DATATYPE_NULL;
        c->children[i] = NULL;
    }
    return DTP_SUCCESS;
}

static int get(MPI_Datatype type, struct contents *c)
{
    int *ints, err, code = envelope(type, c);

    if (code != MPI_SUCCESS)
        return dtpi_error_mpi(code, "MPI_Type_get_envelope");
    if (c->combiner == MPI_COMBINER_NAMED)
        return dtpi_error(DTP_ERR_TYPE, "a predefined type that the library was not configured with");
    err = alloc_contents(c);
    ints = err ? NULL : dtpi_alloc((size_t) c->num_ints, sizeof *ints);
    if (!ints)
        return DTP_ERR_NO_MEM;
    memset(ints, 0, (size_t) c->num_ints * sizeof *ints);
    err = get_contents(type, c, ints);
    for (int i = 0; !err && i < c->num_ints; i++)
        c->ints[i] = ints[i];
    dtpi_free(ints);
    return err;
}

static int decode(MPI_Datatype type, int depth, struct dtpi_tree **tree);

static int decode_children(struct contents *c, int depth)
{
    int err = DTP_SUCCESS;

    for (int i = 0; i < c->num_types && !err; i++) {
        if (i > 0 && c->types[i] == c->types[i - 1])
            c->children[i] = dtpi_tree_ref(c->children[i - 1]);
        else
            err = decode(c->types[i], depth + 1, &c->children[i]);
    }
    return err;
}

static struct dtpi_tree *child(const struct contents *c)
{
    return dtpi_tree_ref(c->children[0]);
}

/* ---- constructors ---- */

/* How a list of blocks stands in the contents. */
struct blocks {
    MPI_Count n;
    const MPI_Count *blklens, *displs; /* blklens: NULL if all have the length `blklen` */
    const MPI_Aint *addresses;         /* or displs */
    MPI_Count blklen;
};

/* Gathers blocks into runs, as far as they are regular. */
static struct dtpi_tree *from_blocks(enum dtpi_ctor ctor, const struct contents *c, const struct blocks *b)
{
    struct dtpi_run *runs = dtpi_alloc((size_t) b->n + 1, sizeof *runs);
    struct dtpi_tree *tree;
    int n = 0;

    if (!runs)
        return NULL;
    for (MPI_Count i = 0; i < b->n; i++) {
        struct dtpi_run *last = n > 0 ? &runs[n - 1] : NULL;
        MPI_Aint disp = b->addresses ? b->addresses[i] : b->displs[i], blklen = b->blklens ? b->blklens[i] : b->blklen;
        struct dtpi_tree *of = c->children[ctor == DTPI_STRUCT ? i : 0];
        if (last && last->blklen == blklen && last->child == of &&
            (last->count == 1 || disp - last->disp == last->count * last->step)) {
            last->step = last->count == 1 ? disp - last->disp : last->step;
            last->count++;
        } else {
            runs[n++] = (struct dtpi_run) {.count = 1, .blklen = blklen, .disp = disp, .child = dtpi_tree_ref(of)};
        }
    }
    if (n == 0 && ctor != DTPI_STRUCT)
        runs[n++] = (struct dtpi_run) {.blklen = b->blklen, .child = child(c)};
    tree = dtpi_tree_blocks(ctor, n, runs);
    dtpi_free(runs);
    return tree;
}

static struct dtpi_tree *from_contiguous(const struct contents *c)
{
    return dtpi_tree_contiguous(c->ints[0], child(c));
}

static struct dtpi_tree *from_vector(const struct contents *c)
{
    const struct dtpi_run run = {.count = c->ints[0], .blklen = c->ints[1], .step = c->ints[2], .child = child(c)};

    return dtpi_tree_blocks(DTPI_VECTOR, 1, &run);
}

static struct dtpi_tree *from_hvector(const struct contents *c)
{
    const struct dtpi_run run = {.count = c->ints[0], .blklen = c->ints[1], .step = c->addresses[0], .child = child(c)};

    return dtpi_tree_blocks(DTPI_HVECTOR, 1, &run);
}

static struct dtpi_tree *from_indexed(const struct contents *c)
{
    const struct blocks b = {.n = c->ints[0], .blklens = c->ints + 1, .displs = c->ints + 1 + c->ints[0]};

    return from_blocks(DTPI_INDEXED, c, &b);
}

static struct dtpi_tree *from_hindexed(const struct contents *c)
{
    const struct blocks b = {.n = c->ints[0], .blklens = c->ints + 1, .addresses = c->addresses};

    return from_blocks(DTPI_HINDEXED, c, &b);
}

static struct dtpi_tree *from_indexed_block(const struct contents *c)
{
    const struct blocks b = {.n = c->ints[0], .blklen = c->ints[1], .displs = c->ints + 2};

    return from_blocks(DTPI_INDEXED_BLOCK, c, &b);
}

static struct dtpi_tree *from_hindexed_block(const struct contents *c)
{
    const struct blocks b = {.n = c->ints[0], .blklen = c->ints[1], .addresses = c->addresses};

    return from_blocks(DTPI_HINDEXED_BLOCK, c, &b);
}

static struct dtpi_tree *from_struct(const struct contents *c)
{
    const struct blocks b = {.n = c->ints[0], .blklens = c->ints + 1, .addresses = c->addresses};

    return from_blocks(DTPI_STRUCT, c, &b);
}

/* Whether MPI has returned an order that there is. */
static bool is_order(const char *what, int order)
{
    if (order == MPI_ORDER_C || order == MPI_ORDER_FORTRAN)
        return true;
    (void) dtpi_error(DTP_ERR_CHECK, "MPI_Type_get_contents: order %d of a %s: expected MPI_ORDER_C or "
                      "MPI_ORDER_FORTRAN", order, what);
    return false;
}

/* Whether a dimension lies within the array, as the constructor asks for (MPI-3.1, 4.1.3): MPI may return any. */
static bool is_within(const struct dtpi_dim *dim, int d)
{
    if (dim->subsize > 0 && dim->subsize <= dim->size && dim->start >= 0 && dim->start <= dim->size - dim->subsize)
        return true;
    (void) dtpi_error(DTP_ERR_CHECK, "MPI_Type_get_contents: dimension %d of a subarray: size %lld, subsize %lld, "
                      "start %lld: expected a subsize of 1 to size, and a start of 0 to size - subsize", d,
                      (long long) dim->size, (long long) dim->subsize, (long long) dim->start);
    return false;
}

static struct dtpi_tree *from_subarray(const struct contents *c)
{
    const int n = (int) c->ints[0];
    const MPI_Count *sizes = c->ints + 1;
    const int order = (int) sizes[3 * n];
    struct dtpi_dim *dims = dtpi_alloc((size_t) n, sizeof *dims);
    struct dtpi_tree *tree;
    bool good = dims && is_order("subarray", order);

    for (int d = 0; d < n && good; d++) {
        dims[d] = (struct dtpi_dim) {.size = sizes[d], .subsize = sizes[n + d], .start = sizes[2 * n + d]};
        good = is_within(&dims[d], d);
    }
    tree = good ? dtpi_tree_subarray(n, dims, order, child(c)) : NULL;
    dtpi_free(dims);
    return tree;
}

static enum dtpi_distribution distribution_of(int mpi)
{
    return mpi == MPI_DISTRIBUTE_BLOCK ? DTPI_BLOCK : mpi == MPI_DISTRIBUTE_CYCLIC ? DTPI_CYCLIC : DTPI_NOT_DISTRIBUTED;
}

/* Whether dimension d of n has arguments that a darray may have: MPI may return any. */
static bool is_distributed(const MPI_Count *sizes, int n, int d)
{
    const int distribution = (int) sizes[n + d], darg = (int) sizes[2 * n + d];
    const bool is_known = distribution == MPI_DISTRIBUTE_BLOCK || distribution == MPI_DISTRIBUTE_CYCLIC ||
                          distribution == MPI_DISTRIBUTE_NONE;

    if (is_known && (darg > 0 || darg == MPI_DISTRIBUTE_DFLT_DARG) && sizes[d] > 0 && sizes[3 * n + d] > 0)
        return true;
    (void) dtpi_error(DTP_ERR_CHECK, "MPI_Type_get_contents: dimension %d of a darray: size %lld, distribution %d, "
                      "argument %d, %lld processes: expected MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC or "
                      "MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_DFLT_DARG or an argument of 1 or more, and sizes and "
                      "processes of 1 or more", d, (long long) sizes[d], distribution, darg,
                      (long long) sizes[3 * n + d]);
    return false;
}

static struct dtpi_tree *from_darray(const struct contents *c)
{
    const int n = (int) c->ints[2];
    const MPI_Count *sizes = c->ints + 3;
    struct dtpi_dim *dims = dtpi_alloc((size_t) n, sizeof *dims);
    const int order = (int) sizes[4 * n];
    struct dtpi_tree *tree;
    bool good = dims && is_order("darray", order);

    for (int d = 0; d < n && good; d++) {
        const int darg = (int) sizes[2 * n + d];
        dims[d] = (struct dtpi_dim) {.size = sizes[d], .distribution = distribution_of((int) sizes[n + d]),
                                     .darg = darg == MPI_DISTRIBUTE_DFLT_DARG ? 0 : darg,
                                     .processes = sizes[3 * n + d]};
        good = is_distributed(sizes, n, d);
    }
    tree = good ? dtpi_tree_darray(c->ints[0], c->ints[1], n, dims, order, child(c)) : NULL;
    dtpi_free(dims);
    return tree;
}

static struct dtpi_tree *from_resized(const struct contents *c)
{
    return dtpi_tree_resized(c->addresses[0], c->addresses[1], child(c));
}

static struct dtpi_tree *from_dup(const struct contents *c)
{
    return dtpi_tree_dup(child(c));
}

/* How many integers, addresses and types a combiner has, n being the first integer and m the third: MPI-3.1, 4.1.13;
 * and how many integers come before the large counts, where it has these: MPI-4.0, 5.1.13. */
static const struct combiner {
    int combiner, lead;
    struct dtpi_tree *(*decode)(const struct contents *c);
    struct {
        int fixed, per_n, per_m;
    } ints, addresses, types;
} *find_combiner(int combiner)
{
    static const struct combiner all[] = {
        {MPI_COMBINER_CONTIGUOUS, 0, from_contiguous, {1, 0, 0}, {0, 0, 0}, {1, 0, 0}},
        {MPI_COMBINER_VECTOR, 0, from_vector, {3, 0, 0}, {0, 0, 0}, {1, 0, 0}},
        {MPI_COMBINER_HVECTOR, 0, from_hvector, {2, 0, 0}, {1, 0, 0}, {1, 0, 0}},
        {MPI_COMBINER_INDEXED, 0, from_indexed, {1, 2, 0}, {0, 0, 0}, {1, 0, 0}},
        {MPI_COMBINER_HINDEXED, 0, from_hindexed, {1, 1, 0}, {0, 1, 0}, {1, 0, 0}},
        {MPI_COMBINER_INDEXED_BLOCK, 0, from_indexed_block, {2, 1, 0}, {0, 0, 0}, {1, 0, 0}},
        {MPI_COMBINER_HINDEXED_BLOCK, 0, from_hindexed_block, {2, 0, 0}, {0, 1, 0}, {1, 0, 0}},
        {MPI_COMBINER_STRUCT, 0, from_struct, {1, 1, 0}, {0, 1, 0}, {0, 1, 0}},
        {MPI_COMBINER_SUBARRAY, 1, from_subarray, {2, 3, 0}, {0, 0, 0}, {1, 0, 0}},
        {MPI_COMBINER_DARRAY, 3, from_darray, {4, 0, 4}, {0, 0, 0}, {1, 0, 0}},
        {MPI_COMBINER_RESIZED, 0, from_resized, {0, 0, 0}, {2, 0, 0}, {1, 0, 0}},
        {MPI_COMBINER_DUP, 0, from_dup, {0, 0, 0}, {0, 0, 0}, {1, 0, 0}},
    };

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].combiner == combiner)
            return &all[i];
    return NULL;
}

static MPI_Count num_ints_of(const struct contents *c, const struct combiner *k)
{
    const MPI_Count n = c->num_ints > 0 ? c->ints[0] : 0, m = c->num_ints > 2 ? c->ints[2] : 0;

    return k->ints.fixed + k->ints.per_n * n + k->ints.per_m * m;
}

/* Puts the large counts where the constructor without them has its arguments: behind the leading integers; if none
 * lead, those beyond the integers are addresses. */
static void place_large(struct contents *c, const struct combiner *k)
{
    const int lead = k->lead < c->num_ints ? k->lead : c->num_ints;
    MPI_Count rest;

    if (c->num_large == 0)
        return;
    memmove(c->ints + lead + c->num_large, c->ints + lead, (size_t) (c->num_ints - lead) * sizeof *c->ints);
    memcpy(c->ints + lead, c->large, (size_t) c->num_large * sizeof *c->ints);
    c->num_ints += c->num_large;
    rest = c->num_ints - num_ints_of(c, k);
    if (lead > 0 || rest < 0 || rest > c->num_large)
        return;
    c->num_ints -= (int) rest;
    for (MPI_Count i = 0; i < rest; i++)
        c->addresses[c->num_addresses++] = c->ints[c->num_ints + i];
}

/* Whether the envelope has as many arguments as the standard says. */
static int check_numbers(const struct contents *c, const struct combiner *k)
{
    const MPI_Count n = c->num_ints > 0 ? c->ints[0] : 0, ints = num_ints_of(c, k);
    const MPI_Count addresses = k->addresses.fixed + k->addresses.per_n * n;
    const MPI_Count types = k->types.fixed + k->types.per_n * n;

    if (c->num_ints == ints && c->num_addresses == addresses && c->num_types == types)
        return DTP_SUCCESS;
    return dtpi_error(DTP_ERR_CHECK,
                      "MPI_Type_get_envelope: expected %lld integers, %lld addresses and %lld types, found %d, "
                      "%d and %d%s", (long long) ints, (long long) addresses, (long long) types, c->num_ints,
                      c->num_addresses, c->num_types, c->num_large > 0 ? " (large counts among them)" : "");
}

/* A predefined type is not made of anything. */
static int check_named(const struct dtpi_basic *basic)
{
    int ints, addresses, types, combiner;
    const int code = MPI_Type_get_envelope(basic->type, &ints, &addresses, &types, &combiner);

    if (code != MPI_SUCCESS)
        return dtpi_error_mpi(code, "MPI_Type_get_envelope");
    if (combiner == MPI_COMBINER_NAMED && ints == 0 && addresses == 0 && types == 0)
        return DTP_SUCCESS;
    return dtpi_error(DTP_ERR_CHECK, "MPI_Type_get_envelope: expected MPI_COMBINER_NAMED without arguments for %s, "
                      "found combiner %d with %d integers, %d addresses and %d types", basic->name, combiner, ints,
                      addresses, types);
}

/* An MPI may say that a type is made of itself: no deeper than a tree may be. */
static int decode(MPI_Datatype type, int depth, struct dtpi_tree **tree)
{
    const struct dtpi_basic *basic = dtpi_basic_of(type);
    const struct combiner *k;
    struct contents c = {.ints = NULL};
    int err;

    *tree = NULL;
    if (basic) {
        err = check_named(basic);
        *tree = err ? NULL : dtpi_tree_basic(basic);
        return err ? err : *tree ? DTP_SUCCESS : dtpi_error_code();
    }
    if (depth >= DTPI_MAX_DEPTH)
        return dtpi_error(DTP_ERR_OVERFLOW, "the type is nested more than %d deep", DTPI_MAX_DEPTH);
    err = get(type, &c);
    if (!err) {
        k = find_combiner(c.combiner);
        if (k)
            place_large(&c, k);
        err = k ? check_numbers(&c, k) : dtpi_error(DTP_ERR_TYPE, "a type with combiner %d, which the library does not "
                                                    "know", c.combiner);
        err = err ? err : decode_children(&c, depth);
        if (!err) {
            *tree = k->decode(&c);
            err = *tree ? DTP_SUCCESS : dtpi_error_code();
        }
    }
    release(&c);
    return err;
}

int dtpi_tree_decode(MPI_Datatype type, struct dtpi_tree **tree)
{
    return decode(type, 0, tree);
}
