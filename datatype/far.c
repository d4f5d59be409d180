/* Types whose size, extent or displacements pass 2^31 and 2^32, upwards and downwards: what MPI says of them, by every
 * call, and of how they were made.  Those of few elements, upwards, are packed, unpacked and sent as well, where
 * DTP_MAX_BUFSIZE has room for them: memory is taken for what is touched alone. */
#include "harness.h"
#include "tables.h"
#include "case/pools.h"
#include "messages/packing.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

/* ---- blocks of elements of 4 bytes, and the constructors that can list them ---- */

#define ELEMENT "MPI_INT32_T"
enum { E = 4, MOST = 3 };

/* Beyond 31 and 32 bits, and no powers of two. */
#define BEYOND_31 (((MPI_Count) 1 << 31) + 24)
#define BEYOND_32 (((MPI_Count) 1 << 32) + 40)
#define EXACTLY_31 ((MPI_Count) 1 << 31)
#define EXACTLY_32 ((MPI_Count) 1 << 32)

/* Elements of less than 2^31 bytes: of three such blocks more than 2^31, and more than 2^32. */
#define THIRD_31 (((MPI_Count) 1 << 28) + 6)
#define THIRD_32 (((MPI_Count) 1 << 28) + ((MPI_Count) 1 << 27) + 10)

/* Elements of which three such blocks have more than 2^31, and two have less. */
#define THIRD_OF_ELEMENTS (((MPI_Count) 1 << 29) + ((MPI_Count) 1 << 28) + 6)

static const struct list {
    const char *name;
    int n;
    MPI_Count lens[MOST], disps[MOST]; /* elements, bytes */
} lists[] = {
    {"stride-beyond-2^31", 3, {1, 1, 1}, {0, BEYOND_31, 2 * BEYOND_31}},
    {"stride-beyond-2^32", 3, {2, 2, 2}, {0, BEYOND_32, 2 * BEYOND_32}},
    {"stride-below-2^31", 3, {2, 2, 2}, {0, -BEYOND_31, -2 * BEYOND_31}},
    {"stride-below-2^32", 2, {1, 1}, {0, -BEYOND_32}},
    {"stride-2^31", 2, {3, 3}, {0, EXACTLY_31}},
    {"stride-2^32", 2, {1, 1}, {0, EXACTLY_32}},
    {"stride-minus-2^31", 3, {1, 1, 1}, {0, -EXACTLY_31, -2 * EXACTLY_31}},
    {"end-at-2^31", 2, {2, 2}, {0, EXACTLY_31 - 2 * E}},
    {"end-at-2^32", 2, {2, 2}, {0, EXACTLY_32 - 2 * E}},
    {"one-beyond-2^31", 1, {2}, {BEYOND_31}},
    {"one-below-2^32", 1, {5}, {-BEYOND_32}},
    {"beyond-2^31", 3, {2, 2, 2}, {BEYOND_31, 16, BEYOND_31 + 24}},
    {"below-2^32", 3, {1, 1, 1}, {-8, -BEYOND_32, -BEYOND_31}},
    {"both-ways", 3, {2, 2, 2}, {-BEYOND_32, BEYOND_31, 0}},
    {"below-and-beyond", 3, {1, 2, 3}, {-BEYOND_32, -16, BEYOND_31}},
    {"falling", 3, {3, 1, 2}, {BEYOND_32, -16, -BEYOND_31}},
    {"unequal", 3, {1, 2, 3}, {24, BEYOND_32, -BEYOND_32}},
    {"long", 1, {BEYOND_31}, {0}},
    {"long-blocks", 2, {BEYOND_31, BEYOND_31}, {0, E * BEYOND_32}},
    {"long-and-short", 3, {BEYOND_32, 1, BEYOND_31}, {0, -BEYOND_31, E * BEYOND_32 + 8}},
    {"touching-beyond-2^31", 3, {THIRD_31, THIRD_31, THIRD_31}, {0, E * THIRD_31, 2 * E * THIRD_31}},
    {"touching-beyond-2^32", 3, {THIRD_32, THIRD_32, THIRD_32}, {0, E * THIRD_32, 2 * E * THIRD_32}},
    {"touching-elements", 3, {THIRD_OF_ELEMENTS, THIRD_OF_ELEMENTS, THIRD_OF_ELEMENTS},
     {0, E * THIRD_OF_ELEMENTS, 2 * E * THIRD_OF_ELEMENTS}},
    {"touching-unequal", 3, {1, THIRD_32, THIRD_31}, {0, E, E * (THIRD_32 + 1)}},
    {"touching-falling", 3, {THIRD_31, THIRD_32, 2}, {E * (THIRD_32 + 2), 2 * E, 0}},
};

#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
enum { HAS_LARGE = true };
#else
enum { HAS_LARGE = false };
#endif

/* A constructor for int, and the one with large counts. */
#define CALLS(NAME) "MPI_Type_" #NAME, "MPI_Type_" #NAME "_c"

