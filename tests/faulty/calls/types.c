/* Types and bytes, by the profiling interface. */
#include "faulty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *memory(MPI_Aint size)
{
    void *bytes = calloc((size_t) size + 1, 1);

    if (bytes)
        return bytes;
    fprintf(stderr, "faulty: no memory for %lld bytes\n", (long long) size);
    exit(1);
}

struct bounds bounds_of(MPI_Datatype type)
{
    struct bounds b;

    PMPI_Type_get_extent(type, &b.lb, &b.extent);
    PMPI_Type_get_true_extent(type, &b.true_lb, &b.true_extent);
    return b;
}

struct span span_of(int count, MPI_Datatype type)
{
    const struct bounds b = bounds_of(type);
    const MPI_Aint last = (count - 1) * b.extent;

    if (count == 0)
        return (struct span) {0, 0};
    return (struct span) {b.true_lb + (last < 0 ? last : 0), b.true_extent + (last < 0 ? -last : last)};
}

int size_of(MPI_Datatype type)
{
    int size;

    PMPI_Type_size(type, &size);
    return size;
}

int combiner_of(MPI_Datatype type)
{
    int ints, addresses, types, combiner;

    PMPI_Type_get_envelope(type, &ints, &addresses, &types, &combiner);
    return combiner;
}

/* ---- the arguments of the constructor ---- */

struct arguments arguments_of(MPI_Datatype type)
{
    struct arguments a;
    int combiner;

    PMPI_Type_get_envelope(type, &a.num_ints, &a.num_addresses, &a.num_types, &combiner);
    a.ints = memory(a.num_ints * (MPI_Aint) sizeof *a.ints);
    a.addresses = memory(a.num_addresses * (MPI_Aint) sizeof *a.addresses);
    a.types = memory(a.num_types * (MPI_Aint) sizeof *a.types);
    if (combiner != MPI_COMBINER_NAMED)
        PMPI_Type_get_contents(type, a.num_ints, a.num_addresses, a.num_types, a.ints, a.addresses, a.types);
    return a;
}

void free_arguments(struct arguments *a)
{
    for (int k = 0; k < a->num_types; k++)
        if (combiner_of(a->types[k]) != MPI_COMBINER_NAMED)
            PMPI_Type_free(&a->types[k]);
    free(a->ints);
    free(a->addresses);
    free(a->types);
}

static MPI_Datatype leaf(MPI_Datatype type, bool last)
{
    struct arguments a;
    MPI_Datatype found;

    if (combiner_of(type) == MPI_COMBINER_NAMED)
        return type;
    a = arguments_of(type);
    found = a.num_types > 0 ? leaf(a.types[last ? a.num_types - 1 : 0], last) : MPI_BYTE;
    free_arguments(&a);
    return found;
}

MPI_Datatype first_leaf(MPI_Datatype type)
{
    return leaf(type, false);
}

MPI_Datatype last_leaf(MPI_Datatype type)
{
    return leaf(type, true);
}

int depth_of(MPI_Datatype type)
{
    struct arguments a;
    int depth = 0;

    if (combiner_of(type) == MPI_COMBINER_NAMED)
        return 0;
    a = arguments_of(type);
    for (int k = 0; k < a.num_types; k++) {
        int d = depth_of(a.types[k]);
        depth = d > depth ? d : depth;
    }
    free_arguments(&a);
    return 1 + depth;
}

int blocks_of(MPI_Datatype type)
{
    const int combiner = combiner_of(type);
    struct arguments a = arguments_of(type);
    const bool lists = combiner == MPI_COMBINER_INDEXED || combiner == MPI_COMBINER_HINDEXED ||
                       combiner == MPI_COMBINER_INDEXED_BLOCK || combiner == MPI_COMBINER_HINDEXED_BLOCK ||
                       combiner == MPI_COMBINER_STRUCT;
    const int n = lists ? a.ints[0] : 0;

    free_arguments(&a);
    return n;
}

MPI_Aint hstride_of(MPI_Datatype type)
{
    struct arguments a = arguments_of(type);
    const MPI_Aint stride = combiner_of(type) == MPI_COMBINER_HVECTOR ? a.addresses[0] : 0;

    free_arguments(&a);
    return stride;
}

/* ---- what shape it is ---- */

bool is_made_by(MPI_Datatype type, int combiner)
{
    return combiner_of(type) == combiner;
}

