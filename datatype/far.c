/* Types whose size, extent or displacements pass 2^31 and 2^32, upwards and downwards: what MPI says of them, by every
 * call.  Nothing is moved. */
#include "blocks/blocks.h"
#include "mpi_has.h"

#include <limits.h>

/* Beyond 31 and 32 bits, and no powers of two. */
#define BEYOND_31 (((MPI_Count) 1 << 31) + 24)
#define BEYOND_32 (((MPI_Count) 1 << 32) + 40)
#define EXACTLY_31 ((MPI_Count) 1 << 31)
#define EXACTLY_32 ((MPI_Count) 1 << 32)

/* Elements are of 4 bytes. */
#define ELEMENT MPI_INT32_T
enum { E = 4, INTS = 1 << 30 };

/* What MPI must say.  The contents are what the constructor was given: integers, addresses, large counts. */
enum { INTEGERS, ADDRESSES, LARGE_COUNTS, KINDS, MOST_VALUES = 12 };
struct expected {
    MPI_Count size, lb, extent, true_lb, true_extent;
    int num[KINDS];
    MPI_Count values[KINDS][MOST_VALUES];
};

static void add(struct expected *e, int kind, MPI_Count value)
{
    e->values[kind][e->num[kind]++] = value;
}

static void end(MPI_Datatype *type)
{
    H_MPI(MPI_Type_free(type));
}

/* ---- blocks, and the constructors that can list them ---- */

enum { MOST = 3 };

static const struct list {
    const char *name;
    int n;
    MPI_Count lens[MOST], disps[MOST]; /* elements, bytes */
} lists[] = {
    {"stride-beyond-2^31", 3, {1, 1, 1}, {0, BEYOND_31, 2 * BEYOND_31}},
    {"stride-beyond-2^32", 3, {2, 2, 2}, {0, BEYOND_32, 2 * BEYOND_32}},
    {"stride-below-2^31", 3, {2, 2, 2}, {0, -BEYOND_31, -2 * BEYOND_31}},
    {"stride-below-2^32", 2, {1, 1}, {0, -BEYOND_32}},
    {"stride-2^31", 2, {3, 3}, {0, EXACTLY_31}},
    {"stride-2^32", 2, {1, 1}, {0, EXACTLY_32}},
    {"stride-minus-2^31", 3, {1, 1, 1}, {0, -EXACTLY_31, -2 * EXACTLY_31}},
    {"end-at-2^31", 2, {2, 2}, {0, EXACTLY_31 - 2 * E}},
    {"end-at-2^32", 2, {2, 2}, {0, EXACTLY_32 - 2 * E}},
    {"one-beyond-2^31", 1, {2}, {BEYOND_31}},
    {"one-below-2^32", 1, {5}, {-BEYOND_32}},
    {"beyond-2^31", 3, {2, 2, 2}, {BEYOND_31, 16, BEYOND_31 + 24}},
    {"below-2^32", 3, {1, 1, 1}, {-8, -BEYOND_32, -BEYOND_31}},
    {"both-ways", 3, {2, 2, 2}, {-BEYOND_32, BEYOND_31, 0}},
    {"falling", 3, {3, 1, 2}, {BEYOND_32, -16, -BEYOND_31}},
    {"unequal", 3, {1, 2, 3}, {24, BEYOND_32, -BEYOND_32}},
    {"long", 1, {BEYOND_31}, {0}},
    {"long-blocks", 2, {BEYOND_31, BEYOND_31}, {0, E * BEYOND_32}},
    {"long-and-short", 3, {BEYOND_32, 1, BEYOND_31}, {0, -BEYOND_31, E * BEYOND_32 + 8}},
};

/* What a list of blocks must be like for a constructor; whether its displacements, or stride, are in bytes. */
enum form { VECTOR, HVECTOR, INDEXED, HINDEXED, INDEXED_BLOCK, HINDEXED_BLOCK, STRUCT };
static const struct {
    int is_regular, is_equal, in_bytes;
} forms[] = {
    [VECTOR] = {1, 1, 0},  [HVECTOR] = {1, 1, 1},       [INDEXED] = {0, 0, 0},        [HINDEXED] = {0, 0, 1},
    [STRUCT] = {0, 0, 1},  [INDEXED_BLOCK] = {0, 1, 0}, [HINDEXED_BLOCK] = {0, 1, 1},
};

