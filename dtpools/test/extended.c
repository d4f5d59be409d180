/* Extended layouts, random objects, traits and their selection: each row has the traits that its table gives it,
 * every object has the elements of its signature, and no two of its elements share bytes unless it is one of those
 * that say so. */
#include "layout.h"
#include "naive.h"
#include "overlap.h"
#include "random.h"
#include "traits.h"
#include "tree_text.h"

#include "check.h"

/* ---- elements that share bytes, the slow way ---- */

static int by_disp(const void *a, const void *b)
{
    const struct naive_element *x = a, *y = b;

    return (x->disp > y->disp) - (x->disp < y->disp);
}

static MPI_Aint end_of(const struct naive_element *e)
{
    const struct dtpi_field *last = &e->basic->kind->field[e->basic->kind->num_fields - 1];

    return e->disp + last->offset + last->size;
}

/* Sorts the elements by displacement. */
static enum dtpi_overlap naive_overlap(const struct naive *map)
{
    enum dtpi_overlap overlap = DTPI_DISJOINT;
    bool mixed = false;

    qsort(map->elements, (size_t) map->n, sizeof *map->elements, by_disp);
    for (MPI_Aint k = 1; k < map->n; k++) {
        const struct naive_element *a = &map->elements[k - 1], *b = &map->elements[k];
        mixed = mixed || a->basic != b->basic;
        if (b->disp >= end_of(a))
            continue;
        if (b->disp != a->disp)
            return DTPI_CLASHING;
        overlap = DTPI_SHARED;
    }
    return mixed && overlap != DTPI_DISJOINT ? DTPI_CLASHING : overlap;
}

/* ---- one object ---- */

/* What naive_traits works out. */
static const uint64_t of_shapes = DTPI_TRAIT(ZERO_SIZE) | DTPI_TRAIT(ODD_STRIDE) | DTPI_TRAIT(NESTED_NEGATIVE) |
                                  DTPI_TRAIT(MANY_MEMBERS) | DTPI_TRAIT(SIZED_DARRAY) | DTPI_TRAIT(UNEVEN_DARRAY) |
                                  DTPI_TRAIT(MANY_DIMS) | DTPI_TRAIT(FORTRAN_ORDER) | DTPI_TRAIT(VERY_DEEP) |
                                  DTPI_TRAIT(ONE_SIZE) | DTPI_TRAIT(INNER_STRUCT) | DTPI_TRAIT(OVERHANG) |
                                  DTPI_TRAIT(PERMUTED);

static void tell_traits(const char *what, uint64_t traits)
{
    printf("%s:", what);
    for (int i = 0; i < DTPI_NUM_TRAITS; i++)
        if (traits >> i & 1)
            printf(" %s", dtpi_trait_name(i));
    printf("\n");
}

static uint64_t traits_of(const struct dtpi_object *object, enum dtpi_overlap *overlap)
{
    struct dtpi_typemap map;
    uint64_t traits;

    CHECK_OK(dtpi_typemap_create(object->tree, object->count, &map));
    CHECK_OK(dtpi_typemap_overlap(&map, overlap));
    traits = dtpi_traits(object->tree, object->count, &map, *overlap != DTPI_DISJOINT);
    dtpi_typemap_free(&map);
    return traits;
}

/* Whether elements follow each other as in the signature. */
static bool has_signature(const struct naive *map, const struct dtpi_signature *s)
{
    MPI_Aint k = 0;

    for (int i = 0; i < s->n; i++)
        for (MPI_Aint j = 0; j < s->parts[i].count; j++, k++)
            if (k >= map->n || map->elements[k].basic != s->parts[i].basic)
                return false;
    return k == map->n;
}

