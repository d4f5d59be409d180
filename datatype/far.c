/* Types whose size, extent or displacements pass 2^31 and 2^32: what MPI says of them, by every call.  Nothing is
 * moved. */
#include "blocks.h"

enum { INTS = 1 << 30 };

/* Beyond 32 bits, and no multiple of 2^31. */
#define FAR ((MPI_Aint) (((MPI_Count) 1 << 32) + 24))

/* What MPI must say: the addresses are those that the constructor was given. */
enum { MOST = 2 };
struct expected {
    MPI_Count size;
    MPI_Aint lb, extent, true_lb, true_extent;
    int num_addresses;
    MPI_Aint addresses[MOST];
};

/* ---- the types, of integers of 4 bytes ---- */

static void end(MPI_Datatype *type)
{
    H_MPI(MPI_Type_free(type));
}

static struct expected stride(MPI_Datatype *type)
{
    H_MPI(MPI_Type_create_hvector(3, 1, FAR, MPI_INT32_T, type));
    return (struct expected) {12, 0, 2 * FAR + 4, 0, 2 * FAR + 4, 1, {FAR}};
}

static struct expected negative_stride(MPI_Datatype *type)
{
    H_MPI(MPI_Type_create_hvector(2, 1, -FAR, MPI_INT32_T, type));
    return (struct expected) {8, -FAR, FAR + 4, -FAR, FAR + 4, 1, {-FAR}};
}

static struct expected elements_apart(MPI_Datatype *type)
{
    H_MPI(MPI_Type_vector(2, 1, INTS, MPI_INT32_T, type));
    return (struct expected) {8, 0, 4 * (MPI_Aint) INTS + 4, 0, 4 * (MPI_Aint) INTS + 4, 0, {0}};
}

static struct expected displacements(MPI_Datatype *type)
{
    const int lengths[] = {1, 2};
    const MPI_Aint disps[] = {FAR, -FAR / 2};

    H_MPI(MPI_Type_create_hindexed(2, lengths, disps, MPI_INT32_T, type));
    return (struct expected) {12, -FAR / 2, FAR + FAR / 2 + 4, -FAR / 2, FAR + FAR / 2 + 4, 2, {FAR, -FAR / 2}};
}

static struct expected blocks(MPI_Datatype *type)
{
    const MPI_Aint disps[] = {FAR / 2, FAR};

    H_MPI(MPI_Type_create_hindexed_block(2, 2, disps, MPI_INT32_T, type));
    return (struct expected) {16, FAR / 2, FAR / 2 + 8, FAR / 2, FAR / 2 + 8, 2, {FAR / 2, FAR}};
}

static struct expected indexed(MPI_Datatype *type)
{
    const int disps[] = {INTS + 3, 7};

    H_MPI(MPI_Type_create_indexed_block(2, 1, disps, MPI_INT32_T, type));
    return (struct expected) {8, 28, 4 * (MPI_Aint) INTS - 12, 28, 4 * (MPI_Aint) INTS - 12, 0, {0}};
}

static struct expected members(MPI_Datatype *type)
{
    const int lengths[] = {2, 1};
    const MPI_Aint disps[] = {FAR, 0};
    const MPI_Datatype types[] = {MPI_INT32_T, MPI_INT32_T};

    H_MPI(MPI_Type_create_struct(2, lengths, disps, types, type));
    return (struct expected) {12, 0, FAR + 8, 0, FAR + 8, 2, {FAR, 0}};
}

static struct expected resized(MPI_Datatype *type)
{
    H_MPI(MPI_Type_create_resized(MPI_INT32_T, -FAR, 2 * FAR, type));
    return (struct expected) {4, -FAR, 2 * FAR, 0, 4, 2, {-FAR, 2 * FAR}};
}

static struct expected instances(MPI_Datatype *type)
{
    MPI_Datatype one;

    (void) resized(&one);
    H_MPI(MPI_Type_contiguous(3, one, type));
    end(&one);
    return (struct expected) {12, -FAR, 6 * FAR, 0, 4 * FAR + 4, 0, {0}};
}