static const struct constructor {
    const char *name;
    enum form form;
    int is_large;
} constructors[] = {
    {"MPI_Type_vector", VECTOR, 0},
    {"MPI_Type_create_hvector", HVECTOR, 0},
    {"MPI_Type_indexed", INDEXED, 0},
    {"MPI_Type_create_hindexed", HINDEXED, 0},
    {"MPI_Type_create_indexed_block", INDEXED_BLOCK, 0},
    {"MPI_Type_create_hindexed_block", HINDEXED_BLOCK, 0},
    {"MPI_Type_create_struct", STRUCT, 0},
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    {"MPI_Type_vector_c", VECTOR, 1},
    {"MPI_Type_create_hvector_c", HVECTOR, 1},
    {"MPI_Type_indexed_c", INDEXED, 1},
    {"MPI_Type_create_hindexed_c", HINDEXED, 1},
    {"MPI_Type_create_indexed_block_c", INDEXED_BLOCK, 1},
    {"MPI_Type_create_hindexed_block_c", HINDEXED_BLOCK, 1},
    {"MPI_Type_create_struct_c", STRUCT, 1},
#endif
};

/* The arguments: displacements in the units of the constructor. */
struct arguments {
    int n;
    int int_lens[MOST], int_disps[MOST];
    MPI_Aint addresses[MOST];
    MPI_Count lens[MOST], disps[MOST];
    MPI_Datatype types[MOST];
};

static int is_int(MPI_Count n)
{
    return n >= INT_MIN && n <= INT_MAX;
}

static struct arguments arguments_of(const struct constructor *k, const struct list *l)
{
    struct arguments a = {.n = l->n};

    for (int i = 0; i < l->n; i++) {
        a.lens[i] = l->lens[i];
        a.disps[i] = forms[k->form].in_bytes ? l->disps[i] : l->disps[i] / E;
        a.int_lens[i] = is_int(a.lens[i]) ? (int) a.lens[i] : -1;
        a.int_disps[i] = is_int(a.disps[i]) ? (int) a.disps[i] : 0;
        a.addresses[i] = (MPI_Aint) a.disps[i];
        a.types[i] = ELEMENT;
    }
    return a;
}

/* Whether the constructor can make a type of these blocks. */
static int can_make(const struct constructor *k, const struct list *l)
{
    const struct arguments a = arguments_of(k, l);

    if (forms[k->form].is_regular && (l->n < 2 || l->disps[0] != 0))
        return 0;
    for (int i = 0; i < l->n; i++)
        if ((forms[k->form].is_equal && l->lens[i] != l->lens[0]) ||
            (forms[k->form].is_regular && l->disps[i] != i * l->disps[1]) || (!k->is_large && !is_int(a.lens[i])) ||
            (!k->is_large && !forms[k->form].in_bytes && !is_int(a.disps[i])))
            return 0;
    return 1;
}

static void make_of_ints(enum form form, const struct arguments *a, MPI_Datatype *type)
{
    switch (form) {
        case VECTOR:
            H_MPI(MPI_Type_vector(a->n, a->int_lens[0], a->int_disps[1], ELEMENT, type));
            break;
        case HVECTOR:
            H_MPI(MPI_Type_create_hvector(a->n, a->int_lens[0], a->addresses[1], ELEMENT, type));
            break;
        case INDEXED:
            H_MPI(MPI_Type_indexed(a->n, a->int_lens, a->int_disps, ELEMENT, type));
            break;
        case HINDEXED:
            H_MPI(MPI_Type_create_hindexed(a->n, a->int_lens, a->addresses, ELEMENT, type));
            break;
        case INDEXED_BLOCK:
            H_MPI(MPI_Type_create_indexed_block(a->n, a->int_lens[0], a->int_disps, ELEMENT, type));
            break;
        case HINDEXED_BLOCK:
            H_MPI(MPI_Type_create_hindexed_block(a->n, a->int_lens[0], a->addresses, ELEMENT, type));
            break;
        case STRUCT:
            H_MPI(MPI_Type_create_struct(a->n, a->int_lens, a->addresses, a->types, type));
    }
}

