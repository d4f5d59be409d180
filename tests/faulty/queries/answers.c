/* Faults of calls that say something of types: contents, names, attributes, sizes; and of packing. */
#include "faulty.h"
#include "hooks.h"

#include <stdint.h>
#include <string.h>

/* ---- contents ---- */

/* Array `array` of MPI_Type_get_contents: how many entries there are, and how many there is room for. */
static bool has_room(const struct calls_call *c, int array, int *n)
{
    int ints[3], combiner;

    if (!calls_is(c, "MPI_Type_get_contents") || c->code != MPI_SUCCESS)
        return false;
    PMPI_Type_get_envelope(CALLS_HANDLE(MPI_Datatype, c, 0), &ints[0], &ints[1], &ints[2], &combiner);
    *n = ints[array];
    return calls_number(c, 1 + array) > *n;
}

bool integer_behind(struct calls_call *c)
{
    int n;

    if (!has_room(c, 0, &n))
        return false;
    ((int *) pointer_of(c, "array_of_integers"))[n] = 0;
    return true;
}

bool type_behind(struct calls_call *c)
{
    int n;

    if (!has_room(c, 2, &n))
        return false;
    ((MPI_Datatype *) pointer_of(c, "array_of_datatypes"))[n] = MPI_BYTE;
    return true;
}

/* The type that was resized, or duplicated, is returned as a copy of the type itself. */
bool child_returned_itself(struct calls_call *c)
{
    const MPI_Datatype type = calls_is(c, "MPI_Type_get_contents") ? CALLS_HANDLE(MPI_Datatype, c, 0) : MPI_BYTE;

    if (combiner_of(type) != MPI_COMBINER_DUP || c->code != MPI_SUCCESS)
        return false;
    PMPI_Type_dup(type, pointer_of(c, "array_of_datatypes"));
    return true;
}

bool lengths_reversed(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    int first;

    (void) addresses, (void) displs;
    if (combiner != MPI_COMBINER_STRUCT || ints < 3)
        return false;
    first = integers[1];
    integers[1] = integers[ints - 1];
    integers[ints - 1] = first;
    return first != integers[1];
}

bool darray_rank_returned_zero(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) ints, (void) addresses, (void) displs;
    if (combiner != MPI_COMBINER_DARRAY || integers[1] == 0)
        return false;
    integers[1] = 0;
    return true;
}

/* The last type that a struct was made of is said to be the first one. */
bool first_type_returned(struct calls_call *c)
{
    const MPI_Datatype type = calls_is(c, "MPI_Type_get_contents") ? CALLS_HANDLE(MPI_Datatype, c, 0) : MPI_BYTE;
    MPI_Datatype *types;
    int last;

    if (combiner_of(type) != MPI_COMBINER_STRUCT || c->code != MPI_SUCCESS)
        return false;
    types = pointer_of(c, "array_of_datatypes");
    last = blocks_of(type) - 1;
    if (last < 1 || depth_of(types[0]) > 0 || depth_of(types[last]) > 0 || types[0] == types[last])
        return false;
    types[last] = types[0];
    return true;
}

bool addresses_returned_in_32_bits(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    bool changed = false;

    (void) combiner, (void) ints, (void) integers;
    for (int k = 0; k < addresses; k++) {
        changed |= displs[k] != (int32_t) displs[k];
        displs[k] = (int32_t) displs[k];
    }
    return changed;
}

/* ---- names ---- */

bool name_cut_at_63(struct calls_call *c)
{
    static char cut[64];
    const char **name;

    if (!calls_is(c, "MPI_Type_set_name"))
        return false;
    name = c->args[1];
    if (strlen(*name) < sizeof cut)
        return false;
    memcpy(cut, *name, sizeof cut - 1);
    *name = cut;
    return true;
}

bool name_length_one_more(struct calls_call *c)
{
    int *length;

    if (!calls_is(c, "MPI_Type_get_name"))
        return false;
    length = pointer_of(c, "resultlen");
    ++*length;
    return true;
}

bool predefined_name_lost(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Type_get_name") || combiner_of(CALLS_HANDLE(MPI_Datatype, c, 0)) != MPI_COMBINER_NAMED)
        return false;
    *(char *) calls_pointer(c, 1) = '\0';
    *(int *) pointer_of(c, "resultlen") = 0;
    return true;
}

