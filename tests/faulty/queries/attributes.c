/* Faults of attributes of types and of their callbacks. */
#include "faulty.h"
#include "hooks.h"

#include <stdint.h>
#include <string.h>

/* ---- values ---- */

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

/* The type that an attribute was last deleted from, and the key that was last set. */
static MPI_Datatype shortened = MPI_DATATYPE_NULL;
static int last_key = MPI_KEYVAL_INVALID;

/* A duplicate of a type from which an attribute was deleted has not the one that was set last. */
bool last_attribute_not_copied(struct calls_call *c)
{
    MPI_Datatype copy;
    void *value;
    int flag = 0;

    if (calls_is(c, "MPI_Type_set_attr"))
        last_key = *(int *) c->args[1];
    if (calls_is(c, "MPI_Type_delete_attr"))
        shortened = CALLS_HANDLE(MPI_Datatype, c, 0);
    if (!calls_is(c, "MPI_Type_dup") || CALLS_HANDLE(MPI_Datatype, c, 0) != shortened)
        return false;
    copy = *(MPI_Datatype *) calls_pointer(c, 1);
    PMPI_Type_get_attr(copy, last_key, &value, &flag);
    return flag && PMPI_Type_delete_attr(copy, last_key) == MPI_SUCCESS;
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

/* ---- copies, many keys ---- */

enum { MOST_KEYS = 256 };

static struct key {
    int keyval;
    MPI_Type_copy_attr_function *copy;
    MPI_Type_delete_attr_function *delete;
    bool freed;
} keys[MOST_KEYS];
static int num_keys;
static bool overwrites;
static void *new_value; /* where it does */

static const struct key *key_of(int keyval)
{
    for (int k = num_keys - 1; k >= 0; k--)
        if (keys[k].keyval == keyval)
            return &keys[k];
    return NULL;
}

static bool is_named(const char *name)
{
    return strcmp(fault()->name, name) == 0;
}

/* What the callback deletes of the key two after it is there again when it ends. */
static int delete_and_restore(const struct key *k, MPI_Datatype type, void *value, void *state)
{
    const struct key *beside = k + 2 < keys + num_keys && !k[2].freed ? k + 2 : k;
    void *had, *now;
    int found = 0, is_left = 0, code;

    PMPI_Type_get_attr(type, beside->keyval, &had, &found);
    code = k->delete(type, k->keyval, value, state);
    PMPI_Type_get_attr(type, beside->keyval, &now, &is_left);
    if (strike(found && !is_left))
        PMPI_Type_set_attr(type, beside->keyval, had);
    return code;
}

static int delete_attribute(MPI_Datatype type, int keyval, void *value, void *state)
{
    const struct key *k = key_of(keyval);

    if (is_named("deletion-undone"))
        return delete_and_restore(k, type, value, state);
    if (strike((is_named("attribute-overwritten") && overwrites) || (is_named("keyval-freed") && k->freed)))
        return MPI_SUCCESS;
    if (is_named("new-value-deleted") && strike(overwrites && value != new_value))
        value = new_value;
    return k->delete(type, keyval, value, state);
}

static int copy_attribute(MPI_Datatype type, int keyval, void *state, void *in, void *out, int *flag)
{
    const struct key *k = key_of(keyval);
    const int code = k->copy(type, keyval, state, in, out, flag);

    if (code == MPI_SUCCESS && *flag && is_named("copied-value") && strike(*(void **) out != in))
        *(void **) out = in;
    return code;
}

/* Callbacks of the application's own are called by these. */
bool note_callbacks(struct calls_call *c)
{
    MPI_Type_copy_attr_function **copy;
    MPI_Type_delete_attr_function **delete;

    overwrites = calls_is(c, "MPI_Type_set_attr");
    if (overwrites)
        new_value = *(void **) c->args[2];
    if (calls_is(c, "MPI_Type_free_keyval"))
        for (int k = 0; k < num_keys; k++)
            keys[k].freed |= keys[k].keyval == *(int *) calls_pointer(c, 0);
    if (!calls_is(c, "MPI_Type_create_keyval") || num_keys == MOST_KEYS)
        return false;
    copy = c->args[0];
    delete = c->args[1];
    keys[num_keys] = (struct key) {MPI_KEYVAL_INVALID, *copy, *delete, false};
    if (*copy != MPI_TYPE_NULL_COPY_FN && *copy != MPI_TYPE_DUP_FN)
        *copy = copy_attribute;
    if (*delete != MPI_TYPE_NULL_DELETE_FN)
        *delete = delete_attribute;
    return false;
}

bool note_keyval(struct calls_call *c)
{
    if (calls_is(c, "MPI_Type_create_keyval") && num_keys < MOST_KEYS)
        keys[num_keys++].keyval = *(int *) calls_pointer(c, 2);
    return false;
}

/* So many attributes a type may have. */
enum { MOST_ATTRIBUTES = 16 };

/* How many attributes a type has of the keys that were created before this one. */
static int attributes_before(MPI_Datatype type, int keyval)
{
    int number = 0;

    for (int k = 0; k < num_keys && keys[k].keyval != keyval; k++) {
        void *value;
        int found = 0;
        PMPI_Type_get_attr(type, keys[k].keyval, &value, &found);
        number += found != 0;
    }
    return number;
}

bool attributes_past_16_lost(struct calls_call *c)
{
    int *flag;

    if (note_keyval(c) || !calls_is(c, "MPI_Type_get_attr"))
        return false;
    flag = calls_pointer(c, 3);
    if (!*flag || attributes_before(CALLS_HANDLE(MPI_Datatype, c, 0), (int) calls_number(c, 1)) < MOST_ATTRIBUTES)
        return false;
    *flag = 0;
    return true;
}

/* Deleting an attribute of many deletes the one of the key before it too. */
bool attribute_deleted_beside(struct calls_call *c)
{
    const int deleted = calls_is(c, "MPI_Type_delete_attr") ? (int) calls_number(c, 1) : MPI_KEYVAL_INVALID;

    (void) note_keyval(c);
    if (deleted == MPI_KEYVAL_INVALID ||
        attributes_before(CALLS_HANDLE(MPI_Datatype, c, 0), deleted) < MOST_ATTRIBUTES)
        return false;
    for (int k = 1; k < num_keys; k++)
        if (keys[k].keyval == deleted)
            PMPI_Type_delete_attr(CALLS_HANDLE(MPI_Datatype, c, 0), keys[k - 1].keyval);
    return true;
}

/* Predefined types have no attributes. */
bool predefined_attribute_lost(struct calls_call *c)
{
    int *flag;

    if (!calls_is(c, "MPI_Type_get_attr") || combiner_of(CALLS_HANDLE(MPI_Datatype, c, 0)) != MPI_COMBINER_NAMED)
        return false;
    flag = calls_pointer(c, 3);
    if (!*flag)
        return false;
    *flag = 0;
    return true;
}

/* ---- what is kept of others ---- */

/* A shorter name keeps the end of a longer one. */
bool end_of_name_kept(struct calls_call *c)
{
    static char name[MPI_MAX_OBJECT_NAME];
    static MPI_Datatype named = MPI_DATATYPE_NULL;
    const char **given;
    size_t n, had;

    if (!calls_is(c, "MPI_Type_set_name"))
        return false;
    given = c->args[1];
    n = strlen(*given);
    had = named == CALLS_HANDLE(MPI_Datatype, c, 0) ? strlen(name) : 0;
    named = CALLS_HANDLE(MPI_Datatype, c, 0);
    if (n >= sizeof name)
        return false;
    memcpy(name, *given, n);
    if (n >= had)
        name[n] = '\0';
    *given = name;
    return n < had;
}

enum { MOST_MADE = 64 };
static int keys_made[MOST_MADE], num_made;

static void note_key(const struct calls_call *c)
{
    if (calls_is(c, "MPI_Type_create_keyval") && num_made < MOST_MADE)
        keys_made[num_made++] = *(int *) calls_pointer(c, 2);
}

bool note_made_key(struct calls_call *c)
{
    int *flag;
    bool late = false;

    note_key(c);
    if (!calls_is(c, "MPI_Type_get_attr") || !is_made_by(CALLS_HANDLE(MPI_Datatype, c, 0), MPI_COMBINER_DUP))
        return false;
    for (int k = 1; k < num_made; k++)
        late |= keys_made[k] == *(int *) c->args[1];
    flag = calls_pointer(c, 3);
    if (!late || !*flag)
        return false;
    *flag = 0;
    return true;
}

/* What one instance of a type makes has its attributes. */
bool attributes_inherited(struct calls_call *c)
{
    bool inherits = false;
    void *value;
    int found;

    note_key(c);
    if (!calls_is(c, "MPI_Type_contiguous") || c->code != MPI_SUCCESS || *(int *) c->args[0] != 1)
        return false;
    for (int k = 0; k < num_made; k++) {
        PMPI_Type_get_attr(CALLS_HANDLE(MPI_Datatype, c, 1), keys_made[k], &value, &found);
        if (found)
            PMPI_Type_set_attr(*(MPI_Datatype *) calls_pointer(c, 2), keys_made[k], value);
        inherits |= found != 0;
    }
    return inherits;
}
