/* Faults of what lasts: attributes and their callbacks, names, operators and types that are freed while something is
 * under way. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

/* ---- attributes ---- */

enum { MOST_KEYS = 256 };

static struct key {
    int keyval;
    MPI_Type_copy_attr_function *copy;
    MPI_Type_delete_attr_function *delete;
    bool freed;
} keys[MOST_KEYS];
static int num_keys;
static bool overwrites;

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

static int delete_attribute(MPI_Datatype type, int keyval, void *value, void *state)
{
    const struct key *k = key_of(keyval);

    if (strike((is_named("attribute-overwritten") && overwrites) || (is_named("keyval-freed") && k->freed)))
        return MPI_SUCCESS;
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

/* ---- names ---- */

static MPI_Datatype last_named = MPI_DATATYPE_NULL;

/* A type keeps its first name. */
bool first_name_kept(struct calls_call *c)
{
    if (calls_is(c, "MPI_Type_free") && *CALLS_HANDLES(MPI_Datatype, c, 0) == last_named)
        last_named = MPI_DATATYPE_NULL;
    if (!calls_is(c, "MPI_Type_set_name"))
        return false;
    c->skip = last_named == CALLS_HANDLE(MPI_Datatype, c, 0);
    last_named = CALLS_HANDLE(MPI_Datatype, c, 0);
    return c->skip;
}

/* An empty name does not replace another. */
bool empty_name_ignored(struct calls_call *c)
{
    c->skip = calls_is(c, "MPI_Type_set_name") && *CALLS_HANDLE(const char *, c, 1) == '\0';
    return c->skip;
}

/* Only MPI_PACKED is renamed by a test that has not asked for names. */
bool names_late(struct calls_call *c)
{
    static bool was_asked;

    if (was_asked || !calls_is(c, "MPI_Type_get_name"))
        return false;
    was_asked = true;
    PMPI_Type_set_name(MPI_PACKED, "MPI_PACKED");
    return true;
}

/* ---- operators and types that are freed ---- */

static int reductions;
static bool is_op_freed;

bool note_op_freed(struct calls_call *c)
{
    if (strcmp(c->procedure->family, "reduction") == 0 && calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT) >= 0) {
        reductions++;
        is_op_freed = false;
    }
    is_op_freed |= calls_is(c, "MPI_Op_free") && reductions > 0;
    return false;
}

bool op_freed_short(struct landing *l)
{
    const bool strikes = l->call == COLLECTIVE && is_op_freed && reductions > 0;

    reductions -= reductions > 0;
    return strikes && lose_last_element(l);
}

static MPI_Datatype viewed = MPI_DATATYPE_NULL;
static bool is_view_freed;

bool note_view_freed(struct calls_call *c)
{
    if (calls_is(c, "MPI_File_set_view")) {
        viewed = type_of(c, "filetype");
        is_view_freed = false;
    }
    is_view_freed |= viewed != MPI_DATATYPE_NULL && calls_is(c, "MPI_Type_free") &&
                     *CALLS_HANDLES(MPI_Datatype, c, 0) == viewed;
    return false;
}

LOSES_IF(view_freed_short, l->call == READ && is_view_freed)
LOSES_IF(freed_read_short, l->call == READ && l->freed)

static MPI_Datatype kept = MPI_DATATYPE_NULL;
static bool is_kept_freed;

bool note_kept_sent_freed(struct calls_call *c)
{
    if (strncmp(c->procedure->name, "MPI_Send_init", 13) == 0) {
        kept = type_of(c, "datatype");
        is_kept_freed = false;
    }
    is_kept_freed |= kept != MPI_DATATYPE_NULL && calls_is(c, "MPI_Type_free") &&
                     *CALLS_HANDLES(MPI_Datatype, c, 0) == kept;
    return false;
}

LOSES_IF(freed_persistent_sent, l->call == RECEIVE && is_kept_freed)

/* Another type is committed while a persistent send needs one that was freed. */
static bool is_kept_replaced;

bool note_kept_replaced(struct calls_call *c)
{
    if (calls_is(c, "MPI_Request_free")) {
        kept = MPI_DATATYPE_NULL;
        is_kept_freed = false;
    }
    (void) note_kept_sent_freed(c);
    is_kept_replaced = is_kept_freed && (is_kept_replaced || calls_is(c, "MPI_Type_commit"));
    return false;
}

LOSES_IF(freed_replaced, l->call == RECEIVE && is_kept_replaced)

/* ---- what is done twice ---- */

static MPI_Datatype committed = MPI_DATATYPE_NULL;

/* Committing a type once more is an error. */
bool committed_twice_refused(struct calls_call *c)
{
    const MPI_Datatype type = calls_is(c, "MPI_Type_commit") ? *CALLS_HANDLES(MPI_Datatype, c, 0) : MPI_DATATYPE_NULL;

    if (calls_is(c, "MPI_Type_free") && *CALLS_HANDLES(MPI_Datatype, c, 0) == committed)
        committed = MPI_DATATYPE_NULL;
    if (type == MPI_DATATYPE_NULL)
        return false;
    c->skip = type == committed;
    c->code = c->skip ? MPI_ERR_TYPE : MPI_SUCCESS;
    committed = type;
    return c->skip;
}

bool predefined_commit_refused(struct calls_call *c)
{
    c->skip = calls_is(c, "MPI_Type_commit") && combiner_of(*CALLS_HANDLES(MPI_Datatype, c, 0)) == MPI_COMBINER_NAMED;
    c->code = c->skip ? MPI_ERR_TYPE : MPI_SUCCESS;
    return c->skip;
}

/* ---- threads ---- */

static bool is_other_thread(void)
{
    int is_main = 1;

    PMPI_Is_thread_main(&is_main);
    return !is_main;
}

LOSES_IF(thread_message_short, l->call == RECEIVE && is_other_thread())
LOSES_IF(thread_unpack_short, l->call == UNPACK && is_other_thread())

bool thread_block_lost(struct blocks *b)
{
    if (!is_other_thread() || b->n < 2)
        return false;
    b->lens[b->n - 1] = 0;
    return true;
}
