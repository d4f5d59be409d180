#include "shrink_measure.h"

#include "arith.h"

#include <string.h>

static void add_number(struct dtpi_measure *m, MPI_Aint n)
{
    const MPI_Aint most = DTPI_AINT_MAX / 4096;

    m->numbers = dtpi_min(m->numbers, most) + dtpi_min(n < 0 ? -dtpi_max(n, -most) : n, most);
    m->parts += n < 0;
}

static void measure_tree(struct dtpi_measure *m, const struct dtpi_tree *tree)
{
    m->parts += dtpi_tree_is_indexed(tree) ? 4 : 2;
    m->parts -= tree->basic && strcmp(tree->basic->name, "MPI_INT") == 0;
    for (int i = 0; i < tree->num_runs; i++) {
        const struct dtpi_run *run = &tree->runs[i];
        m->parts += tree->num_runs > 1;
        add_number(m, run->count);
        add_number(m, run->blklen);
        add_number(m, run->disp);
        add_number(m, run->count > 1 ? run->step : 0);
        if (tree->ctor == DTPI_STRUCT || i == 0)
            measure_tree(m, run->child);
    }
    for (int d = 0; d < tree->num_dims; d++) {
        m->parts += 2;
        add_number(m, tree->dims[d].size);
        add_number(m, tree->dims[d].subsize);
        add_number(m, tree->dims[d].start);
        add_number(m, tree->dims[d].darg);
        add_number(m, tree->dims[d].processes);
    }
    add_number(m, tree->new_lb);
    add_number(m, tree->new_extent);
    add_number(m, tree->processes);
    add_number(m, tree->rank);
}

void dtpi_measure_add(struct dtpi_measure *m, MPI_Aint count, const struct dtpi_tree *tree)
{
    add_number(m, count);
    measure_tree(m, tree);
}

bool dtpi_measure_is_smaller(const struct dtpi_measure *a, const struct dtpi_measure *b)
{
    return a->parts != b->parts ? a->parts < b->parts : a->numbers < b->numbers;
}