static void make_of_counts(enum form form, const struct arguments *a, MPI_Datatype *type)
{
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    switch (form) {
        case VECTOR:
            H_MPI(MPI_Type_vector_c(a->n, a->lens[0], a->disps[1], ELEMENT, type));
            break;
        case HVECTOR:
            H_MPI(MPI_Type_create_hvector_c(a->n, a->lens[0], a->disps[1], ELEMENT, type));
            break;
        case INDEXED:
            H_MPI(MPI_Type_indexed_c(a->n, a->lens, a->disps, ELEMENT, type));
            break;
        case HINDEXED:
            H_MPI(MPI_Type_create_hindexed_c(a->n, a->lens, a->disps, ELEMENT, type));
            break;
        case INDEXED_BLOCK:
            H_MPI(MPI_Type_create_indexed_block_c(a->n, a->lens[0], a->disps, ELEMENT, type));
            break;
        case HINDEXED_BLOCK:
            H_MPI(MPI_Type_create_hindexed_block_c(a->n, a->lens[0], a->disps, ELEMENT, type));
            break;
        case STRUCT:
            H_MPI(MPI_Type_create_struct_c(a->n, a->lens, a->disps, a->types, type));
    }
#else
    (void) form, (void) a, (void) type;
#endif
}

/* The contents come in the order of the arguments, in each kind. */
static struct expected expected_of(const struct constructor *k, const struct list *l)
{
    const struct arguments a = arguments_of(k, l);
    const int counts = k->is_large ? LARGE_COUNTS : INTEGERS;
    const int disps = k->is_large ? LARGE_COUNTS : forms[k->form].in_bytes ? ADDRESSES : INTEGERS;
    struct expected e = {.lb = l->disps[0]};
    MPI_Count ub = l->disps[0];

    add(&e, counts, a.n);
    for (int i = 0; i < (forms[k->form].is_equal ? 1 : a.n); i++)
        add(&e, counts, a.lens[i]);
    for (int i = forms[k->form].is_regular; i < (forms[k->form].is_regular ? 2 : a.n); i++)
        add(&e, disps, a.disps[i]);
    for (int i = 0; i < l->n; i++) {
        const MPI_Count end = l->disps[i] + E * l->lens[i];
        e.size += E * l->lens[i];
        e.lb = l->disps[i] < e.lb ? l->disps[i] : e.lb;
        ub = end > ub ? end : ub;
    }
    e.true_lb = e.lb;
    e.extent = e.true_extent = ub - e.lb;
    return e;
}

/* ---- other constructors ---- */

static struct expected resized(MPI_Datatype *type)
{
    struct expected e = {E, -BEYOND_32, 2 * BEYOND_32, 0, E, {0}, {{0}}};

    H_MPI(MPI_Type_create_resized(ELEMENT, (MPI_Aint) -BEYOND_32, (MPI_Aint) (2 * BEYOND_32), type));
    add(&e, ADDRESSES, e.lb);
    add(&e, ADDRESSES, e.extent);
    return e;
}

static struct expected shrunk(MPI_Datatype *type)
{
    struct expected e = {E, BEYOND_31, -BEYOND_32, 0, E, {0}, {{0}}};

    H_MPI(MPI_Type_create_resized(ELEMENT, (MPI_Aint) BEYOND_31, (MPI_Aint) -BEYOND_32, type));
    add(&e, ADDRESSES, e.lb);
    add(&e, ADDRESSES, e.extent);
    return e;
}

static struct expected instances(MPI_Datatype *type)
{
    struct expected e = {3 * E, -BEYOND_32, 6 * BEYOND_32, 0, 4 * BEYOND_32 + E, {0}, {{0}}};
    MPI_Datatype one;

    (void) resized(&one);
    H_MPI(MPI_Type_contiguous(3, one, type));
    add(&e, INTEGERS, 3);
    end(&one);
    return e;
}

static struct expected elements(MPI_Datatype *type)
{
    const MPI_Count bytes = 3 * (MPI_Count) INTS * E;
    struct expected e = {bytes, 0, bytes, 0, bytes, {0}, {{0}}};
    MPI_Datatype many;

    H_MPI(MPI_Type_contiguous(INTS, ELEMENT, &many));
    H_MPI(MPI_Type_contiguous(3, many, type));
    add(&e, INTEGERS, 3);
    end(&many);
    return e;
}

static struct expected array(MPI_Datatype *type)
{
    const int given[] = {2, 5, INTS, 2, 3, 3, 11, MPI_ORDER_C};
    const MPI_Count row = INTS * (MPI_Count) E;
    struct expected e = {6 * E, 0, 5 * row, 3 * row + 11 * E, row + 3 * E, {0}, {{0}}};