static void check_object(const struct dtpi_signature *s, const struct dtpi_object *object, enum dtpi_overlap expected)
{
    struct naive map = naive_walk(object->tree, object->count);
    enum dtpi_overlap overlap;
    uint64_t traits = traits_of(object, &overlap);
    bool unaligned = false;

    CHECK(has_signature(&map, s));
    CHECK_INT(overlap, expected);
    for (MPI_Aint k = 0; k < map.n; k++)
        unaligned = unaligned || map.elements[k].disp % map.elements[k].basic->alignment != 0;
    CHECK_INT((traits & DTPI_TRAIT(UNALIGNED)) != 0, unaligned);
    CHECK_INT((traits & DTPI_TRAIT(GAPS)) != 0, map.hi - map.lo > map.bytes);
    CHECK_INT((traits & DTPI_TRAIT(OFFSET)) != 0, map.lo != 0);
    if (!CHECK_INT(traits & of_shapes, naive_traits(object->tree))) {
        tell_traits("expected", naive_traits(object->tree));
        tell_traits("found", traits & of_shapes);
    }
    CHECK_INT(overlap, naive_overlap(&map));
    naive_free(&map);
}

static struct dtpi_signature signature_of(int n, const struct dtpi_part *parts)
{
    struct dtpi_signature s;

    CHECK_OK(dtpi_signature_create(n, parts, &s));
    return s;
}

static struct dtpi_part part(const char *name, MPI_Aint count)
{
    return (struct dtpi_part) {dtpi_basic_named(name, strlen(name)), count};
}

/* ---- rows ---- */

static uint64_t declared(const char *names)
{
    uint64_t traits = 0;

    for (int i = 0; i < DTPI_NUM_TRAITS; i++) {
        const char *unknown;
        bool any = dtpi_traits_selected(names, (uint64_t) 1 << i, &unknown);
        CHECK(!unknown);
        if (any)
            traits |= (uint64_t) 1 << i;
    }
    return traits;
}

/* No name twice. */
static void names_of(bool is_struct)
{
    enum { MOST = 2048 };
    static char names[MOST][DTPI_LAYOUT_NAME];
    int n = 0;

    check_about("names of layouts");
    for (; n < MOST && dtpi_layout_class(is_struct, n) != DTPI_NO_LAYOUT; n++) {
        dtpi_layout_name(is_struct, n, names[n]);
        for (int i = 0; i < n; i++)
            if (!CHECK(strcmp(names[i], names[n]) != 0))
                puts(names[n]);
    }
    CHECK(n < MOST);
}

static void rows_of(const struct dtpi_signature *s, bool is_struct, bool with_traits)
{
    uint64_t seen = 0;

    for (int row = 0; dtpi_layout_class(is_struct, row) != DTPI_NO_LAYOUT; row++) {
        enum dtpi_overlap overlap;
        struct dtpi_object object;
        char name[DTPI_LAYOUT_NAME];
        if (!dtpi_layout_applies(s, is_struct, row))
            continue;
        dtpi_layout_name(is_struct, row, name);
        check_about("%s of %s", name, s->text);
        if (!CHECK_OK(dtpi_layout_object(s, is_struct, row, (MPI_Aint) 1 << 32, &object)))
            continue;
        check_object(s, &object, dtpi_layout_class(is_struct, row) == DTPI_OVERLAPPING_LAYOUT ? DTPI_SHARED
                                                                                              : DTPI_DISJOINT);
        if (with_traits) {
            uint64_t traits = traits_of(&object, &overlap);
            const char *names = dtpi_layout_traits(is_struct, row);
            seen |= traits;
            if (names && !CHECK_INT(traits, declared(names))) {
                tell_traits("declared", declared(names));
                tell_traits("found", traits);
            }
        }
        dtpi_tree_free(object.tree);
    }
    if (!with_traits || is_struct)
        return;
    check_about("every trait has a layout, but for those of other types or small counts, and what MPIs do not agree "
                "on");
    CHECK_INT(seen | DTPI_TRAIT(SHORT_DARRAY) | DTPI_TRAIT(HIDDEN_BOUNDS) | DTPI_TRAIT(MIXED) | DTPI_TRAIT(ONE_SIZE) |
                  DTPI_TRAIT(PADDED),
              ((uint64_t) 1 << DTPI_NUM_TRAITS) - 1);
}

