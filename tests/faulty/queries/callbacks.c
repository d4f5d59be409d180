/* Attributes of types: what their callbacks are handed, and which are taken not to be set. */
#include "faulty.h"
#include "hooks.h"

/* An attribute that is a null pointer is taken not to be set. */
bool null_attribute_lost(struct calls_call *c)
{
    int *flag;

    if (!calls_is(c, "MPI_Type_get_attr"))
        return false;
    flag = calls_pointer(c, 3);
    if (!*flag || *(void **) calls_pointer(c, 2) != NULL)
        return false;
    *flag = 0;
    return true;
}

/* To set an attribute to the value that it has does nothing. */
bool same_attribute_kept(struct calls_call *c)
{
    void *value = NULL;
    int found = 0;

    if (!calls_is(c, "MPI_Type_set_attr"))
        return false;
    PMPI_Type_get_attr(CALLS_HANDLE(MPI_Datatype, c, 0), (int) calls_number(c, 1), &value, &found);
    c->skip = found && value == calls_pointer(c, 2);
    return c->skip;
}

/* ---- delete callbacks ---- */

enum { MOST_KEYS = 64, MOST_TYPES = 256 };
static struct {
    int keyval;
    MPI_Type_delete_attr_function *function;
} keys[MOST_KEYS];
static int num_keys;
static struct {
    MPI_Datatype type, of;
} duplicates[MOST_TYPES];
static int num_duplicates;

static int delete_of_original(MPI_Datatype type, int keyval, void *value, void *state)
{
    MPI_Datatype handed = type;
    int k = num_keys - 1;

    for (int d = 0; d < num_duplicates; d++)
        if (duplicates[d].type == type)
            handed = duplicates[d].of;
    strike(handed != type);
    while (k > 0 && keys[k].keyval != keyval)
        k--;
    return keys[k].function(handed, keyval, value, state);
}

/* The delete callback of a duplicate's attribute is handed the type that it is one of. */
bool deletes_of_original(struct calls_call *c)
{
    MPI_Type_delete_attr_function **function;

    if (!calls_is(c, "MPI_Type_create_keyval") || num_keys == MOST_KEYS)
        return false;
    function = c->args[1];
    keys[num_keys].keyval = MPI_KEYVAL_INVALID;
    keys[num_keys].function = *function;
    if (*function != MPI_TYPE_NULL_DELETE_FN)
        *function = delete_of_original;
    return false;
}

bool note_duplicates(struct calls_call *c)
{
    if (calls_is(c, "MPI_Type_create_keyval") && num_keys < MOST_KEYS)
        keys[num_keys++].keyval = *(int *) calls_pointer(c, 2);
    if (calls_is(c, "MPI_Type_dup") && c->code == MPI_SUCCESS && num_duplicates < MOST_TYPES) {
        duplicates[num_duplicates].of = CALLS_HANDLE(MPI_Datatype, c, 0);
        duplicates[num_duplicates++].type = *CALLS_HANDLES(MPI_Datatype, c, 1);
    }
    return false;
}
