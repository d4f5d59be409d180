/* Types that are asked for by their size, by the digits of a Fortran kind, or by the types of a pair: they have that
 * size, or enough of it, return what they were asked for with, and a vector of them moves its bytes and no others. */
#include "harness.h"
#include "tables.h"

#include <stdint.h>
#include <string.h>

enum { BLOCKS = 5, RE = 3, IM = 2, MOST = 32, ROOM = 2 * BLOCKS * MOST };

/* The numbers that elements consist of. */
struct number {
    int size;
    void (*put)(void *array, int k, int value);
    int (*get)(const void *array, int k);
};

#define NUMBER(name, ctype)                                                                                            \
    static void put_##name(void *array, int k, int value) { ((ctype *) array)[k] = (ctype) value; }                   \
    static int get_##name(const void *array, int k) { return (int) ((const ctype *) array)[k]; }                      \
    static const struct number name = {sizeof(ctype), put_##name, get_##name}

NUMBER(int4, int32_t);
NUMBER(int8, int64_t);
NUMBER(real4, float);
NUMBER(real8, double);

/* How the type is made, and with which numbers; the size: exactly where it was asked for, or at least; what elements
 * consist of, where that is known. */
struct way {
    const char *procedure, *variant;
    int (*make)(const struct way *w, MPI_Datatype *type);
    int combiner, n, numbers[2], size;
    const struct number *number;
};

static int match(const struct way *w, MPI_Datatype *type)
{
    return MPI_Type_match_size(w->numbers[0], w->numbers[1], type);
}

static int f90_integer(const struct way *w, MPI_Datatype *type)
{
    return MPI_Type_create_f90_integer(w->numbers[0], type);
}

static int f90_real(const struct way *w, MPI_Datatype *type)
{
    return MPI_Type_create_f90_real(w->numbers[0], w->numbers[1], type);
}

static int f90_complex(const struct way *w, MPI_Datatype *type)
{
    return MPI_Type_create_f90_complex(w->numbers[0], w->numbers[1], type);
}

#ifdef HAVE_MPI_TYPE_GET_VALUE_INDEX
static int value_index(const struct way *w, MPI_Datatype *type)
{
    return MPI_Type_get_value_index(w->numbers[0] ? MPI_FLOAT : MPI_INT, MPI_INT, type);
}
#endif

#define MATCH "MPI_Type_match_size"
#define F90 "MPI_Type_create_f90_"

static const struct way ways[] = {
    {MATCH, "integer-4", match, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_INTEGER, 4}, 4, &int4},
    {MATCH, "integer-8", match, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_INTEGER, 8}, 8, &int8},
    {MATCH, "real-4", match, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_REAL, 4}, 4, &real4},
    {MATCH, "real-8", match, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_REAL, 8}, 8, &real8},
    {MATCH, "complex-8", match, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_COMPLEX, 8}, 8, &real4},
    {MATCH, "complex-16", match, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_COMPLEX, 16}, 16, &real8},
    {F90 "integer", "digits-4", f90_integer, MPI_COMBINER_F90_INTEGER, 1, {4}, 2, NULL},
    {F90 "integer", "digits-5", f90_integer, MPI_COMBINER_F90_INTEGER, 1, {5}, 4, NULL},
    {F90 "integer", "digits-9", f90_integer, MPI_COMBINER_F90_INTEGER, 1, {9}, 4, NULL},
    {F90 "integer", "digits-10", f90_integer, MPI_COMBINER_F90_INTEGER, 1, {10}, 8, NULL},
    {F90 "integer", "digits-18", f90_integer, MPI_COMBINER_F90_INTEGER, 1, {18}, 8, NULL},
    {F90 "real", "digits-6", f90_real, MPI_COMBINER_F90_REAL, 2, {6, 37}, 4, NULL},
    {F90 "real", "digits-7", f90_real, MPI_COMBINER_F90_REAL, 2, {7, 37}, 8, NULL},
    {F90 "real", "range-38", f90_real, MPI_COMBINER_F90_REAL, 2, {6, 38}, 8, NULL},
    {F90 "real", "digits-15", f90_real, MPI_COMBINER_F90_REAL, 2, {15, 307}, 8, NULL},
    {F90 "complex", "digits-6", f90_complex, MPI_COMBINER_F90_COMPLEX, 2, {6, 37}, 8, NULL},
    {F90 "complex", "digits-7", f90_complex, MPI_COMBINER_F90_COMPLEX, 2, {7, 37}, 16, NULL},
    {F90 "complex", "digits-15", f90_complex, MPI_COMBINER_F90_COMPLEX, 2, {15, 307}, 16, NULL},