/* ---- attributes ---- */

static int first_key = MPI_KEYVAL_INVALID;

/* A type has one attribute only. */
bool second_attribute_lost(struct calls_call *c)
{
    const int key = calls_is(c, "MPI_Type_get_attr") ? *(int *) c->args[1] : first_key;

    if (calls_is(c, "MPI_Type_create_keyval") && first_key == MPI_KEYVAL_INVALID)
        first_key = *(int *) calls_pointer(c, 2);
    if (key == first_key || *(int *) calls_pointer(c, 3) == 0)
        return false;
    *(int *) calls_pointer(c, 3) = 0;
    return true;
}

bool attribute_kept(struct calls_call *c)
{
    c->skip = calls_is(c, "MPI_Type_delete_attr");
    return c->skip;
}

bool refused_copy_ignored(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Type_dup") || c->code == MPI_SUCCESS)
        return false;
    *(MPI_Datatype *) calls_pointer(c, 1) = CALLS_HANDLE(MPI_Datatype, c, 0);
    c->code = MPI_SUCCESS;
    return true;
}

bool refused_deletion_ignored(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Type_delete_attr") || c->code == MPI_SUCCESS)
        return false;
    c->code = MPI_SUCCESS;
    return true;
}

static bool exchange_copy(struct calls_call *c, MPI_Type_copy_attr_function *from, MPI_Type_copy_attr_function *to)
{
    MPI_Type_copy_attr_function **copy;

    if (!calls_is(c, "MPI_Type_create_keyval"))
        return false;
    copy = c->args[0];
    if (*copy != from)
        return false;
    *copy = to;
    return true;
}

bool null_copy_copies(struct calls_call *c)
{
    return exchange_copy(c, MPI_TYPE_NULL_COPY_FN, MPI_TYPE_DUP_FN);
}

bool dup_copy_does_not(struct calls_call *c)
{
    return exchange_copy(c, MPI_TYPE_DUP_FN, MPI_TYPE_NULL_COPY_FN);
}

bool extra_state_lost(struct calls_call *c)
{
    static int nothing;
    void **state;

    if (!calls_is(c, "MPI_Type_create_keyval"))
        return false;
    state = c->args[3];
    if (*state == NULL)
        return false;
    *state = &nothing;
    return true;
}

/* Nobody is notified that an attribute goes. */
bool deletion_not_called(struct calls_call *c)
{
    MPI_Type_delete_attr_function **function;

    if (!calls_is(c, "MPI_Type_create_keyval"))
        return false;
    function = c->args[1];
    if (*function == MPI_TYPE_NULL_DELETE_FN)
        return false;
    *function = MPI_TYPE_NULL_DELETE_FN;
    return true;
}

bool attribute_in_32_bits(struct calls_call *c)
{
    uintptr_t *value, was;

    if (!calls_is(c, "MPI_Type_get_attr") || *(int *) calls_pointer(c, 3) == 0)
        return false;
    value = calls_pointer(c, 2);
    was = *value;
    *value = (uint32_t) was;
    return *value != was;
}

/* ---- packing ---- */

static bool packs(const struct calls_call *c)
{
    return calls_is(c, "MPI_Pack") || calls_is(c, "MPI_Pack_external");
}

bool nothing_packed_moves(struct calls_call *c)
{
    const int position = calls_find(c->procedure, "position");

    if (!packs(c) || number_of(c, "incount") != 0)
        return false;
    calls_set_entry(c, position, 0, calls_entry(c, position, 0) + 1);
    return true;
}

/* The position moves by the extents of instances that have no elements. */
bool extents_packed(struct calls_call *c)
{
    const int position = calls_find(c->procedure, "position");
    MPI_Aint lb, extent;

    if (!packs(c) || c->code != MPI_SUCCESS || size_of(type_of(c, "datatype")) != 0)
        return false;
    PMPI_Type_get_extent(type_of(c, "datatype"), &lb, &extent);
    calls_set_entry(c, position, 0, calls_entry(c, position, 0) + number_of(c, "incount") * extent);
    return number_of(c, "incount") * extent > 0;
}