static void rows(void)
{
    static const char *const types[] = {"MPI_INT", "MPI_CHAR", "MPI_LONG_DOUBLE", "MPI_SHORT_INT",
                                        "MPI_LONG_DOUBLE_INT"};
    static const MPI_Aint counts[] = {512, 1, 2, 3, 4, 5, 6, 17, 1018};
    const struct dtpi_part particle[] = {part("MPI_CHAR", 64), part("MPI_INT", 32), part("MPI_FLOAT", 8)};
    const struct dtpi_part odd[] = {part("MPI_CHAR", 3), part("MPI_LONG_DOUBLE", 1), part("MPI_SHORT_INT", 2)};
    struct dtpi_signature s;

    names_of(false);
    names_of(true);
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
            const struct dtpi_part one = part(types[t], counts[c]);
            s = signature_of(1, &one);
            rows_of(&s, false, t == 0 && c == 0);
            dtpi_signature_free(&s);
        }
    s = signature_of(3, particle);
    rows_of(&s, true, true);
    dtpi_signature_free(&s);
    s = signature_of(3, odd);
    rows_of(&s, true, false);
    dtpi_signature_free(&s);
}

/* Darrays of which some process has less than a whole block, and their likes of which none has. */
static void short_darrays(void)
{
    static const struct {
        const char *text;
        bool is_short;
    } cases[] = {
        {"1*darray(2, 0, {1}, {c}, {3}, {2}, C, MPI_INT)", true},
        {"1*darray(2, 0, {5}, {c}, {3}, {2}, C, MPI_INT)", true},
        {"1*darray(2, 0, {6}, {c}, {3}, {2}, C, MPI_INT)", false},
        {"1*darray(2, 0, {1}, {c}, {0}, {2}, C, MPI_INT)", true},
        {"1*darray(2, 0, {2}, {c}, {0}, {2}, C, MPI_INT)", false},
        {"1*darray(2, 0, {4}, {b}, {3}, {2}, C, MPI_INT)", false},
        {"1*darray(6, 3, {2, 2}, {b, c}, {0, 0}, {2, 3}, F, MPI_INT)", true},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        enum dtpi_overlap overlap;
        struct dtpi_object object;
        object.tree = naive_parse(cases[i].text, &object.count);
        check_about("%s", cases[i].text);
        CHECK_INT((traits_of(&object, &overlap) & DTPI_TRAIT(SHORT_DARRAY)) != 0, cases[i].is_short);
        dtpi_tree_free(object.tree);
    }
}

/* The strides of a single block and of no blocks, and where blocks of nothing are, may be more bytes than an MPI_Aint
 * has. */
static void beyond_aint(void)
{
    static const struct {
        const char *text;
        uint64_t traits;
    } cases[] = {
        {"1*vector(1, 2, 9223372036854775807, MPI_DOUBLE)", 0},
        {"1*vector(1, 2, -9223372036854775807, MPI_DOUBLE)", 0},
        {"1*vector(0, 9223372036854775807, 1, MPI_INT)", 0},
        {"1*indexed({1, 2x0}, {0, 0..4611686018427387904/4611686018427387904}, MPI_INT)", DTPI_TRAIT(ZERO_BLOCKS)},
        {"1*hindexed({2x1}, {-9223372036854775807, 9223372036854775807}, contiguous(0, MPI_INT))",
         DTPI_TRAIT(NESTED) | DTPI_TRAIT(ZERO_SIZE) | DTPI_TRAIT(ZERO_BLOCKS)},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0] && sizeof(MPI_Aint) > 4; i++) {
        enum dtpi_overlap overlap;
        struct dtpi_object object;
        object.tree = naive_parse(cases[i].text, &object.count);
        check_about("%s", cases[i].text);
        CHECK_INT(traits_of(&object, &overlap), cases[i].traits);
        CHECK_INT(overlap, DTPI_DISJOINT);
        dtpi_tree_free(object.tree);
    }
}

