/* A byte changed anywhere in or around an object is caught, put down to the right element or place, and named. */
#include "image.h"

#include "kinds.h"
#include "naive.h"
#include "pool.h"
#include "tree_text.h"

#include "check.h"

/* What a byte of an object or its surroundings is. */
enum part { OUTSIDE_BEFORE, OUTSIDE_AFTER, GAP, VALUE, PAST, INSIGNIFICANT };

struct byte {
    enum part part;
    MPI_Aint element;  /* of the last three */
};

/* For each displacement from map->lo - margin to map->hi + margin; the caller frees it. */
static struct byte *classify(const struct naive *map, MPI_Aint val_count, MPI_Aint margin)
{
    size_t n = (size_t) (map->hi - map->lo + 2 * margin);
    struct byte *bytes = check_alloc(n * sizeof *bytes), *zero = bytes + (margin - map->lo);

    for (size_t i = 0; i < n; i++)
        bytes[i].part = (MPI_Aint) i < margin ? OUTSIDE_BEFORE : (MPI_Aint) i < (MPI_Aint) n - margin ? GAP
                        : OUTSIDE_AFTER;
    for (MPI_Aint k = 0; k < map->n; k++) {
        const struct dtpi_kind *kind = map->elements[k].basic->kind;
        for (int f = 0; f < kind->num_fields; f++)
            for (int i = 0; i < kind->field[f].size; i++) {
                struct byte *b = &zero[map->elements[k].disp + kind->field[f].offset + i];
                b->element = k;
                b->part = k >= val_count ? PAST : i < kind->field[f].significant ? VALUE : INSIGNIFICANT;
            }
    }
    return bytes;
}

/* ---- every single byte of small objects, in any layout ---- */

enum { MARGIN = 40 };

static void one_byte_fault(const struct dtpi_byte_faults *f, bool here, MPI_Aint disp, unsigned char was,
                           unsigned char is)
{
    CHECK_INT(f->count, here);
    if (here) {
        CHECK_INT(f->disp, disp);
        CHECK_INT(f->expected, was);
        CHECK_INT(f->found, is);
    }
}

static void one_byte(const struct dtpi_place *place, const struct dtpi_values *values, const struct naive *map,
                     const struct byte *byte, MPI_Aint disp)
{
    struct dtpi_faults faults;
    unsigned char *at = place->base + disp, was = *at, is = was ^ 0x10;

    *at = is;
    CHECK_OK(dtpi_image_check(place, values, &faults));
    CHECK_INT(dtpi_faults_any(&faults), byte->part != INSIGNIFICANT);
    CHECK_INT(faults.wrong, byte->part == VALUE);
    if (byte->part == VALUE) {
        CHECK_INT(faults.first_wrong, byte->element);
        CHECK_INT(faults.last_wrong, byte->element);
        CHECK_INT(faults.first_wrong_disp, map->elements[byte->element].disp);
        CHECK(strcmp(faults.expected, faults.found) != 0);
    }
    CHECK_INT(faults.past, byte->part == PAST);
    if (byte->part == PAST) {
        CHECK_INT(faults.first_past, byte->element);
        CHECK_INT(faults.first_past_disp, map->elements[byte->element].disp);
    }
    one_byte_fault(&faults.gap, byte->part == GAP, disp, was, is);
    one_byte_fault(&faults.before, byte->part == OUTSIDE_BEFORE, disp, was, is);
    one_byte_fault(&faults.after, byte->part == OUTSIDE_AFTER, disp, was, is);
    *at = was;
}

