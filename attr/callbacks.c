/* Several attributes on the type of every object: each is copied as its own callback says, or not; callbacks that
 * refuse make the call fail, and the attribute stays; one may delete other attributes while it runs; a keyval that is
 * freed lives as long as its attributes. What is made of the type has none of them. */
#include "harness.h"
#include "tables.h"

enum { KEYS = 5 };

/* How the attribute of a key is copied: as it is, changed, not at all; not at all and as it is by callbacks of the
 * standard's. */
enum { SAME, CHANGED, NOT, NULL_COPY, DUP_COPY };

static int keys[KEYS], made[KEYS];          /* made: also when they are freed */
static int copies[KEYS], deletions[KEYS];
static int others;                          /* callbacks with another key, type, value or extra state than must be */
static MPI_Datatype copied_type;
static MPI_Datatype ending_type;            /* the type that loses attributes; MPI_DATATYPE_NULL: several may */
static int refuses_copy, refuses_deletion;  /* whether key CHANGED does */
static char values[KEYS][2];
static struct h_case *deleting;             /* the case in which the callback of key NOT deletes others, if it does */
static int away;                            /* how many keys these are away from it, 1 or 2 */
static MPI_Datatype spare;                  /* another type, which it frees */

static void delete_others(MPI_Datatype type);

/* The key that has this extra state; -1 if none has, which is counted. */
static int key_of(const void *extra)
{
    for (int k = 0; k < KEYS; k++)
        if (extra == values[k])
            return k;
    others++;
    return -1;
}

