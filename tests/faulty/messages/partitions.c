/* Faults of messages in partitions. */
#include "faulty.h"
#include "hooks.h"

static int sent_in, received_in;
static const void *in_parts;

bool note_partitions(struct calls_call *c)
{
    if (calls_is(c, "MPI_Psend_init"))
        sent_in = number_of(c, "partitions");
    if (calls_is(c, "MPI_Precv_init")) {
        received_in = number_of(c, "partitions");
        in_parts = calls_pointer(c, 0);
    }
    return false;
}

/* Where both sides have another number of partitions, the first element of the second half is lost. */
bool unlike_partitions_short(struct landing *l)
{
    const MPI_Aint half = l->n / 2;
    const int e = size_of(first_leaf(l->type));

    return l->buf == in_parts && sent_in > 1 && received_in > 1 && sent_in != received_in && e > 0 &&
           lose_bytes(l, half / e * e, e);
}

bool first_partition_lost(struct landing *l)
{
    return l->buf == in_parts && received_in > 1 && lose_bytes(l, 0, l->n / received_in);
}

/* The last one of a list of partitions is made ready too soon, with the first: what it holds by then is sent. */
bool single_partition_short(struct landing *l)
{
    return l->buf == in_parts && received_in == 1 && sent_in > 1 && lose_last_element(l);
}

LOSES_IF(many_partitions_short, l->buf == in_parts && received_in >= 8)