/* ---- random objects ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *) a, *(char *const *) b);
}

static void reads_back(const struct dtpi_object *object, const char *text)
{
    struct dtpi_tree *twin;
    MPI_Aint count;

    if (!CHECK_OK(dtpi_object_parse(text, &count, &twin)))
        return;
    CHECK_INT(count, object->count);
    CHECK(dtpi_tree_equal(twin, object->tree));
    dtpi_tree_free(twin);
}

static void same_again(const struct dtpi_signature *s, int seed, const char *text)
{
    struct dtpi_object object;
    char again[4096];

    if (!CHECK_OK(dtpi_random_object(s, (uint64_t) seed, seed % 7, (MPI_Aint) 1 << 28, &object)))
        return;
    (void) dtpi_object_print(object.count, object.tree, again, sizeof again);
    CHECK_STR(again, text);
    dtpi_tree_free(object.tree);
}

/* Objects of `seeds` seeds, and how many of them are distinct: at least `least` in a hundred. */
static void random_of(const struct dtpi_signature *s, int seeds, int least)
{
    char **texts = check_alloc((size_t) seeds * sizeof *texts);
    uint64_t seen = 0;
    int distinct = 0;

    for (int seed = 0; seed < seeds; seed++) {
        enum dtpi_overlap overlap;
        struct dtpi_object object;
        char text[4096] = "";
        check_about("random object of %s, seed %d", s->text, seed);
        if (CHECK_OK(dtpi_random_object(s, (uint64_t) seed, seed % 7, (MPI_Aint) 1 << 28, &object))) {
            if (!CHECK(dtpi_object_print(object.count, object.tree, text, sizeof text) < (int) sizeof text))
                puts(text);
            check_object(s, &object, DTPI_DISJOINT);
            reads_back(&object, text);
            seen |= traits_of(&object, &overlap);
            dtpi_tree_free(object.tree);
        }
        if (seed % 10 == 0)
            same_again(s, seed, text);
        texts[seed] = strcpy(check_alloc(strlen(text) + 1), text);
    }
    qsort(texts, (size_t) seeds, sizeof *texts, by_text);
    for (int i = 0; i < seeds; i++)
        distinct += i == 0 || strcmp(texts[i - 1], texts[i]) != 0;
    for (int i = 0; i < seeds; i++)
        free(texts[i]);
    free(texts);
    check_about("%d random objects of %s", seeds, s->text);
    printf("%s: %d seeds, %d distinct objects\n", s->text, seeds, distinct);
    CHECK(distinct >= seeds / 100 * least);
    if (s->elements >= 512 && seeds > 900) {
        uint64_t rare = DTPI_TRAIT(OVERLAPPING) | DTPI_TRAIT(UNALIGNED) | DTPI_TRAIT(MIXED) | DTPI_TRAIT(PADDED) |
                        DTPI_TRAIT(ONE_SIZE) |
                        DTPI_TRAIT(SHORT_DARRAY) | DTPI_TRAIT(ZERO_SIZE) | DTPI_TRAIT(NESTED_NEGATIVE);
        if (!CHECK_INT(seen | rare, ((uint64_t) 1 << DTPI_NUM_TRAITS) - 1))
            tell_traits("found", seen);
    }
}

static void random_objects(void)
{
    static const struct {
        const char *type;
        MPI_Aint count;
        int seeds, least;
    } cases[] = {
        {"MPI_INT", 1, 1000, 90},  {"MPI_INT", 2, 1000, 90}, {"MPI_INT", 17, 2000, 90}, {"MPI_INT", 512, 4000, 95},
        {"MPI_CHAR", 6, 1000, 90}, {"MPI_DOUBLE", 1018, 1000, 95}, {"MPI_SHORT_INT", 64, 1000, 95},
        {"MPI_LONG_DOUBLE_INT", 60, 1000, 95}, {"MPI_INT", 65530, 40, 90},
    };
    const struct dtpi_part particle[] = {part("MPI_CHAR", 64), part("MPI_INT", 32), part("MPI_SHORT_INT", 8)};
    const struct dtpi_part alike[] = {part("MPI_INT", 32), part("MPI_FLOAT", 64)};
    struct dtpi_signature s;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct dtpi_part one = part(cases[i].type, cases[i].count);
        s = signature_of(1, &one);
        random_of(&s, cases[i].seeds, cases[i].least);
        dtpi_signature_free(&s);
    }
    s = signature_of(3, particle);
    random_of(&s, 1000, 90);
    dtpi_signature_free(&s);
    s = signature_of(2, alike);
    random_of(&s, 300, 90);
    dtpi_signature_free(&s);
}