bool packed_past_room(struct calls_call *c)
{
    if (!packs(c) || c->code != MPI_SUCCESS)
        return false;
    ((unsigned char *) pointer_of(c, "outbuf"))[number_of(c, "outsize")] ^= 0x5a;
    return true;
}

static bool change_input(const struct calls_call *c, const char *row, MPI_Count at)
{
    unsigned char *in;

    if (!calls_is(c, row) || c->code != MPI_SUCCESS || number_of(c, "insize") < 1)
        return false;
    in = pointer_of(c, "inbuf");
    in[at < 0 ? number_of(c, "insize") - 1 : at] ^= 0x5a;
    return true;
}

bool unpack_changes_input(struct calls_call *c)
{
    return change_input(c, "MPI_Unpack", 0);
}

bool unpack_external_changes_input(struct calls_call *c)
{
    return change_input(c, "MPI_Unpack_external", -1);
}

bool pack_changes_buffer(struct calls_call *c)
{
    return packs(c) && number_of(c, "incount") > 0 && size_of(type_of(c, "datatype")) > 0 &&
           touch_first(pointer_of(c, "inbuf"), number_of(c, "incount"), type_of(c, "datatype"));
}

static bool returned_less(const struct calls_call *c, const char *row, MPI_Count less)
{
    if (!calls_is(c, row) || less <= 0)
        return false;
    calls_set_entry(c, 3, 0, calls_entry(c, 3, 0) - less);
    return true;
}

/* What one instance needs. */
bool pack_size_of_one(struct calls_call *c)
{
    return calls_is(c, "MPI_Pack_size") &&
           returned_less(c, "MPI_Pack_size",
                         (number_of(c, "incount") - 1) * (MPI_Count) size_of(type_of(c, "datatype")));
}

bool pack_size_of_deep(struct calls_call *c)
{
    return calls_is(c, "MPI_Pack_size") && depth_of(CALLS_HANDLE(MPI_Datatype, c, 1)) >= 3 &&
           returned_less(c, "MPI_Pack_size", 1);
}

bool external_long_double_short(struct calls_call *c)
{
    return calls_is(c, "MPI_Pack_external_size") && last_leaf(CALLS_HANDLE(MPI_Datatype, c, 2)) == MPI_LONG_DOUBLE &&
           returned_less(c, "MPI_Pack_external_size", 4);
}

/* Where packing has begun. */
static MPI_Count start;

bool note_start(struct calls_call *c)
{
    start = packs(c) ? calls_entry(c, calls_find(c->procedure, "position"), 0) : 0;
    return false;
}

bool external_before_start(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Pack_external") || c->code != MPI_SUCCESS || start == 0)
        return false;
    ((unsigned char *) pointer_of(c, "outbuf"))[start - 1] ^= 0x5a;
    return true;
}

static bool change_last(unsigned char *bytes, MPI_Aint size, bool is_due)
{
    if (is_due && size > 0)
        bytes[size - 1] ^= 0x5a;
    return is_due && size > 0;
}

bool external_wide_character(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    return change_last(bytes, size, last_leaf(type) == MPI_WCHAR);
}

bool external_long_double(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    if (last_leaf(type) != MPI_LONG_DOUBLE || size < 16)
        return false;
    bytes[size - 11] ^= 0x5a; /* within the value, in whichever order of bytes */
    bytes[size - 6] ^= 0x5a;
    return true;
}

bool packed_by_large_call(struct calls_call *c)
{
    const int position = calls_find(c->procedure, "position");

    return strcmp(c->procedure->name, "MPI_Pack_c") == 0 && c->code == MPI_SUCCESS &&
           change_last(pointer_of(c, "outbuf"), (MPI_Aint) calls_entry(c, position, 0), number_of(c, "incount") > 0);
}

bool unpacks_past(struct calls_call *c)
{
    return calls_is(c, "MPI_Unpack") && c->code == MPI_SUCCESS && number_of(c, "outcount") > 0 &&
           size_of(type_of(c, "datatype")) > 0 &&
           touch_after(pointer_of(c, "outbuf"), number_of(c, "outcount"), type_of(c, "datatype"));
}