bool is_vector(MPI_Datatype type)
{
    return is_made_by(type, MPI_COMBINER_VECTOR) || is_made_by(type, MPI_COMBINER_HVECTOR);
}

/* The length of all blocks of a vector or of a list of blocks of one length; or 0. */
int block_length(MPI_Datatype type)
{
    const int combiner = combiner_of(type);
    const bool has = combiner == MPI_COMBINER_VECTOR || combiner == MPI_COMBINER_HVECTOR ||
                     combiner == MPI_COMBINER_INDEXED_BLOCK || combiner == MPI_COMBINER_HINDEXED_BLOCK;
    struct arguments a = arguments_of(type);
    const int length = has && a.num_ints > 1 && a.ints[0] > 1 ? a.ints[1] : 0;

    free_arguments(&a);
    return length;
}

/* Whether the constructor `outer` is over `inner`. */
bool is_over(MPI_Datatype type, int outer, int inner)
{
    struct arguments a;
    bool found = false;

    if (!is_made_by(type, outer))
        return false;
    a = arguments_of(type);
    for (int k = 0; k < a.num_types; k++)
        found |= is_made_by(a.types[k], inner);
    free_arguments(&a);
    return found;
}

int integer_of(MPI_Datatype type, int k)
{
    struct arguments a = arguments_of(type);
    const int value = k < a.num_ints ? a.ints[k] : 0;

    free_arguments(&a);
    return value;
}

/* ---- bytes ---- */

/* Instances at MPI_BOTTOM as one at another address: some libraries refuse to pack there. */
static char elsewhere;

static MPI_Datatype from_elsewhere(int count, MPI_Datatype type)
{
    MPI_Datatype made;
    MPI_Aint address;

    PMPI_Get_address(&elsewhere, &address);
    address = -address;
    PMPI_Type_create_hindexed(1, &count, &address, type, &made);
    PMPI_Type_commit(&made);
    return made;
}

void pack_all(const void *buf, int count, MPI_Datatype type, unsigned char *bytes)
{
    const bool is_bottom = buf == MPI_BOTTOM;
    MPI_Datatype from = is_bottom ? from_elsewhere(count, type) : type;
    int position = 0;

    PMPI_Pack(is_bottom ? &elsewhere : buf, is_bottom ? 1 : count, from, bytes, size_of(type) * count, &position,
              MPI_COMM_SELF);
    if (is_bottom)
        PMPI_Type_free(&from);
}

void unpack_all(const unsigned char *bytes, void *buf, int count, MPI_Datatype type)
{
    const bool is_bottom = buf == MPI_BOTTOM;
    MPI_Datatype to = is_bottom ? from_elsewhere(count, type) : type;
    int position = 0;

    PMPI_Unpack(bytes, size_of(type) * count, &position, is_bottom ? &elsewhere : buf, is_bottom ? 1 : count, to,
                MPI_COMM_SELF);
    if (is_bottom)
        PMPI_Type_free(&to);
}

/* Where bytes that count from 1 on are. */
static unsigned char *map_of(MPI_Datatype type)
{
    const MPI_Aint n = size_of(type);
    const struct span s = span_of(1, type);
    unsigned char *map = memory(s.size), *bytes = memory(n);

    for (MPI_Aint k = 0; k < n; k++)
        bytes[k] = (unsigned char) (1 + k % 251);
    unpack_all(bytes, map - s.lo, 1, type);
    free(bytes);
    return map;
}

bool same_map(MPI_Datatype a, MPI_Datatype b)
{
    const struct span s = span_of(1, a), t = span_of(1, b);
    MPI_Aint lb[2], extent[2];
    unsigned char *maps[2];
    bool same;

    PMPI_Type_get_extent(a, &lb[0], &extent[0]);
    PMPI_Type_get_extent(b, &lb[1], &extent[1]);
    if (extent[0] != extent[1] || s.lo != t.lo || s.size != t.size || size_of(a) != size_of(b))
        return false;
    maps[0] = map_of(a);
    maps[1] = map_of(b);
    same = memcmp(maps[0], maps[1], (size_t) s.size) == 0;
    free(maps[0]);
    free(maps[1]);
    return same;
}

MPI_Aint first_gap_of(MPI_Datatype type)
{
    const struct span s = span_of(1, type);
    unsigned char *map;
    MPI_Aint k = 0;

    if (size_of(type) == 0)
        return -1;
    map = map_of(type);
    while (k < s.size && map[k] != 0)
        k++;
    free(map);
    return k < s.size ? s.lo + k : -1;
}