static void every_byte(const char *text, MPI_Aint val_count, bool bits)
{
    static const int start = 3, stride = 2;
    struct dtpi_faults faults;
    struct dtpi_typemap map;
    MPI_Aint count;
    struct dtpi_tree *tree = naive_parse(text, &count);
    struct naive naive = naive_walk(tree, count);
    struct byte *bytes = classify(&naive, val_count, MARGIN);
    size_t n = (size_t) (naive.hi - naive.lo + 2 * MARGIN);
    unsigned char *memory = check_alloc(n);
    const struct dtpi_stretch all = dtpi_stretch_of(bits, naive.n, val_count, &start, &stride);
    const struct dtpi_values values = {.n = 1, .stretches = &all};

    check_about("%s, %lld values", text, (long long) val_count);
    if (CHECK_OK(dtpi_typemap_create(tree, count, &map))) {
        const struct dtpi_place place = {&map, memory + (MARGIN - naive.lo), naive.lo - MARGIN, naive.hi + MARGIN, 977,
                                         NULL};
        dtpi_image_fill(&place, &values);
        CHECK_OK(dtpi_image_check(&place, &values, &faults));
        CHECK(!dtpi_faults_any(&faults));
        for (size_t i = 0; i < n; i++)
            one_byte(&place, &values, &naive, &bytes[i], (MPI_Aint) i + place.zone_lo);
        dtpi_typemap_free(&map);
    }
    free(memory);
    free(bytes);
    naive_free(&naive);
    dtpi_tree_free(tree);
}

static void every_byte_of_small_objects(const char *type)
{
    static const char *const texts[] = {
        "3*%s",
        "1*vector(3, 2, 3, %s)",
        "2*vector(2, 2, -3, %s)",
        "1*hvector(4, 1, 37, %s)",
        "2*resized(-16, 150, vector(2, 1, 3, %s))",
        "1*hindexed({1, 2}, {80, 0}, %s)",
        "1*hindexed({1, 2}, {-50, 0}, %s)",
        "1*struct({1, 2, 1}, {0, -100, 64}, {MPI_SHORT_INT, %s, MPI_CHAR})",
        "1*subarray({3, 3}, {2, 2}, {1, 0}, F, %s)",
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char text[256];
        (void) snprintf(text, sizeof text, texts[i], type);
        every_byte(text, 3, false);
        every_byte(text, 3, true);
        every_byte(text, 2, i % 2 == 0);
        every_byte(text, 0, false);
    }
}

/* ---- chosen bytes of the objects of pools, as the public calls see and name them ---- */

struct object {
    DTP_t pool;
    int index;
    MPI_Aint val_count;
    struct naive map;
};

enum { START = 5, STRIDE = 3 };

static int check_object(const struct object *o)
{
    return DTP_obj_buf_check(o->pool, o->index, START, STRIDE, o->val_count);
}

static unsigned char *byte_at(const struct object *o, MPI_Aint disp)
{
    return (unsigned char *) o->pool->DTP_obj_array[o->index].DTP_obj_buf + disp;
}

static int occurrences(const char *text, const char *word)
{
    int n = 0;

    while ((text = strstr(text, word)) != NULL)
        n++, text++;
    return n;
}

/* Changes a byte, sees that the message has `expected` in it, and mends it. */
static void caught(const struct object *o, MPI_Aint disp, const char *expected)
{
    unsigned char was = *byte_at(o, disp);
    char whole[256];

    *byte_at(o, disp) = was ^ 0x10;
    CHECK_CODE(check_object(o), DTP_ERR_CHECK);
    (void) snprintf(whole, sizeof whole, "DTP_obj_buf_check: object %d (%s) of ", o->index,
                    DTP_obj_name(o->pool, o->index));
    CHECK(strncmp(DTP_message(), whole, strlen(whole)) == 0);
    CHECK_HAS(DTP_message(), expected);
    CHECK(occurrences(DTP_message(), ": expected ") == 1);
    *byte_at(o, disp) = was;
}

static void caught_element(const struct object *o, MPI_Aint k)
{
    const struct dtpi_kind *kind = o->map.elements[k].basic->kind;
    long long disp = o->map.elements[k].disp, n = o->val_count;
    char expected[256];

    if (k < n)
        (void) snprintf(expected, sizeof expected, "\n  1 of %lld elements wrong, %lld to %lld; element %lld at "
                        "displacement %lld: expected ", n, (long long) k, (long long) k, (long long) k, disp);
    else
        (void) snprintf(expected, sizeof expected, "\n  1 elements past val_count %lld changed, the first is element "
                        "%lld at displacement %lld", n, (long long) k, disp);
    for (int f = 0; f < kind->num_fields; f++) {
        caught(o, disp + kind->field[f].offset, expected);
        caught(o, disp + kind->field[f].offset + kind->field[f].significant - 1, expected);
        if (kind->field[f].significant < kind->field[f].size) {
            MPI_Aint idle = disp + kind->field[f].offset + kind->field[f].significant;
            if (k < n) {
                *byte_at(o, idle) ^= 0xff;
                CHECK_OK(check_object(o));
                *byte_at(o, idle) ^= 0xff;
            } else {
                caught(o, idle, expected);
            }
        }
    }
}