static struct expected array(MPI_Datatype *type)
{
    const int sizes[] = {5, INTS}, subsizes[] = {2, 3}, starts[] = {3, 11};
    const MPI_Aint row = 4 * (MPI_Aint) INTS;

    H_MPI(MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT32_T, type));
    return (struct expected) {24, 0, 5 * row, 3 * row + 44, row + 12, 0, {0}};
}

static struct expected elements(MPI_Datatype *type)
{
    MPI_Datatype many;
    const MPI_Aint bytes = 12 * (MPI_Aint) INTS;

    H_MPI(MPI_Type_contiguous(INTS, MPI_INT32_T, &many));
    H_MPI(MPI_Type_contiguous(3, many, type));
    end(&many);
    return (struct expected) {bytes, 0, bytes, 0, bytes, 0, {0}};
}

/* ---- what MPI says ---- */

static void check_size(struct h_case *c, MPI_Datatype type, const struct expected *e)
{
    const int fits = e->size < (MPI_Count) 1 << 31;
    MPI_Count large = -1;
    int size = -1;

    H_MPI(MPI_Type_size(type, &size));
    h_check_number(c, "MPI_Type_size", "size", fits ? (long long) e->size : MPI_UNDEFINED, size);
    H_MPI(MPI_Type_size_x(type, &large));
    h_check_number(c, "MPI_Type_size_x", "size", e->size, large);
}

static void check_pair(struct h_case *c, const char *call, MPI_Aint lb, MPI_Aint extent, MPI_Count lb_found,
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

static void check_contents(struct h_case *c, MPI_Datatype type, const struct expected *e)
{
    enum { MOST_INTS = 16 };
    int ints, addresses, types, combiner, integers[MOST_INTS];
    MPI_Aint found[MOST] = {-77, -77};
    MPI_Datatype children[MOST];

    H_MPI(MPI_Type_get_envelope(type, &ints, &addresses, &types, &combiner));
    h_check_number(c, "MPI_Type_get_envelope", "addresses of the contents", e->num_addresses, addresses);
    if (addresses != e->num_addresses || ints > MOST_INTS || types > MOST)
        return;
    H_MPI(MPI_Type_get_contents(type, ints, addresses, types, integers, found, children));
    for (int k = 0; k < addresses; k++)
        h_check_number(c, "MPI_Type_get_contents", "address of the contents", e->addresses[k], found[k]);
    for (int k = 0; k < types; k++)
        h_free_derived(&children[k]);
}

static void visit(struct h_case *c)
{
    static const struct {
        const char *variant, *procedure;
        struct expected (*make)(MPI_Datatype *type);
    } all[] = {
        {"stride", "MPI_Type_create_hvector", stride},
        {"negative-stride", "MPI_Type_create_hvector", negative_stride},
        {"elements-apart", "MPI_Type_vector", elements_apart},
        {"displacements", "MPI_Type_create_hindexed", displacements},
        {"blocks", "MPI_Type_create_hindexed_block", blocks},
        {"indexed", "MPI_Type_create_indexed_block", indexed},
        {"members", "MPI_Type_create_struct", members},
        {"resized", "MPI_Type_create_resized", resized},
        {"instances", "MPI_Type_contiguous", instances},
        {"array", "MPI_Type_create_subarray", array},
        {"elements", "MPI_Type_contiguous", elements},
    };

    for (int k = 0; k < H_NUM(all); k++) {
        struct expected e;
        MPI_Datatype type;
        c->variant = all[k].variant;
        if (!h_begin(c, all[k].procedure))
            continue;
        e = all[k].make(&type);
        H_MPI(MPI_Type_commit(&type));
        check_size(c, type, &e);
        check_bounds(c, type, &e);
        check_contents(c, type, &e);
        h_count_verified();
        end(&type);
    }
}

static void run(void)
{
    if (sizeof(MPI_Aint) < 8)
        h_leave_out("MPI_Aint has %d bytes", (int) sizeof(MPI_Aint));
    else
        h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"types that reach beyond 2^31 and 2^32 bytes", 0, run};
