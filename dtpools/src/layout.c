#include "layout.h"

#include "arith.h"
#include "error.h"
#include "layout_table.h"
#include "sweep.h"

/* ---- where a row is ---- */

/* Rows of one class, one after the other in a table. */
struct range {
    enum dtpi_layout_class class;
    const struct dtpi_layout_table *table;
    int first, past;
};

/* A row of a table; none past the last one. */
struct place {
    enum dtpi_layout_class class;
    const struct dtpi_layout_table *table;
    int row;
};

static struct place place_in(const struct range *ranges, size_t n, int row)
{
    for (size_t i = 0; i < n; row -= ranges[i].past - ranges[i].first, i++)
        if (row < ranges[i].past - ranges[i].first)
            return (struct place) {ranges[i].class, ranges[i].table, ranges[i].first + row};
    return (struct place) {DTPI_NO_LAYOUT, NULL, 0};
}

static struct place place_of(bool is_struct, int row)
{
    const struct dtpi_layout_table *extended = &dtpi_extended_layouts, *structs = &dtpi_struct_layouts;
    const struct range of_basic[] = {
        {DTPI_SPECIFIED, &dtpi_basic_layouts, 0, dtpi_basic_layouts.rows},
        {DTPI_EXTENDED_LAYOUT, extended, 0, extended->second},
        {DTPI_SWEPT_LAYOUT, &dtpi_swept_layouts, 0, dtpi_sweep_rows(false)},
        {DTPI_OVERLAPPING_LAYOUT, extended, extended->second, extended->rows},
    };
    const struct range of_structs[] = {
        {DTPI_SPECIFIED, structs, 0, structs->second},
        {DTPI_EXTENDED_LAYOUT, structs, structs->second, structs->rows},
        {DTPI_SWEPT_LAYOUT, &dtpi_swept_structs, 0, dtpi_sweep_rows(true)},
    };

    return is_struct ? place_in(of_structs, sizeof of_structs / sizeof of_structs[0], row)
                     : place_in(of_basic, sizeof of_basic / sizeof of_basic[0], row);
}

/* ---- what is asked of a row ---- */

enum dtpi_layout_class dtpi_layout_class(bool is_struct, int row)
{
    return place_of(is_struct, row).class;
}

int dtpi_layout_first(bool is_struct, enum dtpi_layout_class class)
{
    int row = 0;

    while (dtpi_layout_class(is_struct, row) < class)
        row++;
    return row;
}

bool dtpi_layout_applies(const struct dtpi_signature *signature, bool is_struct, int row)
{
    const struct place at = place_of(is_struct, row);

    return !at.table->applies || at.table->applies(signature, at.row);
}

void dtpi_layout_name(bool is_struct, int row, char name[DTPI_LAYOUT_NAME])
{
    const struct place at = place_of(is_struct, row);

    at.table->name(at.row, name);
}

const char *dtpi_layout_traits(bool is_struct, int row)
{
    const struct place at = place_of(is_struct, row);

    return at.table->traits ? at.table->traits(at.row) : NULL;
}

/* Refuses an object that reaches too far; those of the specification were not even made then. */
static int check_size(const struct dtpi_signature *signature, const char *name, MPI_Aint max_bytes,
                      struct dtpi_object *object)
{
    const struct dtpi_tree *tree = object->tree;
    MPI_Aint reach, bytes;

    if (!dtpi_mul(object->count - 1, dtpi_tree_extent(tree), &reach) ||
        !dtpi_add(dtpi_tree_true_extent(tree), reach < 0 ? -reach : reach, &bytes))
        bytes = DTPI_AINT_MAX;
    if (bytes <= max_bytes)
        return DTP_SUCCESS;
    dtpi_tree_free(object->tree);
    object->tree = NULL;
    return dtpi_error(DTP_ERR_TOO_LARGE, "%s of %s needs %lld bytes, more than DTP_MAX_BUFSIZE=%lld bytes", name,
                      signature->text, (long long) bytes, (long long) max_bytes);
}

int dtpi_layout_object(const struct dtpi_signature *signature, bool is_struct, int row, MPI_Aint max_bytes,
                       struct dtpi_object *object)
{
    const struct place at = place_of(is_struct, row);
    char name[DTPI_LAYOUT_NAME];
    int err;

    *object = (struct dtpi_object) {.count = 1};
    err = at.table->make(signature, at.row, max_bytes, object);
    if (err)
        return err;
    at.table->name(at.row, name);
    return check_size(signature, name, max_bytes, object);
}

/* ---- the plainest object ---- */

int dtpi_layout_plain(const struct dtpi_signature *s, MPI_Aint n, struct dtpi_object *object)
{
    struct dtpi_signature first = {.n = 0};
    int err;

    if (n <= s->parts[0].count) {
        *object = (struct dtpi_object) {.count = n, .tree = dtpi_tree_basic(s->parts[0].basic)};
        return object->tree ? DTP_SUCCESS : dtpi_error_code();
    }
    *object = (struct dtpi_object) {.count = 1};
    err = dtpi_signature_first(s, n, &first);
    if (err)
        return err;
    object->tree = dtpi_plain_struct(&first);
    dtpi_signature_free(&first);
    return object->tree ? DTP_SUCCESS : dtpi_error_code();
}