static void caught_byte(const struct object *o, MPI_Aint disp, const char *where)
{
    bool gap = strcmp(where, "in gaps") == 0;
    char expected[256];
    unsigned char was = *byte_at(o, disp);

    (void) snprintf(expected, sizeof expected,
                    "\n  1 bytes %s changed, the %s at displacement %lld%s: expected 0x%02x, "
                    "found 0x%02x", where, gap ? "first" : "nearest", (long long) disp, gap ? "" : " (1 bytes away)",
                        was,
                    was ^ 0x10);
    caught(o, disp, expected);
}

/* The first and the last byte of a gap, and of the padding inside an element, that a look at the classes finds. */
static void caught_gaps(const struct object *o)
{
    struct byte *bytes = classify(&o->map, o->val_count, 0);
    MPI_Aint n = o->map.hi - o->map.lo, first = -1, last = -1;

    for (MPI_Aint i = 0; i < n; i++)
        if (bytes[i].part == GAP) {
            first = first < 0 ? i : first;
            last = i;
        }
    if (first >= 0) {
        caught_byte(o, o->map.lo + first, "in gaps");
        caught_byte(o, o->map.lo + last, "in gaps");
    }
    free(bytes);
}

static void caught_all(const struct object *o)
{
    const MPI_Aint n = o->map.n;
    const MPI_Aint elements[] = {0, n / 2, n - 1, o->val_count < n ? o->val_count : 0};

    CHECK_OK(check_object(o));
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++)
        caught_element(o, elements[i]);
    caught_byte(o, o->map.lo - 1, "before the object");
    caught_byte(o, o->map.hi, "after the object");
    CHECK_OK(check_object(o));
}

/* Creates object i and has f look at it with all values, with half of them, and as a buffer to be received into. */
static void with_object(DTP_t pool, int i, void (*f)(const struct object *))
{
    struct object o = {.pool = pool, .index = i};
    const MPI_Aint n = DTP_pool_elements(pool), counts[] = {n, n / 2, 0};
    struct dtpi_tree *tree;
    MPI_Aint count;
    char text[2048];

    CHECK(DTP_obj_text(pool, i, text, sizeof text) < (int) sizeof text);
    tree = naive_parse(text, &count);
    o.map = naive_walk(tree, count);
    check_about("%s of %s", DTP_obj_name(pool, i), pool->priv->signature.text);
    if (CHECK_OK(DTP_obj_create(pool, i, 0, 0, 0))) {
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
            o.val_count = counts[c];
            check_about("%s of %s, %lld values", DTP_obj_name(pool, i), pool->priv->signature.text,
                        (long long) o.val_count);
            CHECK_OK(DTP_obj_buf_fill(pool, i, START, STRIDE, o.val_count));
            f(&o);
        }
        CHECK_OK(DTP_obj_free(pool, i));
    }
    naive_free(&o.map);
    dtpi_tree_free(tree);
}

static void all_bytes(const struct object *o)
{
    caught_all(o);
    caught_gaps(o);
}

static void basic_pools(MPI_Datatype type)
{
    static const MPI_Aint counts[] = {1, 17, 96};
    DTP_t pool;

    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        if (!CHECK_OK(DTP_pool_create(type, counts[c], &pool)))
            continue;
        for (int i = 0; i < pool->DTP_num_objs; i += counts[c] == 17 ? 1 : 7)
            with_object(pool, i, all_bytes);
        CHECK_OK(DTP_pool_free(pool));
    }
}