    H_MPI(MPI_Type_create_subarray(2, given + 1, given + 3, given + 5, MPI_ORDER_C, ELEMENT, type));
    for (int i = 0; i < H_NUM(given); i++)
        add(&e, INTEGERS, given[i]);
    return e;
}

/* The second of two processes has the second half of each line, in Fortran order. */
static struct expected dealt_out(MPI_Datatype *type)
{
    const int given[] = {2, 1, 2, INTS, 3, MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_DFLT_DARG,
                         MPI_DISTRIBUTE_DFLT_DARG, 2, 1, MPI_ORDER_FORTRAN};
    const MPI_Count line = INTS * (MPI_Count) E;
    struct expected e = {3 * line / 2, 0, 3 * line, line / 2, 5 * line / 2, {0}, {{0}}};

    H_MPI(MPI_Type_create_darray(2, 1, 2, given + 3, given + 5, given + 7, given + 9, MPI_ORDER_FORTRAN, ELEMENT,
                                 type));
    for (int i = 0; i < H_NUM(given); i++)
        add(&e, INTEGERS, given[i]);
    return e;
}

#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
static struct expected large_resized(MPI_Datatype *type)
{
    struct expected e = {E, -BEYOND_31, BEYOND_32, 0, E, {0}, {{0}}};

    H_MPI(MPI_Type_create_resized_c(ELEMENT, e.lb, e.extent, type));
    add(&e, LARGE_COUNTS, e.lb);
    add(&e, LARGE_COUNTS, e.extent);
    return e;
}

static struct expected large_elements(MPI_Datatype *type)
{
    const MPI_Count bytes = E * BEYOND_32;
    struct expected e = {bytes, 0, bytes, 0, bytes, {0}, {{0}}};

    H_MPI(MPI_Type_contiguous_c(BEYOND_32, ELEMENT, type));
    add(&e, LARGE_COUNTS, BEYOND_32);
    return e;
}

static struct expected large_array(MPI_Datatype *type)
{
    const MPI_Count given[] = {3, BEYOND_32, 2, BEYOND_31, 1, 17};
    const MPI_Count row = BEYOND_32 * E;
    struct expected e = {2 * BEYOND_31 * E, 0, 3 * row, row + 17 * E, row + BEYOND_31 * E, {0}, {{0}}};

    H_MPI(MPI_Type_create_subarray_c(2, given, given + 2, given + 4, MPI_ORDER_C, ELEMENT, type));
    add(&e, INTEGERS, 2);
    add(&e, INTEGERS, MPI_ORDER_C);
    for (int i = 0; i < H_NUM(given); i++)
        add(&e, LARGE_COUNTS, given[i]);
    return e;
}

static struct expected large_dealt_out(MPI_Datatype *type)
{
    const MPI_Count sizes[] = {2 * BEYOND_31};
    const int given[] = {2, 1, 1, MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_DFLT_DARG, 2, MPI_ORDER_C};
    const MPI_Count half = BEYOND_31 * E;
    struct expected e = {half, 0, 2 * half, half, half, {0}, {{0}}};

    H_MPI(MPI_Type_create_darray_c(2, 1, 1, sizes, given + 3, given + 4, given + 5, MPI_ORDER_C, ELEMENT, type));
    for (int i = 0; i < H_NUM(given); i++)
        add(&e, INTEGERS, given[i]);
    add(&e, LARGE_COUNTS, sizes[0]);
    return e;
}
#endif

static const struct other {
    const char *variant, *name;
    int is_large;
    struct expected (*make)(MPI_Datatype *type);
} others[] = {
    {"resized", "MPI_Type_create_resized", 0, resized},
    {"shrunk", "MPI_Type_create_resized", 0, shrunk},
    {"instances", "MPI_Type_contiguous", 0, instances},
    {"elements", "MPI_Type_contiguous", 0, elements},
    {"array", "MPI_Type_create_subarray", 0, array},
    {"dealt-out", "MPI_Type_create_darray", 0, dealt_out},
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    {"resized", "MPI_Type_create_resized_c", 1, large_resized},
    {"elements", "MPI_Type_contiguous_c", 1, large_elements},
    {"array", "MPI_Type_create_subarray_c", 1, large_array},
    {"dealt-out", "MPI_Type_create_darray_c", 1, large_dealt_out},
#endif
};

/* ---- what MPI says ---- */

