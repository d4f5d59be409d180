/* Callbacks of attributes: which key has which, what they were given and what they said. */
#include "attributes.h"

#include "file.h"
#include "handles.h"

static struct key {
    int keyval, number;
    MPI_Type_copy_attr_function *copy;
    MPI_Type_delete_attr_function *delete;
} *keys;
static int num_keys;

/* The callbacks of the key that is being created. */
static struct key created;

/* Whether the calls of this thread are recorded. */
static _Thread_local bool is_recorded;

static const struct key *find(int keyval)
{
    for (int k = num_keys - 1; k >= 0; k--)
        if (keys[k].keyval == keyval)
            return &keys[k];
    return NULL;
}

int attribute_key_number(int keyval)
{
    const struct key *k = find(keyval);

    return k ? k->number : -1;
}

/* A callback has returned; before it was called, this thread had made so many calls within others. */
static void write_called(const char *which, const struct key *k, const void *value, const void *copy, int flag,
                         int code, unsigned long within)
{
    if (!is_recorded || !record_is_in_case())
        return;
    record_write("called %s K%d @%llx @%llx %d %d\n", which, k->number, record_address(value), record_address(copy),
                 flag, code);
    if (calls_within() != within)
        record_write("unrecorded a callback calls MPI\n");
}

static int copy_attribute(MPI_Datatype type, int keyval, void *state, void *value, void *copy, int *flag)
{
    const unsigned long within = calls_within();
    const struct key *k = find(keyval);
    bool is_copied;
    int code;

    if (!k)
        return MPI_ERR_KEYVAL;
    code = k->copy(type, keyval, state, value, copy, flag);
    is_copied = code == MPI_SUCCESS && *flag;
    write_called("copy", k, value, is_copied ? *(void **) copy : value, is_copied, code, within);
    return code;
}

static int delete_attribute(MPI_Datatype type, int keyval, void *value, void *state)
{
    const unsigned long within = calls_within();
    const struct key *k = find(keyval);
    int code;

    if (!k)
        return MPI_ERR_KEYVAL;
    code = k->delete(type, keyval, value, state);
    write_called("delete", k, value, value, 1, code, within);
    return code;
}

const char *attribute_function_name(const struct calls_call *c, int param)
{
    if (!calls_is(c, "MPI_Type_create_keyval"))
        return NULL;
    if (param == 1)
        return *(MPI_Type_delete_attr_function **) c->args[1] == MPI_TYPE_NULL_DELETE_FN ? "MPI_TYPE_NULL_DELETE_FN"
                                                                                         : NULL;
    if (*(MPI_Type_copy_attr_function **) c->args[0] == MPI_TYPE_DUP_FN)
        return "MPI_TYPE_DUP_FN";
    return *(MPI_Type_copy_attr_function **) c->args[0] == MPI_TYPE_NULL_COPY_FN ? "MPI_TYPE_NULL_COPY_FN" : NULL;
}

void attributes_before(struct calls_call *c)
{
    MPI_Type_copy_attr_function **copy;
    MPI_Type_delete_attr_function **delete;

    is_recorded = true;
    if (!calls_is(c, "MPI_Type_create_keyval"))
        return;
    copy = c->args[0];
    delete = c->args[1];
    created.copy = *copy;
    created.delete = *delete;
    if (*copy != MPI_TYPE_NULL_COPY_FN && *copy != MPI_TYPE_DUP_FN)
        *copy = copy_attribute;
    if (*delete != MPI_TYPE_NULL_DELETE_FN)
        *delete = delete_attribute;
}

void attributes_after(const struct calls_call *c)
{
    if (!calls_is(c, "MPI_Type_create_keyval") || c->code != MPI_SUCCESS)
        return;
    created.keyval = *(int *) calls_pointer(c, 2);
    created.number = handle_find(CALLS_KEYVAL, &created.keyval)->number;
    keys = calls_resize(keys, (size_t) (num_keys + 1) * sizeof *keys);
    keys[num_keys++] = created;
}
