#include "values.h"

const struct dtpi_stretch *dtpi_values_at(const struct dtpi_values *values, MPI_Aint k)
{
    int low = 0, high = values->n - 1; /* the last one that begins at k or before it, which is not empty */

    while (low < high) {
        int middle = high - (high - low) / 2;
        if (values->stretches[middle].first <= k)
            low = middle;
        else
            high = middle - 1;
    }
    return &values->stretches[low];
}

bool dtpi_values_live(const struct dtpi_values *values, MPI_Aint k)
{
    const struct dtpi_stretch *s = dtpi_values_at(values, k);

    return k - s->first < s->count;
}

MPI_Aint dtpi_values_count(const struct dtpi_values *values)
{
    MPI_Aint count = 0;

    for (int i = 0; i < values->n; i++)
        count += values->stretches[i].count;
    return count;
}

void dtpi_values_packed(const struct dtpi_stretch *s, const struct dtpi_kind *kind, MPI_Aint k, MPI_Aint n,
                        void *packed, void *scratch)
{
    int first = s->op == DTPI_REPLACE ? s->operands - 1 : 0;
    int last = s->op == DTPI_NO_OP ? 1 : s->operands;

    for (int i = first; i < last; i++) {
        int64_t v = (int64_t) ((uint64_t) s->starts[i] + (uint64_t) (k - s->first) * (uint64_t) s->strides[i]);
        dtpi_kind_writer(kind, s->bits)(i == first ? packed : scratch, v, s->strides[i], (size_t) n);
        if (i > first)
            dtpi_kind_reduction(kind, s->op)(packed, scratch, (size_t) n);
    }
}