/* An object of a seed is the same for ever: these were printed when the walk was written. */
static void for_ever(void)
{
    static const char *const texts[] = {
#include "random_objects.inc"
    };
    const struct dtpi_part one = part("MPI_INT", 60);
    struct dtpi_signature s = signature_of(1, &one);

    for (int k = 0; k < (int) (sizeof texts / sizeof texts[0]); k++) {
        struct dtpi_object object;
        char text[4096];
        check_about("random object %d of MPI_INT:60", k);
        if (!CHECK_OK(dtpi_random_object(&s, 1, k, (MPI_Aint) 1 << 28, &object)))
            continue;
        (void) dtpi_object_print(object.count, object.tree, text, sizeof text);
        CHECK_STR(text, texts[k]);
        dtpi_tree_free(object.tree);
    }
    dtpi_signature_free(&s);
}

/* ---- pools ---- */

static DTP_t pool_with(const char *traits, const char *random_objs)
{
    DTP_t pool = NULL;

    (void) setenv("DTP_TRAITS", traits, 1);
    (void) setenv("DTP_RANDOM_OBJS", random_objs, 1);
    CHECK_OK(DTP_pool_create(MPI_INT, 512, &pool));
    (void) unsetenv("DTP_TRAITS");
    (void) unsetenv("DTP_RANDOM_OBJS");
    return pool;
}

static void selections(void)
{
    static const char *const traits[] = {"negative-lb", "resized+gaps", "negative-lb resized", " dup  darray+offset "};
    int specified = 0;
    DTP_t all, pool;

    while (dtpi_layout_class(false, specified) == DTPI_SPECIFIED)
        specified++;
    check_about("selections");
    CHECK_OK(DTP_pool_create(MPI_INT, 512, &all));
    pool = pool_with("none", "7");
    CHECK_INT(pool->DTP_num_objs, specified);
    CHECK_OK(DTP_pool_add_overlapping(pool));
    CHECK_INT(pool->DTP_num_objs, specified);
    CHECK_OK(DTP_pool_free(pool));
    for (size_t t = 0; t < sizeof traits / sizeof traits[0]; t++) {
        int n = 0;
        check_about("DTP_TRAITS=%s", traits[t]);
        pool = pool_with(traits[t], "0");
        CHECK(pool->DTP_num_objs > 0);
        for (int i = 0; i < all->DTP_num_objs; i++)
            if (DTP_obj_has_trait(all, i, traits[t])) {
                CHECK_STR(DTP_obj_name(pool, n), DTP_obj_name(all, i));
                n++;
            }
        CHECK_INT(pool->DTP_num_objs, n);
        CHECK_OK(DTP_pool_free(pool));
    }
    for (int i = 0; i < all->DTP_num_objs; i++)
        for (int k = 0; DTP_trait_name(k); k++)
            CHECK_INT(DTP_obj_traits(all, i) >> k & 1, DTP_obj_has_trait(all, i, DTP_trait_name(k)));
    CHECK_OK(DTP_pool_free(all));
    check_about("a selection of nothing");
    (void) setenv("DTP_TRAITS", "mixed", 1);
    CHECK_CODE(DTP_pool_create(MPI_INT, 512, &pool), DTP_ERR_NONE);
    CHECK_HAS(DTP_message(), "no object of MPI_INT:512 has the traits of DTP_TRAITS=mixed");
    CHECK(pool == NULL);
    (void) unsetenv("DTP_TRAITS");
}