/* What a list must be like for a constructor, whether its displacements are in bytes, and whether each block has a type
 * of its own. */
static const struct constructor {
    const char *name, *call, *large_call;
    bool regular, equal, in_bytes, types;
} constructors[] = {
    {"vector", CALLS(vector), .regular = true, .equal = true},
    {"hvector", CALLS(create_hvector), .regular = true, .equal = true, .in_bytes = true},
    {"indexed", CALLS(indexed), .in_bytes = false},
    {"hindexed", CALLS(create_hindexed), .in_bytes = true},
    {"indexed_block", CALLS(create_indexed_block), .equal = true},
    {"hindexed_block", CALLS(create_hindexed_block), .equal = true, .in_bytes = true},
    {"struct", CALLS(create_struct), .in_bytes = true, .types = true},
};

static bool is_regular(const struct list *l)
{
    return l->n > 1 && l->disps[0] == 0 && (l->n == 2 || l->disps[2] == 2 * l->disps[1]);
}

static bool is_equal(const struct list *l)
{
    for (int i = 1; i < l->n; i++)
        if (l->lens[i] != l->lens[0])
            return false;
    return true;
}

static bool can_list(const struct constructor *k, const struct list *l)
{
    return (!k->regular || is_regular(l)) && (!k->equal || is_equal(l));
}

static MPI_Count displacement(const struct constructor *k, const struct list *l, int i)
{
    return k->in_bytes ? l->disps[i] : l->disps[i] / E;
}

static bool needs_large(const struct constructor *k, const struct list *l)
{
    for (int i = 0; i < l->n; i++) {
        const MPI_Count disp = displacement(k, l, i);
        if (l->lens[i] > INT_MAX || (!k->in_bytes && (disp > INT_MAX || disp < INT_MIN)))
            return true;
    }
    return false;
}

/* The text of an object of such a type (see DTP_pool_create_text). */
static void write_list(char *text, size_t size, const MPI_Count *numbers, int n)
{
    size_t at = 0;

    for (int i = 0; i < n; i++)
        at += (size_t) snprintf(text + at, size - at, "%s%lld", i == 0 ? "{" : ", ", (long long) numbers[i]);
    (void) snprintf(text + at, size - at, "}");
}

static void write_text(char *text, size_t size, const struct constructor *k, const struct list *l)
{
    char count[16] = "", lens[80], disps[80];
    MPI_Count units[MOST];

    for (int i = 0; i < l->n; i++)
        units[i] = displacement(k, l, i);
    write_list(lens, sizeof lens, l->lens, l->n);
    write_list(disps, sizeof disps, units, l->n);
    if (k->equal)
        (void) snprintf(lens, sizeof lens, "%lld", (long long) l->lens[0]);
    if (k->regular) {
        (void) snprintf(count, sizeof count, "%d, ", l->n);
        (void) snprintf(disps, sizeof disps, "%lld", (long long) units[1]);
    }
    (void) snprintf(text, size, k->types ? "1*%s(%s%s, %s, {%dx" ELEMENT "})" : "1*%s(%s%s, %s, " ELEMENT ")", k->name,
                    count, lens, disps, l->n);
}

/* ---- other constructors, with numbers such as the above ---- */

static const struct type {
    const char *name, *call, *large_call;
    bool needs_large;
    const char *text;
} others[] = {
    {"resized", CALLS(create_resized), false, "1*resized(-4294967336, 2*4294967336, " ELEMENT ")"},
    {"shrunk", CALLS(create_resized), false, "1*resized(2147483672, -4294967336, " ELEMENT ")"},
    {"instances", CALLS(contiguous), false, "1*contiguous(3, resized(-4294967336, 2*4294967336, " ELEMENT "))"},
    {"apart-beyond-2^31", CALLS(create_resized), false, "3*resized(0, 2147483672, " ELEMENT ")"},
    {"apart-beyond-2^32", CALLS(create_resized), false, "2*resized(0, 4294967336, " ELEMENT ")"},
    {"elements", CALLS(contiguous), false, "1*contiguous(3, contiguous(1073741824, " ELEMENT "))"},
    {"many-elements", CALLS(contiguous), true, "1*contiguous(4294967336, " ELEMENT ")"},
    {"array", CALLS(create_subarray), false, "1*subarray({5, 1073741824}, {2, 3}, {3, 11}, C, " ELEMENT ")"},
    {"long-lines", CALLS(create_subarray), true,
     "1*subarray({3, 4294967336}, {2, 2147483672}, {1, 17}, C, " ELEMENT ")"},
    {"dealt-out", CALLS(create_darray), false,
     "1*darray(2, 1, {1073741824, 3}, {b, n}, {0, 0}, {2, 1}, F, " ELEMENT ")"},
    {"dealt-out-line", CALLS(create_darray), true, "1*darray(2, 1, {4294967344}, {b}, {0}, {2}, C, " ELEMENT ")"},
};