static void struct_pools(void)
{
    MPI_Datatype types[] = {MPI_CHAR, MPI_LONG_DOUBLE_INT, MPI_SHORT_INT, MPI_DOUBLE, MPI_UNSIGNED_SHORT};
    int counts[] = {5, 3, 4, 2, 1};
    DTP_t pool;

    for (int n = 1; n <= 5; n++) {
        if (!CHECK_OK(DTP_pool_create_struct(n, types, counts, &pool)))
            continue;
        for (int i = 0; i < pool->DTP_num_objs; i++)
            with_object(pool, i, all_bytes);
        CHECK_OK(DTP_pool_free(pool));
    }
}

/* ---- sparse objects: few elements in a large extent ---- */

/* The gap after a block: beside the element, in the pages that are left alone, and at both ends of these. */
static void sparse_bytes(const struct object *o)
{
    const MPI_Aint page = (MPI_Aint) dtpi_page_size();
    const struct naive_element *e = &o->map.elements[o->map.n / 2];
    MPI_Aint from, to, first;

    CHECK(o->pool->DTP_obj_array[o->index].priv->place.touched);
    if (o->val_count == o->map.n / 2)
        return;
    while (e[1].disp == e->disp + e->basic->kind->extent)
        e++;
    from = e->disp + e->basic->kind->extent;
    to = e[1].disp;
    first = from + page - (MPI_Aint) ((uintptr_t) byte_at(o, from) % (uintptr_t) page); /* of the first whole page */
    CHECK(to - from > 2 * page);
    caught_byte(o, from, "in gaps");
    caught_byte(o, first - 1, "in gaps");
    caught_byte(o, first, "in gaps");
    caught_byte(o, first + page - 1, "in gaps");
    caught_byte(o, (from + to) / 2, "in gaps");
    caught_byte(o, to - 1, "in gaps");
    caught_element(o, 0);
    caught_element(o, o->map.n - 1);
    caught_byte(o, o->map.lo - 1, "before the object");
    caught_byte(o, o->map.hi, "after the object");
    CHECK_OK(check_object(o));
    *byte_at(o, (from + to) / 2) = 0x5a; /* prepared anew: as if it had never been */
    CHECK_OK(DTP_obj_buf_fill(o->pool, o->index, START, STRIDE, o->val_count));
    CHECK_OK(check_object(o));
    CHECK_INT(*byte_at(o, (from + to) / 2), 0);
}

/* Pages that an object before has left are zeros for the next one in them, wherever that one has its elements. */
static void stray_of_another(DTP_t pool, int index)
{
    MPI_Aint n = DTP_pool_elements(pool), size;
    void *base;

    check_about("%s, pages of the object before", DTP_obj_name(pool, index));
    for (int round = 0; round < 3; round++) {
        CHECK_OK(DTP_obj_create(pool, index, 1, 1, round == 1 ? n : 0));
        CHECK_OK(DTP_obj_buf_check(pool, index, 1, 1, round == 1 ? n : 0));
        CHECK_OK(DTP_obj_span(pool, index, &base, &size));
        for (MPI_Aint at = 5000; at < size; at += 50021)
            ((unsigned char *) base)[at] = 0x5a;
        CHECK_CODE(DTP_obj_buf_check(pool, index, 1, 1, round == 1 ? n : 0), DTP_ERR_CHECK);
        CHECK_OK(DTP_obj_free(pool, index));
    }
}

static void sparse_pool(MPI_Datatype type, MPI_Aint count)
{
    enum { LARGE_CNT_STRD = 32 };
    DTP_t pool;

    if (!CHECK_OK(DTP_pool_create(type, count, &pool)))
        return;
    CHECK_STR(DTP_obj_name(pool, LARGE_CNT_STRD), "DTPI_OBJ_LAYOUT_LARGE_CNT_STRD__VECTOR");
    with_object(pool, LARGE_CNT_STRD, sparse_bytes);
    stray_of_another(pool, LARGE_CNT_STRD);
    CHECK_OK(DTP_pool_free(pool));
}

/* ---- several faults ---- */