static void check_size(struct h_case *c, MPI_Datatype type, const struct expected *e)
{
    MPI_Count large = -1;
    int size = -1;

    H_MPI(MPI_Type_size(type, &size));
    h_check_number(c, "MPI_Type_size", "size", is_int(e->size) ? e->size : MPI_UNDEFINED, size);
    H_MPI(MPI_Type_size_x(type, &large));
    h_check_number(c, "MPI_Type_size_x", "size", e->size, large);
}

static void check_pair(struct h_case *c, const char *call, MPI_Count lb, MPI_Count extent, MPI_Count lb_found,
                       MPI_Count extent_found)
{
    h_check_number(c, call, "lower bound", lb, lb_found);
    h_check_number(c, call, "extent", extent, extent_found);
}

static void check_bounds(struct h_case *c, MPI_Datatype type, const struct expected *e)
{
    MPI_Aint lb = -1, extent = -1;
    MPI_Count large_lb = -1, large_extent = -1;

    H_MPI(MPI_Type_get_extent(type, &lb, &extent));
    check_pair(c, "MPI_Type_get_extent", e->lb, e->extent, lb, extent);
    H_MPI(MPI_Type_get_extent_x(type, &large_lb, &large_extent));
    check_pair(c, "MPI_Type_get_extent_x", e->lb, e->extent, large_lb, large_extent);
    H_MPI(MPI_Type_get_true_extent(type, &lb, &extent));
    check_pair(c, "MPI_Type_get_true_extent", e->true_lb, e->true_extent, lb, extent);
    H_MPI(MPI_Type_get_true_extent_x(type, &large_lb, &large_extent));
    check_pair(c, "MPI_Type_get_true_extent_x", e->true_lb, e->true_extent, large_lb, large_extent);
}

/* The same by the calls with large counts. */
static void check_large(struct h_case *c, MPI_Datatype type, const struct expected *e)
{
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    MPI_Count size = -1, lb = -1, extent = -1;

    H_MPI(MPI_Type_size_c(type, &size));
    h_check_number(c, "MPI_Type_size_c", "size", e->size, size);
    H_MPI(MPI_Type_get_extent_c(type, &lb, &extent));
    check_pair(c, "MPI_Type_get_extent_c", e->lb, e->extent, lb, extent);
    H_MPI(MPI_Type_get_true_extent_c(type, &lb, &extent));
    check_pair(c, "MPI_Type_get_true_extent_c", e->true_lb, e->true_extent, lb, extent);
#else
    (void) c, (void) type, (void) e;
#endif
}

/* Whether there are as many arguments as the constructor was given. */
static int are_as_many(struct h_case *c, const char *call, const struct expected *e, const MPI_Count *found)
{
    static const char *const what[] = {"num_integers", "num_addresses", "num_large_counts"};
    int same = 1;

    for (int kind = 0; kind < KINDS; kind++) {
        h_check_number(c, call, what[kind], e->num[kind], found[kind]);
        same &= e->num[kind] == found[kind];
    }
    return same;
}

static void check_contents(struct h_case *c, MPI_Datatype type, const struct expected *e)
{
    int ints = 0, addresses = 0, types = 0, combiner, integers[MOST_VALUES];
    MPI_Aint found[MOST_VALUES];
    MPI_Datatype children[MOST];

    H_MPI(MPI_Type_get_envelope(type, &ints, &addresses, &types, &combiner));
    if (!are_as_many(c, "MPI_Type_get_envelope", e, (const MPI_Count[]) {ints, addresses, 0}) || types > MOST)
        return;
    H_MPI(MPI_Type_get_contents(type, ints, addresses, types, integers, found, children));
    for (int k = 0; k < ints; k++)
        h_check_entry(c, "MPI_Type_get_contents", "integer", k, e->values[INTEGERS][k], integers[k]);
    for (int k = 0; k < addresses; k++)
        h_check_entry(c, "MPI_Type_get_contents", "address", k, e->values[ADDRESSES][k], found[k]);
    for (int k = 0; k < types; k++)
        h_free_derived(&children[k]);
}