/* ---- what it moves ---- */

enum { MOST_MOVED = 16 };

/* By a message to oneself, or by packing. */
static void move(struct h_case *c, struct h_obj from, struct h_instances sent, struct h_obj to,
                 struct h_instances received, int op)
{
    const struct h_packing *forms;
    const int n = h_packings(H_NATIVE, &forms);

    if (op % 2)
        h_pack_over(c, &forms[op / 2 % n], from, sent, to, received, op);
    else
        h_send_to_self_as(c, from, sent, to, received, op);
}

/* Whether there are few elements, far from each other, each behind the one before it: others are verified by an image
 * of all that they span. */
static bool may_be_moved(struct h_obj o)
{
    return DTP_pool_elements(o.pool) <= MOST_MOVED && DTP_obj_has_trait(o.pool, o.index, "gaps") &&
           !DTP_obj_has_trait(o.pool, o.index, "decreasing") &&
           !DTP_obj_has_trait(o.pool, o.index, "negative-stride") &&
           !DTP_obj_has_trait(o.pool, o.index, "negative-extent");
}

static struct h_obj object_of(const char *text)
{
    struct h_obj o = {.index = 0};

    H_DTP(DTP_pool_create_text(1, &text, &o.pool));
    return o;
}

static void make_type(struct h_obj o, bool large, MPI_Datatype *type)
{
    H_DTP((large ? DTP_obj_type_create_large : DTP_obj_type_create)(o.pool, 0, type));
}

/* From the elements of the object to as many that follow each other, and back. */
static void move_both_ways(struct h_case *c, struct h_obj o, bool large, int turn)
{
    struct h_obj plain;
    struct h_instances far;
    MPI_Datatype type;
    char text[64];

    (void) snprintf(text, sizeof text, "%d*" ELEMENT, (int) DTP_pool_elements(o.pool));
    plain = object_of(text);
    plain = h_object_get(plain.pool, 0, true);
    make_type(o, large, &type);
    far = h_instances_of(o, o.mpi->DTP_obj_count, type);
    move(c, o, far, plain, h_whole(plain), turn);
    move(c, plain, h_whole(plain), o, far, turn / 2);
    H_DTP(DTP_obj_type_free(o.pool, 0, &type));
    H_DTP(DTP_pool_free(plain.pool));
}

/* By the constructor for int or the one for large counts. */
static void check_moves(struct h_case *c, const struct type *t, int turn)
{
    const bool large = HAS_LARGE && turn % 2;
    char variant[64];
    struct h_obj o;

    (void) snprintf(variant, sizeof variant, "%s/moved", t->name);
    c->variant = variant;
    if (!t->needs_large && h_begin(c, large ? t->large_call : t->call)) {
        o = object_of(t->text);
        if (may_be_moved(o) && (o = h_object_get(o.pool, 0, true)).mpi != NULL)
            move_both_ways(c, o, large, turn);
        H_DTP(DTP_pool_free(o.pool));
    }
    c->variant = NULL;
}

/* ---- what MPI says ---- */

static void check(struct h_case *c, const char *text, bool large)
{
    const struct h_obj o = object_of(text);
    MPI_Datatype type;

    make_type(o, large, &type);
    h_check_type(c, o, type);
    h_check_contents(c, o, type);
    H_DTP(DTP_obj_type_free(o.pool, 0, &type));
    H_DTP(DTP_pool_free(o.pool));
}

/* By the constructor for int, unless a number is too large, and by the one for large counts. */
static void check_both(struct h_case *c, const struct type *t, int turn)
{
    (void) turn;
    c->variant = t->name;
    if (!t->needs_large && h_begin(c, t->call))
        check(c, t->text, false);
    if (HAS_LARGE && h_begin(c, t->large_call))
        check(c, t->text, true);
}

/* ---- all of them, each list once before any by another constructor ---- */

typedef void visit_type(struct h_case *c, const struct type *t, int turn);

static void each_type(struct h_case *c, visit_type *visit)
{
    char text[256];

    for (int k = 0; k < H_NUM(constructors) * H_NUM(lists); k++) {
        const int i = k % H_NUM(lists), round = k / H_NUM(lists);
        const struct list *l = &lists[i];
        const struct constructor *by = &constructors[(i + round) % H_NUM(constructors)];
        if (!can_list(by, l))
            continue;
        write_text(text, sizeof text, by, l);
        visit(c, &(const struct type) {l->name, by->call, by->large_call, needs_large(by, l), text}, k);
    }
    for (int k = 0; k < H_NUM(others); k++)
        visit(c, &others[k], k);
}

static void visit(struct h_case *c)
{
    each_type(c, check_both);
    each_type(c, check_moves);
}

static void run(void)
{
    if (sizeof(MPI_Aint) < 8)
        h_leave_out("MPI_Aint has %d bytes", (int) sizeof(MPI_Aint));
    else
        h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"types that reach beyond 2^31 and 2^32 bytes", 0, run};
