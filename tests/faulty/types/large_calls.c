/* Faults of calls with large counts alone: MPI_..._c. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

static bool is_large;

bool note_large(struct calls_call *c)
{
    const size_t n = strlen(c->procedure->name);

    is_large = n > 2 && strcmp(c->procedure->name + n - 2, "_c") == 0;
    return false;
}

static bool is_of_combiner(const struct blocks *b, int combiner)
{
    return is_large && b->combiner == combiner && b->n > 0;
}

bool large_contiguous_short(struct blocks *b)
{
    if (!is_of_combiner(b, MPI_COMBINER_CONTIGUOUS) || b->lens[0] < 2)
        return false;
    b->lens[0]--;
    return true;
}

bool large_vector_short(struct blocks *b)
{
    if ((!is_of_combiner(b, MPI_COMBINER_VECTOR) && !is_of_combiner(b, MPI_COMBINER_HVECTOR)) || b->n < 2)
        return false;
    b->n--;
    return true;
}

bool large_struct_shifted(struct blocks *b)
{
    if (!is_of_combiner(b, MPI_COMBINER_STRUCT) || b->n < 2 || b->lens[1] == 0)
        return false;
    b->disps[1]++;
    return true;
}

/* A displacement below -2^31 is taken as one above. */
bool large_block_below(struct blocks *b)
{
    const MPI_Count most = (MPI_Count) 1 << 31;
    bool changed = false;

    for (int k = 0; k < b->n && is_large; k++)
        if (b->disps[k] < -most) {
            b->disps[k] = -b->disps[k];
            changed = true;
        }
    return changed;
}

bool large_list_short(struct blocks *b)
{
    const int combiner = b->combiner;

    if (!is_large || b->types || b->n < 2 || (combiner != MPI_COMBINER_HINDEXED && combiner != MPI_COMBINER_INDEXED &&
                                              combiner != MPI_COMBINER_INDEXED_BLOCK &&
                                              combiner != MPI_COMBINER_HINDEXED_BLOCK))
        return false;
    b->lens[b->n - 1] = 0;
    return true;
}

/* The size of what is packed, and what is returned of a type, one too few. */
static bool tell_one_less(struct calls_call *c, const char *name, const char *param)
{
    const int returned = calls_find(c->procedure, param);
    MPI_Count value;

    if (strcmp(c->procedure->name, name) != 0 || c->code != MPI_SUCCESS)
        return false;
    value = calls_entry(c, returned, 0);
    if (value <= 0)
        return false;
    calls_set_entry(c, returned, 0, value - 1);
    return true;
}

bool large_pack_size_less(struct calls_call *c)
{
    return tell_one_less(c, "MPI_Pack_size_c", "size");
}

bool large_external_size_less(struct calls_call *c)
{
    return tell_one_less(c, "MPI_Pack_external_size_c", "size");
}

bool large_elements_less(struct calls_call *c)
{
    return tell_one_less(c, "MPI_Get_elements_c", "count");
}

bool large_byte_offset_less(struct calls_call *c)
{
    return tell_one_less(c, "MPI_File_get_type_extent_c", "extent");
}

LOSES_IF(large_unpack_short, l->call == UNPACK && is_large)