static int copy_attribute(MPI_Datatype type, int key, void *extra, void *value, void *copy, int *flag)
{
    const int k = key_of(extra);

    *flag = k >= 0 && k != NOT;
    if (k < 0)
        return MPI_SUCCESS;
    others += key != made[k] || type != copied_type || value != (void *) values[k];
    copies[k]++;
    *(void **) copy = (char *) value + (k == CHANGED);
    return refuses_copy && k == CHANGED ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int delete_attribute(MPI_Datatype type, int key, void *value, void *extra)
{
    const int k = key_of(extra);

    if (k < 0)
        return MPI_SUCCESS;
    others += key != made[k] || (type != ending_type && ending_type != MPI_DATATYPE_NULL) ||
              (value != (void *) values[k] && (k != CHANGED || value != (void *) (values[k] + 1)));
    if (refuses_deletion && k == CHANGED)
        return MPI_ERR_OTHER;
    deletions[k]++;
    if (deleting && k == NOT)
        delete_others(type);
    return MPI_SUCCESS;
}

static void make_keys(void)
{
    for (int k = 0; k < KEYS; k++) {
        H_MPI(MPI_Type_create_keyval(k == NULL_COPY ? MPI_TYPE_NULL_COPY_FN
                                     : k == DUP_COPY ? MPI_TYPE_DUP_FN : copy_attribute,
                                     delete_attribute, &keys[k], values[k]));
        made[k] = keys[k];
    }
}

static void free_keys(void)
{
    for (int k = 0; k < KEYS; k++)
        if (keys[k] != MPI_KEYVAL_INVALID)
            H_MPI(MPI_Type_free_keyval(&keys[k]));
}

static void set_attributes(struct h_case *c, MPI_Datatype type)
{
    for (int k = 0; k < KEYS; k++)
        copies[k] = deletions[k] = 0;
    others = 0;
    copied_type = type;
    ending_type = MPI_DATATYPE_NULL;
    for (int k = 0; k < KEYS; k++)
        H_MPI(MPI_Type_set_attr(type, keys[k], values[k]));
    for (int k = 0; k < KEYS; k++)
        h_check_type_attribute(c, type, keys[k], values[k]);
}

/* A type with all attributes. */
static MPI_Datatype with_attributes(struct h_case *c)
{
    MPI_Datatype type;

    H_MPI(MPI_Type_dup(c->recv.mpi->DTP_obj_type, &type));
    set_attributes(c, type);
    return type;
}

/* How often callbacks were called for each key, and that they were called with what the call is about. */
static void counts(struct h_case *c, const int *found, const int expected[KEYS], const char *what)
{
    for (int k = 0; k < KEYS; k++)
        h_check_called(c, "MPI_Type_dup", what, (struct h_called) {made[k], found == copies, found[k]}, expected[k],
                       expected[k]);
    h_check_number(c, "MPI_Type_copy_attr_function", "calls with another key, type, value or extra state", 0, others);
}

static const int copies_of_all[KEYS] = {[SAME] = 1, [CHANGED] = 1, [NOT] = 1};
static const int copies_for_two[KEYS] = {[SAME] = 2, [CHANGED] = 2, [NOT] = 2};
static const int deletions_of_one[KEYS] = {[SAME] = 1};
static const int deletions_of_each[KEYS] = {1, 1, 1, 1, 1};
static const int deletions_of_all[KEYS] = {[SAME] = 2, [CHANGED] = 2, [NOT] = 1, [NULL_COPY] = 1, [DUP_COPY] = 2};
static const int deletions_with_replaced[KEYS] = {2, 2, 2, 1, 2};
static const int deletions_of_three[KEYS] = {[SAME] = 3, [CHANGED] = 3, [NOT] = 1, [NULL_COPY] = 1, [DUP_COPY] = 3};

static void delete_from(MPI_Datatype type, int k)
{
    ending_type = type;
    H_MPI(MPI_Type_delete_attr(type, keys[k]));
}

/* Nothing that has attributes is made of the type: they are deleted with it. */
static void end(MPI_Datatype *type)
{
    ending_type = *type;
    H_MPI(MPI_Type_free(type));
}

static void copied(struct h_case *c)
{
    MPI_Datatype type = with_attributes(c), twin;

    H_MPI(MPI_Type_dup(type, &twin));
    counts(c, copies, copies_of_all, "attributes copied");
    h_check_type_attribute(c, twin, keys[SAME], values[SAME]);
    h_check_type_attribute(c, twin, keys[CHANGED], values[CHANGED] + 1);
    h_check_type_attribute(c, twin, keys[NOT], NULL);
    h_check_type_attribute(c, twin, keys[NULL_COPY], NULL);
    h_check_type_attribute(c, twin, keys[DUP_COPY], values[DUP_COPY]);
    delete_from(twin, SAME);
    h_check_type_attribute(c, twin, keys[SAME], NULL);
    h_check_type_attribute(c, type, keys[SAME], values[SAME]);
    counts(c, deletions, deletions_of_one, "attributes deleted by MPI_Type_delete_attr");
    h_receive_as(c, twin, 0);
    end(&twin);
    end(&type);
    counts(c, deletions, deletions_of_all, "attributes deleted by the end of both types");
}

static void refused(struct h_case *c)
{
    MPI_Datatype type = with_attributes(c), twin = MPI_DATATYPE_NULL;

    refuses_copy = 1;
    h_check_number(c, "MPI_Type_dup", "fails as the copy callback does", 1, MPI_Type_dup(type, &twin) != MPI_SUCCESS);
    refuses_copy = 0;
    refuses_deletion = 1;
    h_check_number(c, "MPI_Type_delete_attr", "fails as the delete callback does", 1,
                   MPI_Type_delete_attr(type, keys[CHANGED]) != MPI_SUCCESS);
    refuses_deletion = 0;
    h_check_type_attribute(c, type, keys[CHANGED], values[CHANGED]);
    h_receive_as(c, type, 1);
    H_MPI(MPI_Type_free(&type));
}

static void check_null(struct h_case *c, MPI_Datatype type)
{
    void *value = values;
    int found = 0;

    H_MPI(MPI_Type_get_attr(type, keys[DUP_COPY], &value, &found));
    h_check_number(c, "MPI_Type_get_attr", "flag of a null pointer", 1, found != 0);
    h_check_number(c, "MPI_Type_get_attr", "value is a null pointer", 1, value == NULL);
}

/* An attribute that is a null pointer is one. */
static void null_pointer(struct h_case *c)
{
    MPI_Datatype type, twin;

    H_MPI(MPI_Type_dup(c->recv.mpi->DTP_obj_type, &type));
    H_MPI(MPI_Type_set_attr(type, keys[DUP_COPY], NULL));
    check_null(c, type);
    H_MPI(MPI_Type_dup(type, &twin));
    check_null(c, twin);
    H_MPI(MPI_Type_free(&twin));
    H_MPI(MPI_Type_free(&type));
}

/* What a callback may do while it runs: delete the attributes of a key before its own and of one after it, read one
 * that stays, and free another type and a keyval. */
static void delete_others(MPI_Datatype type)
{
    struct h_case *c = deleting;

    deleting = NULL;
    H_MPI(MPI_Type_delete_attr(type, keys[NOT - away]));
    H_MPI(MPI_Type_delete_attr(type, keys[NOT + away]));
    h_check_type_attribute(c, type, keys[away - 1], values[away - 1]);
    end(&spare);
    ending_type = type;
    H_MPI(MPI_Type_free_keyval(&keys[KEYS - away]));
}

/* Deletes the attribute of key NOT, with such a callback, or replaces it, which is to delete it first (MPI-3.1, 6.7.4);
 * expected: how often callbacks are called until the type is freed. */
static void delete_with_others(struct h_case *c, const char *replaced, const int expected[KEYS])
{
    MPI_Datatype type = with_attributes(c);

    H_MPI(MPI_Type_dup(type, &spare));
    deleting = c;
    ending_type = type;
    if (replaced)
        H_MPI(MPI_Type_set_attr(type, keys[NOT], (void *) replaced));
    else
        H_MPI(MPI_Type_delete_attr(type, keys[NOT]));
    h_check_called(c, replaced ? "MPI_Type_set_attr" : "MPI_Type_delete_attr", "callbacks called",
                   (struct h_called) {keys[NOT], 0, deletions[NOT]}, 1, 1);
    if (deleting) {
        deleting = NULL;
        end(&spare);
    }
    h_check_type_attribute(c, type, keys[away - 1], values[away - 1]);
    h_check_type_attribute(c, type, keys[NOT], replaced);
    h_check_type_attribute(c, type, keys[NOT - away], NULL);
    h_check_type_attribute(c, type, keys[NOT + away], NULL);
    h_receive_as(c, type, 7);
    end(&type);
    counts(c, deletions, expected, "attributes deleted, some by a callback");
    free_keys();
    make_keys();
}

static void deletes_beside(struct h_case *c)
{
    away = 1;
    delete_with_others(c, NULL, deletions_of_all);
}

static void deletes_others(struct h_case *c)
{
    away = 2;
    delete_with_others(c, NULL, deletions_of_all);
}

static void replaced_deletes(struct h_case *c)
{
    away = 1;
    delete_with_others(c, values[NOT], deletions_with_replaced);
}

/* The object's own type, which may be a predefined one, and a duplicate of it. */
static void on_itself(struct h_case *c)
{
    const MPI_Datatype type = c->recv.mpi->DTP_obj_type;
    MPI_Datatype twin;

    set_attributes(c, type);
    H_MPI(MPI_Type_dup(type, &twin));
    counts(c, copies, copies_of_all, "attributes copied");
    h_check_type_attribute(c, twin, keys[SAME], values[SAME]);
    end(&twin);
    for (int k = 0; k < KEYS; k++) {
        delete_from(type, k);
        h_check_type_attribute(c, type, keys[k], NULL);
    }
    counts(c, deletions, deletions_of_all, "attributes deleted by MPI_Type_delete_attr, and by the end of a duplicate");
}

/* Attributes that a type has before it is committed. */
static void before_commit(struct h_case *c)
{
    MPI_Datatype type;

    H_MPI(MPI_Type_contiguous(1, c->recv.mpi->DTP_obj_type, &type));
    set_attributes(c, type);
    H_MPI(MPI_Type_commit(&type));
    for (int k = 0; k < KEYS; k++)
        h_check_type_attribute(c, type, keys[k], values[k]);
    h_receive_as(c, type, 8);
    end(&type);
    counts(c, deletions, deletions_of_each, "attributes deleted by the end of the type");
}

/* The key is freed before the attributes are: those of the type, of a duplicate, and of one that is made then. */
static void outlived(struct h_case *c)
{
    MPI_Datatype type = with_attributes(c), before, after;

    H_MPI(MPI_Type_dup(type, &before));
    free_keys();
    H_MPI(MPI_Type_dup(type, &after));
    counts(c, copies, copies_for_two, "attributes copied before and after MPI_Type_free_keyval");
    H_MPI(MPI_Type_free(&type));
    h_receive_as(c, before, 2);
    H_MPI(MPI_Type_free(&before));
    h_receive_as(c, after, 3);
    H_MPI(MPI_Type_free(&after));
    counts(c, deletions, deletions_of_three, "attributes deleted after MPI_Type_free_keyval");
    make_keys();
}

/* A type that is made of one with attributes, and that has its data, bounds and extent. */
enum { OF_ONE, OF_ONE_MEMBER, RESIZED, WAYS };

static MPI_Datatype make_of(MPI_Datatype type, int way)
{
    const int length = 1;
    const MPI_Aint disp = 0;
    MPI_Aint lb, extent;
    MPI_Datatype made;

    H_MPI(MPI_Type_get_extent(type, &lb, &extent));
    if (way == OF_ONE)
        H_MPI(MPI_Type_contiguous(1, type, &made));
    else if (way == OF_ONE_MEMBER)
        H_MPI(MPI_Type_create_struct(1, &length, &disp, &type, &made));
    else
        H_MPI(MPI_Type_create_resized(type, lb, extent, &made));
    H_MPI(MPI_Type_commit(&made));
    return made;
}

/* Attributes are copied by MPI_Type_dup, and by no constructor (MPI-3.1, 6.7.4), even if what it makes is the same. */
static void not_inherited(struct h_case *c)
{
    static const char *const names[WAYS] = {"MPI_Type_contiguous", "MPI_Type_create_struct", "MPI_Type_create_resized"};
    MPI_Datatype type = with_attributes(c), made;

    for (int way = 0; way < WAYS; way++) {
        made = make_of(type, way);
        for (int k = 0; k < KEYS; k++) {
            h_check_called(c, names[way], "attributes copied", (struct h_called) {keys[k], 1, copies[k]}, 0, 0);
            h_check_type_attribute(c, made, keys[k], NULL);
        }
        h_receive_as(c, made, 4 + way);
        H_MPI(MPI_Type_free(&made));
        h_check_type_attribute(c, type, keys[SAME], values[SAME]);
    }
    end(&type);
    counts(c, deletions, deletions_of_each, "attributes deleted by the end of the type");
}

static void visit(struct h_case *c)
{
    static const struct h_variant variants[] = {
        {"several-keys", copied}, {"callbacks-refuse", refused},  {"keyvals-freed", outlived},
        {"own-type", on_itself},  {"null-pointer", null_pointer}, {"type-of-it", not_inherited},
        {"deletes-beside", deletes_beside}, {"deletes-others", deletes_others}, {"replaced-deletes", replaced_deletes},
        {"set-uncommitted", before_commit},
    };

    h_each_variant(c, "MPI_Type_set_attr", H_NUM(variants), variants);
}

static void run(void)
{
    make_keys();
    h_each_pair(H_WORLD | H_ONCE, visit);
    free_keys();
}

const struct h_program h_program = {"attributes of every object's type, and their callbacks", 0, run};
