/* Types that are asked for by their size, by the digits of a Fortran kind, or by the types of a pair: they have that
 * size, or enough of it, return what they were asked for with, and a vector of them moves its bytes and no others. They
 * are predefined, so they are sent and reduced without a commit (MPI-3.1, 5.9.2, 17.1.9). */
#include "harness.h"
#include "tables.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { BLOCKS = 5, RE = 3, IM = 2, MOST = 32, ROOM = 2 * BLOCKS * MOST };

/* The numbers that elements consist of. */
struct number {
    bool is_real;
    int size;
    void (*put)(void *array, int k, int value);
    int (*get)(const void *array, int k);
};

#define NUMBER(name, is_real, ctype)                                                                                   \
    static void put_##name(void *array, int k, int value) { ((ctype *) array)[k] = (ctype) value; }                    \
    static int get_##name(const void *array, int k) { return (int) ((const ctype *) array)[k]; }                       \
    static const struct number name = {is_real, sizeof(ctype), put_##name, get_##name}

NUMBER(int1, false, int8_t);
NUMBER(int2, false, int16_t);
NUMBER(int4, false, int32_t);
NUMBER(int8, false, int64_t);
NUMBER(real4, true, float);
NUMBER(real8, true, double);

static const struct number *const numbers[] = {&int1, &int2, &int4, &int8, &real4, &real8};

enum class { INTEGER, REAL, COMPLEX, PAIR };

/* How the type is made, and with which numbers; the size: exactly where it was asked for, or at least; whether an MPI,
 * or the compiler that it is for, may have no such type. */
struct way {
    const char *procedure, *variant;
    int (*make)(const struct way *w, MPI_Datatype *type);
    enum class class;
    int combiner, n, numbers[2], size;
    bool may_lack;
};

/* What elements of so many bytes consist of, or NULL where that is not known. */
static const struct number *number_of(enum class class, int size)
{
    const int part = class == COMPLEX ? size / 2 : size;

    for (int k = 0; k < H_NUM(numbers) && class != PAIR; k++)
        if (numbers[k]->is_real == (class != INTEGER) && numbers[k]->size == part)
            return numbers[k];
    return NULL;
}

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
    const MPI_Datatype pairs[][2] = {{MPI_INT, MPI_INT}, {MPI_FLOAT, MPI_INT}, {MPI_DOUBLE, MPI_INT64_T},
                                     {MPI_INT64_T, MPI_INT64_T}};

    return MPI_Type_get_value_index(pairs[w->numbers[0]][0], pairs[w->numbers[0]][1], type);
}
#endif

#define MATCH "MPI_Type_match_size"
#define F90 "MPI_Type_create_f90_"
#define VALUE_INDEX "MPI_Type_get_value_index"

static const struct way ways[] = {
    {MATCH, "integer-1", match, INTEGER, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_INTEGER, 1}, 1, true},
    {MATCH, "integer-2", match, INTEGER, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_INTEGER, 2}, 2, true},
    {MATCH, "integer-4", match, INTEGER, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_INTEGER, 4}, 4, false},
    {MATCH, "integer-8", match, INTEGER, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_INTEGER, 8}, 8, false},
    {MATCH, "integer-16", match, INTEGER, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_INTEGER, 16}, 16, true},
    {MATCH, "real-2", match, REAL, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_REAL, 2}, 2, true},
    {MATCH, "real-4", match, REAL, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_REAL, 4}, 4, false},
    {MATCH, "real-8", match, REAL, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_REAL, 8}, 8, false},
    {MATCH, "real-16", match, REAL, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_REAL, 16}, 16, true},
    {MATCH, "complex-4", match, COMPLEX, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_COMPLEX, 4}, 4, true},
    {MATCH, "complex-8", match, COMPLEX, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_COMPLEX, 8}, 8, false},
    {MATCH, "complex-16", match, COMPLEX, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_COMPLEX, 16}, 16, false},
    {MATCH, "complex-32", match, COMPLEX, MPI_COMBINER_NAMED, 0, {MPI_TYPECLASS_COMPLEX, 32}, 32, true},
    {F90 "integer", "digits-4", f90_integer, INTEGER, MPI_COMBINER_F90_INTEGER, 1, {4}, 2, false},
    {F90 "integer", "digits-5", f90_integer, INTEGER, MPI_COMBINER_F90_INTEGER, 1, {5}, 4, false},
    {F90 "integer", "digits-9", f90_integer, INTEGER, MPI_COMBINER_F90_INTEGER, 1, {9}, 4, false},
    {F90 "integer", "digits-10", f90_integer, INTEGER, MPI_COMBINER_F90_INTEGER, 1, {10}, 8, false},
    {F90 "integer", "digits-18", f90_integer, INTEGER, MPI_COMBINER_F90_INTEGER, 1, {18}, 8, false},
    {F90 "real", "digits-6", f90_real, REAL, MPI_COMBINER_F90_REAL, 2, {6, 37}, 4, false},
    {F90 "real", "digits-7", f90_real, REAL, MPI_COMBINER_F90_REAL, 2, {7, 37}, 8, false},
    {F90 "real", "range-38", f90_real, REAL, MPI_COMBINER_F90_REAL, 2, {6, 38}, 8, false},
    {F90 "real", "digits-15", f90_real, REAL, MPI_COMBINER_F90_REAL, 2, {15, 307}, 8, false},
    {F90 "real", "range-308", f90_real, REAL, MPI_COMBINER_F90_REAL, 2, {6, 308}, 9, true},
    {F90 "real", "range-alone", f90_real, REAL, MPI_COMBINER_F90_REAL, 2, {MPI_UNDEFINED, 38}, 8, false},
    {F90 "real", "digits-alone", f90_real, REAL, MPI_COMBINER_F90_REAL, 2, {15, MPI_UNDEFINED}, 8, false},
    {F90 "complex", "digits-6", f90_complex, COMPLEX, MPI_COMBINER_F90_COMPLEX, 2, {6, 37}, 8, false},
    {F90 "complex", "digits-7", f90_complex, COMPLEX, MPI_COMBINER_F90_COMPLEX, 2, {7, 37}, 16, false},
    {F90 "complex", "range-38", f90_complex, COMPLEX, MPI_COMBINER_F90_COMPLEX, 2, {6, 38}, 16, false},
    {F90 "complex", "digits-15", f90_complex, COMPLEX, MPI_COMBINER_F90_COMPLEX, 2, {15, 307}, 16, false},
    {F90 "complex", "range-308", f90_complex, COMPLEX, MPI_COMBINER_F90_COMPLEX, 2, {6, 308}, 18, true},
    {F90 "complex", "range-alone", f90_complex, COMPLEX, MPI_COMBINER_F90_COMPLEX, 2, {MPI_UNDEFINED, 38}, 16, false},
    {F90 "complex", "digits-alone", f90_complex, COMPLEX, MPI_COMBINER_F90_COMPLEX, 2, {15, MPI_UNDEFINED}, 16, false},
