#include "sweep.h"

#include "arith.h"
#include "error.h"
#include "sweep_family.h"

#include <stdio.h>

static const struct dtpi_family *const families[] = {
    &dtpi_family_over, /* the first, which is also for a struct, of which there is one */
    &dtpi_family_blklen,
    &dtpi_family_unequal,
    &dtpi_family_stride,
    &dtpi_family_disp,
    &dtpi_family_members,
    &dtpi_family_subarray,
    &dtpi_family_darray,
    &dtpi_family_depth,
    &dtpi_family_spaced,
    &dtpi_family_like,
};
enum { NUM_FAMILIES = sizeof families / sizeof families[0] };

/* The family of a row; *row becomes the row of the family. */
static const struct dtpi_family *family_of(int *row)
{
    int f = 0;

    while (*row >= families[f]->rows)
        *row -= families[f++]->rows;
    return families[f];
}

int dtpi_sweep_rows(bool is_struct)
{
    int rows = 0;

    for (int i = 0; i < (is_struct ? 1 : NUM_FAMILIES); i++)
        rows += families[i]->rows;
    return rows;
}

void dtpi_sweep_name(bool is_struct, int row, char name[48])
{
    const struct dtpi_family *f = family_of(&row);
    char of_row[32];

    f->name_row(row, of_row, sizeof of_row);
    for (char *c = of_row; *c; c++)
        *c = (char) (*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    (void) snprintf(name, 48, "%s%s__%s", is_struct ? "STRUCT_" : "", f->name, of_row);
}

int dtpi_sweep_like_row(int k)
{
    int row = 0;

    for (int f = 0; families[f] != &dtpi_family_like; f++)
        row += families[f]->rows;
    return row + 2 * (k % (dtpi_family_like.rows / 2));
}

bool dtpi_sweep_applies(bool is_struct, int row, MPI_Aint elements)
{
    const struct dtpi_family *f = family_of(&row);

    return is_struct || !f->least || elements >= f->least(row);
}

/* All displacements are below so many times the bytes of the elements. */
enum { MOST_SPREAD = 4096 };

int dtpi_sweep_object(bool is_struct, int row, MPI_Aint n, struct dtpi_tree *type, struct dtpi_object *object)
{
    const struct dtpi_family *f = family_of(&row);
    const struct dtpi_arguments a = {.n = is_struct ? 1 : n, .type = type};

    *object = (struct dtpi_object) {.count = 1};
    if (n > DTPI_AINT_MAX / MOST_SPREAD / dtpi_max(dtpi_tree_extent(type), 1))
        return dtpi_error(DTP_ERR_OVERFLOW, "layouts of %lld elements go past what an MPI_Aint can express",
                          (long long) n);
    f->make(&a, row, object);
    return object->tree ? DTP_SUCCESS : dtpi_error_code();
}