static void check_large_contents(struct h_case *c, MPI_Datatype type, const struct expected *e)
{
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    MPI_Count ints = 0, addresses = 0, counts = 0, types = 0, found[MOST_VALUES];
    int combiner, integers[MOST_VALUES];
    MPI_Aint none[1];
    MPI_Datatype children[MOST];

    H_MPI(MPI_Type_get_envelope_c(type, &ints, &addresses, &counts, &types, &combiner));
    if (!are_as_many(c, "MPI_Type_get_envelope_c", e, (const MPI_Count[]) {ints, addresses, counts}) || types > MOST)
        return;
    H_MPI(MPI_Type_get_contents_c(type, ints, addresses, counts, types, integers, none, found, children));
    for (MPI_Count k = 0; k < ints; k++)
        h_check_entry(c, "MPI_Type_get_contents_c", "integer", k, e->values[INTEGERS][k], integers[k]);
    for (MPI_Count k = 0; k < counts; k++)
        h_check_entry(c, "MPI_Type_get_contents_c", "large count", k, e->values[LARGE_COUNTS][k], found[k]);
    for (MPI_Count k = 0; k < types; k++)
        h_free_derived(&children[k]);
#else
    (void) c, (void) type, (void) e;
#endif
}

static void check(struct h_case *c, MPI_Datatype *type, const struct expected *e, int is_large)
{
    H_MPI(MPI_Type_commit(type));
    check_size(c, *type, e);
    check_bounds(c, *type, e);
    check_large(c, *type, e);
    if (is_large)
        check_large_contents(c, *type, e);
    else
        check_contents(c, *type, e);
    h_count_verified();
    end(type);
}

static void visit_list(struct h_case *c, const struct constructor *k, const struct list *l)
{
    const struct arguments a = arguments_of(k, l);
    struct expected e;
    MPI_Datatype type;

    c->variant = l->name;
    if (!h_begin(c, k->name))
        return;
    (k->is_large ? make_of_counts : make_of_ints)(k->form, &a, &type);
    e = expected_of(k, l);
    check(c, &type, &e, k->is_large);
}

/* What no int can hold is MPI_UNDEFINED where the number is one (MPI-3.1, 3.2.5 and 4.1.11). */
static void check_counts(struct h_case *c, const MPI_Status *status, MPI_Count n)
{
    int count = -1, elements = -1;
    MPI_Count large = -1;

    H_MPI(MPI_Get_count(status, MPI_BYTE, &count));
    h_check_number(c, "MPI_Get_count", "count", n > INT_MAX ? MPI_UNDEFINED : n, count);
    H_MPI(MPI_Get_elements(status, MPI_BYTE, &elements));
    h_check_number(c, "MPI_Get_elements", "elements", n > INT_MAX ? MPI_UNDEFINED : n, elements);
    H_MPI(MPI_Get_elements_x(status, MPI_BYTE, &large));
    h_check_number(c, "MPI_Get_elements_x", "elements", n, large);
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    H_MPI(MPI_Get_count_c(status, MPI_BYTE, &large));
    h_check_number(c, "MPI_Get_count_c", "count", n, large);
    H_MPI(MPI_Get_elements_c(status, MPI_BYTE, &large));
    h_check_number(c, "MPI_Get_elements_c", "elements", n, large);
#endif
}

/* Statuses of so many bytes, the last number that an int can hold among them. */
static void visit_counts(struct h_case *c)
{
    static const MPI_Count counts[] = {INT_MAX, EXACTLY_31, BEYOND_31, EXACTLY_32, BEYOND_32};

    c->variant = "counts";
    for (int k = 0; k < H_NUM(counts); k++) {
        MPI_Status status = h_status();
        if (!h_begin(c, "MPI_Status_set_elements_x"))
            continue;
        H_MPI(MPI_Status_set_elements_x(&status, MPI_BYTE, counts[k]));
        check_counts(c, &status, counts[k]);
        h_count_verified();
    }
}

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(constructors); k++)
        for (int l = 0; l < H_NUM(lists); l++)
            if (can_make(&constructors[k], &lists[l]))
                visit_list(c, &constructors[k], &lists[l]);
    for (int k = 0; k < H_NUM(others); k++) {
        struct expected e;
        MPI_Datatype type;
        c->variant = others[k].variant;
        if (!h_begin(c, others[k].name))
            continue;
        e = others[k].make(&type);
        check(c, &type, &e, others[k].is_large);
    }
    visit_counts(c);
}

static void run(void)
{
    if (sizeof(MPI_Aint) < 8)
        h_leave_out("MPI_Aint has %d bytes", (int) sizeof(MPI_Aint));
    else
        h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"types that reach beyond 2^31 and 2^32 bytes", 0, run};