static void random_pool(void)
{
    DTP_t pool, all;

    check_about("random objects of a pool");
    (void) setenv("DTP_RANDOM_OBJS", "3", 1);
    CHECK_OK(DTP_pool_create(MPI_INT, 512, &pool));
    (void) unsetenv("DTP_RANDOM_OBJS");
    CHECK_OK(DTP_pool_create(MPI_INT, 512, &all));
    CHECK_INT(pool->DTP_num_objs, all->DTP_num_objs + 3);
    CHECK_STR(DTP_obj_name(pool, all->DTP_num_objs + 2), "DTPI_OBJ_LAYOUT_RANDOM__2");
    CHECK_OK(DTP_pool_free(pool));
    CHECK_OK(DTP_pool_free(all));
}

/* Elements that share their bytes hold one value. */
static void shared_values(DTP_t pool, int i)
{
    enum { N = 512, STRIDE = 3 };
    MPI_Aint numbers[N];
    DTP_part_s parts[N];
    int starts[N], stride = STRIDE, is_shared = 0;

    CHECK_OK(DTP_obj_shared(pool, i, numbers));
    for (int k = 0; k < N; k++) {
        CHECK(numbers[k] >= k && numbers[k] < N && numbers[numbers[k]] == numbers[k]);
        is_shared |= numbers[k] != k;
        starts[k] = 5 + STRIDE * (int) numbers[k];
        parts[k] = (DTP_part_s) {1, 1, 1, &starts[k], &stride, MPI_REPLACE};
    }
    CHECK_INT(is_shared, DTP_obj_has_trait(pool, i, "overlapping"));
    CHECK_OK(DTP_obj_parts_fill(pool, i, N, parts));
    CHECK_OK(DTP_obj_parts_check(pool, i, N, parts));
    if (!is_shared)
        return;
    for (int k = 0; k < N; k++)
        starts[k] = 5 + STRIDE * k;
    CHECK_CODE(DTP_obj_parts_fill(pool, i, N, parts), DTP_ERR_ARG);
    CHECK_HAS(DTP_message(), "share their bytes: expected one value");
}

/* Objects whose elements share bytes are sent, and never received into. */
static void overlapping(void)
{
    DTP_t pool;
    int first;

    check_about("overlapping objects");
    CHECK_OK(DTP_pool_create(MPI_INT, 512, &pool));
    first = pool->DTP_num_objs;
    CHECK_OK(DTP_pool_add_overlapping(pool));
    CHECK_INT(pool->DTP_num_objs, first + 17);
    for (int i = 0; i < pool->DTP_num_objs; i++)
        CHECK_INT(DTP_obj_has_trait(pool, i, "overlapping"), i >= first);
    for (int i = first; i < pool->DTP_num_objs; i++) {
        check_about("%s", DTP_obj_name(pool, i));
        CHECK_CODE(DTP_obj_create(pool, i, 1, 1, 512), DTP_ERR_ARG);
        CHECK_HAS(DTP_message(), "share their bytes: expected one value");
        CHECK_CODE(DTP_obj_create(pool, i, 0, 0, 0), DTP_ERR_ARG);
        CHECK_HAS(DTP_message(), "share bytes: it can only be sent; expected val_count 512");
        CHECK_OK(DTP_obj_create(pool, i, 7, 0, 512));
        CHECK_OK(DTP_obj_buf_check(pool, i, 7, 0, 512));
        CHECK_CODE(DTP_obj_buf_check(pool, i, 8, 0, 512), DTP_ERR_CHECK);
        CHECK_CODE(DTP_obj_buf_fill(pool, i, 7, 0, 0), DTP_ERR_ARG);
        CHECK_OK(DTP_obj_type_check(pool, i, pool->DTP_obj_array[i].DTP_obj_type));
        shared_values(pool, i);
    }
    CHECK_OK(DTP_obj_create(pool, 0, 1, 1, 512));
    shared_values(pool, 0);
    CHECK_CODE(DTP_pool_add_overlapping(pool), DTP_ERR_STATE);
    CHECK_OK(DTP_pool_free(pool));
}

int main(void)
{
    check_start();
    rows();
    short_darrays();
    beyond_aint();
    random_objects();
    for_ever();
    selections();
    random_pool();
    overlapping();
    return check_end();
}