bool unpacked_to_end(struct calls_call *c)
{
    const int position = calls_find(c->procedure, "position");

    if (!calls_is(c, "MPI_Unpack") || c->code != MPI_SUCCESS ||
        calls_entry(c, position, 0) == number_of(c, "insize"))
        return false;
    calls_set_entry(c, position, 0, number_of(c, "insize"));
    return true;
}

/* ---- what is received ---- */

/* Elements of several types are counted by the size of the first one. */
bool elements_by_first_type(struct calls_call *c)
{
    const bool is_asked = calls_is(c, "MPI_Get_elements") || calls_is(c, "MPI_Get_elements_x");
    const MPI_Datatype type = is_asked ? CALLS_HANDLE(MPI_Datatype, c, 1) : MPI_BYTE;
    MPI_Count returned;

    if (first_leaf(type) == last_leaf(type) || size_of(first_leaf(type)) == 0)
        return false;
    returned = calls_entry(c, 2, 0);
    calls_set_entry(c, 2, 0, arrived(CALLS_HANDLE(const MPI_Status *, c, 0)) / size_of(first_leaf(type)));
    return returned != MPI_UNDEFINED && returned != calls_entry(c, 2, 0);
}

bool nothing_received_undefined(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Get_count") || size_of(CALLS_HANDLE(MPI_Datatype, c, 1)) == 0 ||
        arrived(CALLS_HANDLE(const MPI_Status *, c, 0)) != 0)
        return false;
    calls_set_entry(c, 2, 0, MPI_UNDEFINED);
    return true;
}

/* What set elements are is returned one less. */
bool set_elements_less(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Status_set_elements") && !calls_is(c, "MPI_Status_set_elements_x"))
        return false;
    if (number_of(c, "count") < 1)
        return false;
    set_argument(c, "count", number_of(c, "count") - 1);
    return true;
}

bool count_c_wrong(struct calls_call *c)
{
    MPI_Count count;

    if (strcmp(c->procedure->name, "MPI_Get_count_c") != 0)
        return false;
    count = calls_entry(c, 2, 0);
    calls_set_entry(c, 2, 0, count > 0 ? count - 1 : count);
    return count > 0;
}

/* ---- queries with large counts ---- */

bool size_c_wrong(struct calls_call *c)
{
    MPI_Count *size;

    if (strcmp(c->procedure->name, "MPI_Type_size_c") != 0)
        return false;
    size = pointer_of(c, "size");
    *size += *size > 0;
    return *size > 0;
}

/* The lower bound of what is at its true one alone. */
bool true_extent_c_wrong(struct calls_call *c)
{
    MPI_Count *lb;

    if (strcmp(c->procedure->name, "MPI_Type_get_true_extent_c") != 0)
        return false;
    lb = pointer_of(c, "true_lb");
    if (*lb >= 0)
        return false;
    *lb = 0;
    return true;
}

bool elements_x_wrong(struct calls_call *c)
{
    MPI_Count *elements;

    if (!calls_is(c, "MPI_Get_elements_x"))
        return false;
    elements = pointer_of(c, "count");
    *elements += *elements > 1;
    return *elements > 1;
}

/* Pairs are predefined, and said to be structs. */
bool pair_returned_struct(struct calls_call *c)
{
    if (strcmp(c->procedure->name, "MPI_Type_get_envelope") != 0 || CALLS_HANDLE(MPI_Datatype, c, 0) != MPI_DOUBLE_INT)
        return false;
    *(int *) pointer_of(c, "combiner") = MPI_COMBINER_STRUCT;
    return true;
}

bool extent_c_wrong(struct calls_call *c)
{
    MPI_Count *lb;

    if (strcmp(c->procedure->name, "MPI_Type_get_extent_c") != 0)
        return false;
    lb = pointer_of(c, "lb");
    if (*lb >= 0)
        return false;
    *lb = 0;
    return true;
}

/* A size that no int can hold is returned as the largest one. */
bool size_never_undefined(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b)
{
    (void) type, (void) b;
    if (what != SIZE || *a != MPI_UNDEFINED)
        return false;
    *a = INT32_MAX;
    return true;
}

bool types_of_struct_one_more(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Type_get_envelope") || combiner_of(CALLS_HANDLE(MPI_Datatype, c, 0)) != MPI_COMBINER_STRUCT)
        return false;
    ++*(int *) pointer_of(c, "num_datatypes");
    return true;
}
