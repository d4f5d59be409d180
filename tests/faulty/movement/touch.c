/* Faults in memory: buffers that change before the data arrive, or after they were sent. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

bool zero_elements(void *buf, int count, MPI_Datatype type)
{
    unsigned char *zeros = memory((MPI_Aint) size_of(type) * count);

    unpack_all(zeros, buf, count, type);
    free(zeros);
    return true;
}

/* Memory of the instances' span, zeroed; bytes `first` and, as the last of them, one `last` unpacked to it. */
static unsigned char *shadow_of(int count, MPI_Datatype type, int first, int last)
{
    struct span s = span_of(count, type);
    const MPI_Aint size = (MPI_Aint) size_of(type) * count;
    unsigned char *shadow = memory(s.size), *packed = memset(memory(size), first, (size_t) size);

    packed[size - 1] = (unsigned char) last;
    unpack_all(packed, shadow - s.lo, count, type);
    free(packed);
    return shadow;
}

/* Changes one byte of buf, which the shadow returns: its first byte that is not zero if `wanted`, or else that is. */
static bool touch(void *buf, int count, MPI_Datatype type, int first, int last, int wanted)
{
    struct span s = span_of(count, type);
    unsigned char *shadow;
    MPI_Aint i = 0;

    if (size_of(type) * (MPI_Aint) count == 0)
        return false;
    shadow = shadow_of(count, type, first, last);
    while (i < s.size && (shadow[i] != 0) != wanted)
        i++;
    if (i < s.size)
        ((unsigned char *) buf)[s.lo + i] += 91;
    free(shadow);
    return i < s.size;
}

bool touch_gap(void *buf, int count, MPI_Datatype type)
{
    return touch(buf, count, type, 1, 1, 0);
}

bool touch_first(void *buf, int count, MPI_Datatype type)
{
    return touch(buf, count, type, 1, 1, 1);
}

bool touch_last(void *buf, int count, MPI_Datatype type)
{
    return touch(buf, count, type, 0, 1, 1);
}

/* The gap before the last element. */
bool touch_last_gap(void *buf, int count, MPI_Datatype type)
{
    struct span s = span_of(count, type);
    unsigned char *shadow;
    MPI_Aint i = s.size - 1;

    if (size_of(type) * (MPI_Aint) count == 0)
        return false;
    shadow = shadow_of(count, type, 1, 1);
    while (i >= 0 && shadow[i] != 0)
        i--;
    if (i >= 0)
        ((unsigned char *) buf)[s.lo + i] += 91;
    free(shadow);
    return i >= 0;
}

/* A pair of a short and an integer: the short's padding. */
bool touch_pair_padding(void *buf, int count, MPI_Datatype type)
{
    struct span s = span_of(count, type);
    unsigned char *shadow;
    MPI_Aint i = 0;

    if (first_leaf(type) != MPI_SHORT_INT || count == 0)
        return false;
    shadow = shadow_of(count, type, 1, 1);
    while (i < s.size && shadow[i] == 0)
        i++;
    free(shadow);
    ((unsigned char *) buf)[s.lo + i + (MPI_Aint) sizeof(short)] += 91;
    return true;
}

bool touch_before(void *buf, int count, MPI_Datatype type)
{
    ((unsigned char *) buf)[span_of(count, type).lo - 1] += 91;
    return true;
}

bool touch_after(void *buf, int count, MPI_Datatype type)
{
    struct span s = span_of(count, type);

    ((unsigned char *) buf)[s.lo + s.size] += 91;
    return true;
}
