/* Many attributes on the type of every object, set, replaced and deleted in unlike orders. */
#include "harness.h"
#include "tables.h"

enum { KEYS = 40, STEP = 7 }; /* these have no common divisor: a walk by it comes to each key */

static int keys[KEYS], deletions[KEYS];
static int others;  /* callbacks with another key, value or extra state than the attribute has */
static char values[KEYS][2];

/* Which of the values the attributes have that are deleted next; of several types they may have either. */
enum { EITHER = -1 };
static int deleted;

static int count_deletion(MPI_Datatype type, int key, void *value, void *extra)
{
    int k = 0;

    (void) type;
    while (k < KEYS && extra != &deletions[k])
        k++;
    if (k == KEYS) {
        others++;
        return MPI_SUCCESS;
    }
    others += key != keys[k] || (deleted == EITHER ? value != values[k] && value != values[k] + 1
                                                   : value != values[k] + deleted);
    deletions[k]++;
    return MPI_SUCCESS;
}

static void make_keys(void)
{
    for (int k = 0; k < KEYS; k++)
        H_MPI(MPI_Type_create_keyval(MPI_TYPE_DUP_FN, count_deletion, &keys[k], &deletions[k]));
}

static void free_keys(void)
{
    for (int k = 0; k < KEYS; k++)
        H_MPI(MPI_Type_free_keyval(&keys[k]));
}

/* The first n keys of the walk have no attribute, the others one of these values. */
static void expect_all(struct h_case *c, MPI_Datatype type, int n, int which)
{
    for (int i = 0; i < KEYS; i++) {
        const int k = i * STEP % KEYS;
        h_check_type_attribute(c, type, keys[k], i < n ? NULL : values[k] + which);
    }
}

/* How often the callback was called for a key. */
static void expect_deletions(struct h_case *c, const char *call, const char *what, int k, int expected)
{
    h_check_called(c, call, what, (struct h_called) {keys[k], 0, deletions[k]}, expected, expected);
}

/* How often the callback was called for the first n keys of the walk, and for the others. */
static void count(struct h_case *c, int n, int of_first, int of_others)
{
    for (int i = 0; i < KEYS; i++)
        expect_deletions(c, "MPI_Type_set_attr", "attributes deleted of many", i * STEP % KEYS,
                         i < n ? of_first : of_others);
    h_check_number(c, "MPI_Type_delete_attr_function", "calls with another key, value or extra state", 0,
                   others);
}

/* A type with one of the values for each key; no attribute of them has been deleted. */
static MPI_Datatype with_all(struct h_case *c)
{
    MPI_Datatype type;

    others = deleted = 0;
    for (int k = 0; k < KEYS; k++)
        deletions[k] = 0;
    H_MPI(MPI_Type_dup(c->recv.mpi->DTP_obj_type, &type));
    for (int k = 0; k < KEYS; k++)
        H_MPI(MPI_Type_set_attr(type, keys[k], values[k]));
    return type;
}

/* Sets all to one of the values, where those that are there have the other one; each attribute has then been deleted so
 * many times. */
static void set_again(struct h_case *c, MPI_Datatype type, int which, int times)
{
    deleted = 1 - which;
    for (int k = KEYS - 1; k >= 0; k--)
        H_MPI(MPI_Type_set_attr(type, keys[k], values[k] + which));
    expect_all(c, type, 0, which);
    count(c, 0, 0, times);
}

/* The type moves data, and is freed; each attribute has then been deleted so many times. */
static void end(struct h_case *c, MPI_Datatype type, int op, int times)
{
    deleted = EITHER;
    h_receive_as(c, type, op);
    H_MPI(MPI_Type_free(&type));
    count(c, 0, 0, times);
}

/* Those of the first n keys of the walk. */
static void delete_first(MPI_Datatype type, int n)
{
    for (int i = 0; i < n; i++)
        H_MPI(MPI_Type_delete_attr(type, keys[i * STEP % KEYS]));
}

/* One attribute, beside no other: replacing it deletes the old one, also where it has the same value (MPI-3.1, 6.7.2
 * and 6.7.4). */