#ifdef HAVE_MPI_TYPE_GET_VALUE_INDEX
    {"MPI_Type_get_value_index", "int-int", value_index, MPI_COMBINER_NAMED, 0, {0}, 8, NULL},
    {"MPI_Type_get_value_index", "float-int", value_index, MPI_COMBINER_NAMED, 0, {1}, 8, NULL},
#endif
};

/* What the type says of itself; its size. */
static int check_type(struct h_case *c, const struct way *w, MPI_Datatype type)
{
    int ints = -1, addresses = -1, types = -1, combiner = -1, size = -1, numbers[2] = {-1, -1};

    H_MPI(MPI_Type_size(type, &size));
    h_check_number(c, "MPI_Type_size", "size", w->n == 0 || size < w->size ? w->size : size, size);
    H_MPI(MPI_Type_get_envelope(type, &ints, &addresses, &types, &combiner));
    h_check_number(c, "MPI_Type_get_envelope", "combiner", w->combiner, combiner);
    h_check_number(c, "MPI_Type_get_envelope", "integers", w->n, ints);
    h_check_number(c, "MPI_Type_get_envelope", "types", 0, types);
    if (w->n > 0 && w->n == ints)
        H_MPI(MPI_Type_get_contents(type, ints, addresses, types, numbers, NULL, NULL));
    for (int i = 0; i < w->n; i++)
        h_check_entry(c, "MPI_Type_get_contents", "integer", i, w->numbers[i], numbers[i]);
    return size > MOST ? MOST : size;
}

/* A product of two elements is one of that class: (3 + 2i)(3 + 2i) = 5 + 12i. */
static void multiply(struct h_case *c, const struct way *w, MPI_Datatype type)
{
    const struct number *n = w->number;
    const int parts = w->size / n->size;
    const int in_parts[] = {RE, IM}, expected[] = {parts == 1 ? RE * RE : RE * RE - IM * IM, 2 * RE * IM};
    union {
        double alignment;
        unsigned char bytes[MOST];
    } in, out;

    for (int k = 0; k < parts; k++)
        n->put(&in, k, in_parts[k]);
    out = in;
    H_MPI(MPI_Reduce_local(&in, &out, 1, type, MPI_PROD));
    for (int k = 0; k < parts; k++)
        h_check_number(c, MATCH, "part of a product", expected[k], n->get(&out, k));
}

/* Every second element from one array to another. */
static void move(struct h_case *c, MPI_Datatype type, size_t size)
{
    unsigned char from[ROOM], to[ROOM], expected[ROOM];
    const int self = c->comm->rank;
    MPI_Datatype vector;

    for (size_t i = 0; i < ROOM; i++)
        from[i] = (unsigned char) (i * 37 + 11);
    memset(to, 0x55, sizeof to);
    memset(expected, 0x55, sizeof expected);
    for (size_t b = 0; b < BLOCKS; b++)
        memcpy(expected + 2 * b * size, from + 2 * b * size, size);
    H_MPI(MPI_Type_vector(BLOCKS, 1, 2, type, &vector));
    H_MPI(MPI_Type_commit(&vector));
    H_MPI(MPI_Sendrecv(from, 1, vector, self, 0, to, 1, vector, self, 0, c->comm->comm, MPI_STATUS_IGNORE));
    H_MPI(MPI_Type_free(&vector));
    h_check_repeated(c, to, ROOM, expected, ROOM);
}

/* The Fortran types are MPI_DATATYPE_NULL, or take no bytes, where the MPI was built without Fortran. */
static int has_fortran(void)
{
    int size = 0;

    return MPI_INTEGER != MPI_DATATYPE_NULL && MPI_Type_size(MPI_INTEGER, &size) == MPI_SUCCESS && size > 0;
}

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(ways); k++) {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        int is_made;
        c->variant = ways[k].variant;
        if (!h_begin(c, ways[k].procedure))
            continue;
        is_made = ways[k].make(&ways[k], &type) == MPI_SUCCESS && type != MPI_DATATYPE_NULL;
        if (is_made)
            move(c, type, (size_t) check_type(c, &ways[k], type));
        else if (has_fortran())
            h_fail(c, "%s: %s: expected a type, found none", ways[k].procedure, ways[k].variant);
        else
            h_leave_out("this MPI has no type for %s of %s: built without Fortran", ways[k].procedure,
                        ways[k].variant);
        if (is_made && ways[k].number)
            multiply(c, &ways[k], type);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"types by their size or their digits", 0, run};