#ifdef HAVE_MPI_TYPE_GET_VALUE_INDEX
    {VALUE_INDEX, "int-int", value_index, PAIR, MPI_COMBINER_NAMED, 0, {0}, 8, false},
    {VALUE_INDEX, "float-int", value_index, PAIR, MPI_COMBINER_NAMED, 0, {1}, 8, false},
    {VALUE_INDEX, "double-int64", value_index, PAIR, MPI_COMBINER_VALUE_INDEX, 0, {2}, 16, true},
    {VALUE_INDEX, "int64-int64", value_index, PAIR, MPI_COMBINER_VALUE_INDEX, 0, {3}, 16, true},
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
    h_check_number(c, "MPI_Type_get_envelope", "types", w->class == PAIR && w->may_lack ? 2 : 0, types);
    if (w->n > 0 && w->n == ints)
        H_MPI(MPI_Type_get_contents(type, ints, addresses, types, numbers, NULL, NULL));
    for (int i = 0; i < w->n; i++)
        h_check_entry(c, "MPI_Type_get_contents", "integer", i, w->numbers[i], numbers[i]);
    return size > MOST ? MOST : size;
}

/* A product of two elements is one of that class: (3 + 2i)(3 + 2i) = 5 + 12i. */
static void multiply(struct h_case *c, const struct number *n, int parts, MPI_Datatype type)
{
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
        h_check_number(c, "MPI_Reduce_local", "part of a product", expected[k], n->get(&out, k));
}

/* One element, by the type as it is. */
static void send(struct h_case *c, MPI_Datatype type, size_t size)
{
    unsigned char from[MOST], to[MOST];
    const int self = c->comm->rank;

    for (size_t i = 0; i < MOST; i++)
        from[i] = (unsigned char) (i * 41 + 7);
    memset(to, 0x55, sizeof to);
    H_MPI(MPI_Sendrecv(from, 1, type, self, 0, to, 1, type, self, 0, c->comm->comm, MPI_STATUS_IGNORE));
    h_check_repeated(c, to, (MPI_Count) size, from, (MPI_Count) size);
}

/* A vector says that it was made of the type. */
static void check_vector(struct h_case *c, const struct way *w, MPI_Datatype vector)
{
    enum { INTS = 3 };
    int numbers[INTS];
    MPI_Datatype type;

    H_MPI(MPI_Type_get_contents(vector, INTS, 0, 1, numbers, NULL, &type));
    (void) check_type(c, w, type);
}

/* Every second element from one array to another. */
static void move(struct h_case *c, const struct way *w, MPI_Datatype type, size_t size)
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
    check_vector(c, w, vector);
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

static void use(struct h_case *c, const struct way *w, MPI_Datatype type)
{
    const int size = check_type(c, w, type);
    const struct number *number = number_of(w->class, size);

    send(c, type, (size_t) size);
    move(c, w, type, (size_t) size);
    if (number && h_asks(c, "MPI_Reduce_local"))
        multiply(c, number, size / number->size, type);
}

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(ways); k++) {
        const struct way *w = &ways[k];
        MPI_Datatype type = MPI_DATATYPE_NULL;
        c->variant = w->variant;
        if (!h_begin(c, w->procedure))
            continue;
        if (w->make(w, &type) == MPI_SUCCESS && type != MPI_DATATYPE_NULL)
            use(c, w, type);
        else if (has_fortran() && !w->may_lack)
            h_fail(c, "%s: %s: expected a type, found none", w->procedure, w->variant);
        else
            h_leave_out("this MPI has no type for %s of %s%s", w->procedure, w->variant,
                        w->may_lack ? "" : ": built without Fortran");
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"types by their size or their digits", 0, run};