static void same_value(struct h_case *c)
{
    MPI_Datatype type;

    deletions[0] = deleted = 0;
    H_MPI(MPI_Type_dup(c->recv.mpi->DTP_obj_type, &type));
    for (int again = 0; again < 2; again++)
        H_MPI(MPI_Type_set_attr(type, keys[0], values[0]));
    h_check_type_attribute(c, type, keys[0], values[0]);
    expect_deletions(c, "MPI_Type_set_attr", "attributes deleted that were set again", 0, 1);
    h_receive_as(c, type, 4);
    H_MPI(MPI_Type_free(&type));
    expect_deletions(c, "MPI_Type_free", "attributes deleted in all", 0, 2);
}

/* A key that is made when another one was freed, of which a type has an attribute, has none there; that one is deleted
 * with the type (MPI-3.1, 6.7.2 and 6.7.4). */
static void after_freed_key(struct h_case *c)
{
    MPI_Datatype type;
    int key, freed;

    deletions[0] = deleted = 0;
    H_MPI(MPI_Type_dup(c->recv.mpi->DTP_obj_type, &type));
    H_MPI(MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, count_deletion, &key, &deletions[0]));
    H_MPI(MPI_Type_set_attr(type, key, values[0]));
    freed = key;
    H_MPI(MPI_Type_free_keyval(&key));
    H_MPI(MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL));
    h_check_type_attribute(c, type, key, NULL);
    h_receive_as(c, type, 7);
    H_MPI(MPI_Type_free(&type));
    h_check_called(c, "MPI_Type_free", "attributes deleted of a key that was freed",
                   (struct h_called) {freed, 0, deletions[0]}, 1, 1);
    H_MPI(MPI_Type_free_keyval(&key));
}

/* Some are deleted and set again; then all are replaced. */
static void after_deletion(struct h_case *c)
{
    MPI_Datatype type = with_all(c);

    delete_first(type, KEYS / 2);
    set_again(c, type, 1, 1);
    set_again(c, type, 0, 2);
    end(c, type, 5, 3);
}

/* Those that are left are copied. */
static void dup_after_deletion(struct h_case *c)
{
    const int n = h_pair_turn(c) / 2 % 2 ? 1 : KEYS / 2;
    MPI_Datatype type = with_all(c), twin;

    delete_first(type, n);
    H_MPI(MPI_Type_dup(type, &twin));
    expect_all(c, twin, n, 0);
    H_MPI(MPI_Type_free(&type));
    expect_all(c, twin, n, 0);
    h_receive_as(c, twin, 6);
    H_MPI(MPI_Type_free(&twin));
    count(c, n, 1, 2);
}

/* Replacing an attribute deletes the old one (MPI-3.1, 6.7.4). */
static void many(struct h_case *c)
{
    const int half = KEYS / 2;
    MPI_Datatype type = with_all(c), twin;

    expect_all(c, type, 0, 0);
    H_MPI(MPI_Type_dup(type, &twin));
    expect_all(c, twin, 0, 0);
    delete_first(type, half);
    expect_all(c, type, half, 0);
    expect_all(c, twin, 0, 0);
    count(c, half, 1, 0);
    set_again(c, type, 1, 1);
    deleted = EITHER;
    H_MPI(MPI_Type_free(&type)); /* its attributes may live as long as what was made of it */
    expect_all(c, twin, 0, 0);
    end(c, twin, 3, 3);
}

static void visit(struct h_case *c)
{
    static const struct h_variant variants[] = {
        {"many-keys", many}, {"same-value", same_value}, {"set-after-deletion", after_deletion},
        {"dup-after-deletion", dup_after_deletion}, {"after-freed-key", after_freed_key},
    };

    h_each_variant(c, "MPI_Type_set_attr", H_NUM(variants), variants);
}

static void run(void)
{
    make_keys();
    h_each_pair(H_WORLD | H_ONCE, visit);
    free_keys();
}

const struct h_program h_program = {"many attributes on every object's type", 0, run};