/* All that differs is reported, not just the first. */
static void many_faults(void)
{
    DTP_t pool;
    char *buf;

    check_about("many faults");
    CHECK_OK(DTP_pool_create(MPI_INT, 10, &pool));
    CHECK_OK(DTP_obj_create(pool, 2, 0, 0, 0));
    CHECK_OK(DTP_obj_buf_fill(pool, 2, 100, 1, 6));
    CHECK_OK(DTP_obj_buf_check(pool, 2, 100, 1, 6));
    buf = pool->DTP_obj_array[2].DTP_obj_buf;
    memset(buf + 8, 0x5a, 17);
    buf[64] ^= 1;
    buf[71] ^= 1;
    buf[-3] ^= 1;
    buf[-9] ^= 1;
    buf[80] ^= 1;
    buf[76] ^= 1;
    CHECK_CODE(DTP_obj_buf_check(pool, 2, 100, 1, 6), DTP_ERR_CHECK);
    CHECK_HAS(DTP_message(),
              "3 of 6 elements wrong, 1 to 3; element 1 at displacement 8: expected 101, found 1515870810");
    CHECK_HAS(DTP_message(), "1 elements past val_count 6 changed, the first is element 8 at displacement 64; byte at "
              "64: expected 0x");
    CHECK_HAS(DTP_message(), "2 bytes before the object changed, the nearest at displacement -3 (3 bytes away):");
    CHECK_HAS(DTP_message(), "2 bytes after the object changed, the nearest at displacement 76 (1 bytes away):");
    CHECK_HAS(DTP_message(), "9 bytes in gaps changed, the first at displacement 12: expected 0x");
    CHECK_OK(DTP_obj_buf_fill(pool, 2, 100, 1, 10));
    CHECK_CODE(DTP_obj_buf_check(pool, 2, 101, 1, 10), DTP_ERR_CHECK);
    CHECK_HAS(DTP_message(), "10 of 10 elements wrong, 0 to 9; element 0 at displacement 0: expected 101, found 100");
    CHECK_CODE(DTP_obj_buf_check(pool, 2, 100, 1, 9), DTP_ERR_CHECK);
    CHECK_HAS(DTP_message(), "1 elements past val_count 9 changed, the first is element 9 at displacement 72");
    CHECK_CODE(DTP_obj_buf_check(pool, 2, 100, 1, 0), DTP_ERR_CHECK);
    CHECK_OK(DTP_pool_free(pool));
}

/* Two objects differ between their values, so that bytes copied from one to the other show. */
static void patterns_differ(void)
{
    DTP_t pool;
    unsigned char *a, *b;

    check_about("patterns of two objects");
    CHECK_OK(DTP_pool_create(MPI_CHAR, 100, &pool));
    CHECK_OK(DTP_obj_create(pool, 2, 0, 0, 0));
    CHECK_OK(DTP_obj_create(pool, 3, 0, 0, 0));
    a = pool->DTP_obj_array[2].DTP_obj_buf;
    b = pool->DTP_obj_array[3].DTP_obj_buf;
    CHECK(memcmp(a, b, 199) != 0);
    memcpy(b, a, 199);
    CHECK_CODE(DTP_obj_buf_check(pool, 3, 0, 0, 0), DTP_ERR_CHECK);
    CHECK_OK(DTP_pool_free(pool));
}

/* An argument leaves out counts from so many elements on, and types of a kind that was there: for runs under tools that
 * make everything slow. */
int main(int argc, char **argv)
{
    long most = argc > 1 ? atol(argv[1]) : 1 << 20;

    check_start();
    for (int t = 0; DTP_basic_types[t] != MPI_DATATYPE_NULL; t++) {
        if (argc > 1 && !is_new_kind(t))
            continue;
        every_byte_of_small_objects(DTP_type_name(DTP_basic_types[t]));
        basic_pools(DTP_basic_types[t]);
        if (most > 65530)
            sparse_pool(DTP_basic_types[t], 65530);
    }
    sparse_pool(MPI_INT, 262144);
    struct_pools();
    many_faults();
    patterns_differ();
    return check_end();
}
