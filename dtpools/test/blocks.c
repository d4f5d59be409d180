/* Buffers of several blocks, parts with values of their own, memory of the caller's, and operators of the user's. */
#include "arith.h"
#include "naive.h"
#include "pool.h"

#include "check.h"

/* ---- pools that blocks are taken from ---- */

enum { TYPES = 3 };

struct source {
    DTP_t pool;
    MPI_Aint n; /* elements of an object */
};

static struct source basic_source(MPI_Datatype type, MPI_Aint n)
{
    struct source s = {.n = n};

    CHECK_OK(DTP_pool_create(type, n, &s.pool));
    return s;
}

/* ---- where the elements of blocks are, and which value each must have ---- */

enum { BLOCKS = 5, MOST = 4096 };

struct expected {
    const struct dtpi_kind *kind;
    MPI_Aint disp;
    int64_t number;
    bool live;
    int part;
};

struct buffer {
    DTP_t pool;
    int n;
    DTP_block_s blocks[BLOCKS];
    DTP_part_s parts[BLOCKS];
    int starts[BLOCKS], strides[BLOCKS];
    MPI_Aint elements;
    struct expected element[MOST];
};

/* The elements of the blocks, from the text of each object. */
static void expect_elements(struct buffer *b)
{
    MPI_Aint at = 0;

    for (int i = 0; i < b->n; i++) {
        MPI_Aint count, first = at;
        char text[1024];
        struct dtpi_tree *tree;
        struct naive map;
        CHECK(DTP_obj_text(b->blocks[i].pool, b->blocks[i].obj_idx, text, sizeof text) < (int) sizeof text);
        tree = naive_parse(text, &count);
        map = naive_walk(tree, count * b->blocks[i].copies);
        for (MPI_Aint k = 0; k < map.n; k++, at++)
            b->element[at] = (struct expected) {
                .kind = map.elements[k].basic->kind, .disp = b->blocks[i].disp + map.elements[k].disp, .part = i,
                .number = b->starts[i] + (at - first) * b->strides[i], .live = at - first < b->parts[i].val_count};
        CHECK_INT(b->parts[i].elements, map.n);
        naive_free(&map);
        dtpi_tree_free(tree);
    }
    b->elements = at;
}

static unsigned char *byte_of(const struct buffer *b, MPI_Aint disp)
{
    return (unsigned char *) b->pool->DTP_obj_array[0].DTP_obj_buf + disp;
}

static void packed_from(const struct buffer *b, MPI_Aint k, unsigned char *packed)
{
    const struct dtpi_kind *kind = b->element[k].kind;

    for (int f = 0; f < kind->num_fields; packed += kind->field[f++].size)
        memcpy(packed, byte_of(b, b->element[k].disp + kind->field[f].offset), kind->field[f].size);
}

/* Each element has the value of its part; a byte changed in it is put down to that part. */
static void every_element(const struct buffer *b)
{
    for (MPI_Aint k = 0; k < b->elements; k++) {
        const struct expected *e = &b->element[k];
        _Alignas(64) unsigned char expected[64], found[64];
        if (e->live) {
            dtpi_kind_writer(e->kind, false)(expected, e->number, 0, 1);
            packed_from(b, k, found);
            CHECK_MEM(found, expected, e->kind->size);
        }
        *byte_of(b, e->disp) ^= 0x20;
        CHECK_CODE(DTP_obj_parts_check(b->pool, 0, b->n, b->parts), DTP_ERR_CHECK);
        CHECK_STR(DTP_check_kind(), e->live ? "elements-wrong" : "past");
        CHECK_INT(DTP_check_part(), e->part);
        *byte_of(b, e->disp) ^= 0x20;
    }
    CHECK_OK(DTP_obj_parts_check(b->pool, 0, b->n, b->parts));
}

/* Bytes between and around the blocks. */
static void other_bytes(const struct buffer *b)
{
    MPI_Aint lo, hi;
    unsigned char *is_element;

    CHECK_OK(DTP_obj_bounds(b->pool, 0, &lo, &hi));
    CHECK(hi > lo);
    is_element = check_alloc((size_t) (hi - lo));
    memset(is_element, 0, (size_t) (hi - lo));
    for (MPI_Aint k = 0; k < b->elements; k++)
        for (int f = 0; f < b->element[k].kind->num_fields; f++)
            memset(is_element + (b->element[k].disp + b->element[k].kind->field[f].offset - lo), 1,
                   b->element[k].kind->field[f].size);
    for (MPI_Aint disp = lo - 3; disp < hi + 3; disp++) {
        if (disp >= lo && disp < hi && is_element[disp - lo])
            continue;
        *byte_of(b, disp) ^= 0x20;
        CHECK_CODE(DTP_obj_parts_check(b->pool, 0, b->n, b->parts), DTP_ERR_CHECK);
        CHECK_STR(DTP_check_kind(), disp < lo ? "before" : disp >= hi ? "after" : "gap");
        CHECK_INT(DTP_check_part(), -1);
        *byte_of(b, disp) ^= 0x20;
    }
    free(is_element);
}

/* Gives block i its values: `missing` elements at its end have none. */
static void block(struct buffer *b, const struct source *s, int obj_idx, int copies, MPI_Aint disp, MPI_Aint missing)
{
    const int i = b->n++;

    b->blocks[i] = (DTP_block_s) {.pool = s->pool, .obj_idx = obj_idx, .copies = copies, .disp = disp};
    b->starts[i] = 100 * i + 7;
    b->strides[i] = i + 1;
    b->parts[i] = (DTP_part_s) {.elements = s->n * copies, .val_count = s->n * copies - missing, .operands = 1,
                                .starts = &b->starts[i], .strides = &b->strides[i], .op = MPI_OP_NULL};
}

static void look_at(struct buffer *b, const char *about)
{
    check_about("%s", about);
    expect_elements(b);
    if (!CHECK_OK(DTP_pool_create_blocks(b->n, b->blocks, &b->pool)))
        return;
    CHECK_INT(b->pool->DTP_num_objs, 1);
    CHECK_INT(DTP_pool_elements(b->pool), b->elements);
    CHECK_OK(DTP_obj_create(b->pool, 0, 0, 0, 0));
    CHECK(b->pool->DTP_obj_array[0].DTP_obj_type == MPI_DATATYPE_NULL);
    CHECK_OK(DTP_obj_parts_check(b->pool, 0, 0, NULL));
    CHECK_OK(DTP_obj_parts_fill(b->pool, 0, b->n, b->parts));
    CHECK_OK(DTP_obj_parts_check(b->pool, 0, b->n, b->parts));
    every_element(b);
    other_bytes(b);
    CHECK_CODE(DTP_obj_type_check(b->pool, 0, MPI_INT), DTP_ERR_STATE);
    CHECK_CODE(DTP_obj_decode_check(b->pool, 0, MPI_INT), DTP_ERR_STATE);
    CHECK_OK(DTP_obj_free(b->pool, 0));
    CHECK_OK(DTP_pool_free(b->pool));
}

static void buffers(const struct source s[TYPES])
{
    struct buffer *b = check_alloc(sizeof *b);

    *b = (struct buffer) {.n = 0};
    block(b, &s[0], 2, 2, 0, 0);
    block(b, &s[0], 2, 1, 400, 5);
    block(b, &s[0], 2, 3, 800, 12);
    look_at(b, "one layout, partial and whole, in order");
    *b = (struct buffer) {.n = 0};
    block(b, &s[1], 8, 1, 3000, 0);
    block(b, &s[0], 0, 0, 77, 0);
    block(b, &s[2], 3, 2, -1500, 1);
    block(b, &s[0], 9, 1, 500, 0);
    block(b, &s[1], 1, 1, 2000, 11);
    look_at(b, "layouts and types of their own, in any order, one block empty");
    *b = (struct buffer) {.n = 0};
    block(b, &s[0], 2, 1, 0, 3);
    block(b, &s[0], 2, 1, 4, 0);
    look_at(b, "blocks in each other's gaps");
    free(b);
}

/* ---- nothing at all ---- */

static void no_elements(const struct source *s)
{
    const DTP_block_s empty = {.pool = s->pool, .obj_idx = 3, .copies = 0, .disp = 48};
    const DTP_part_s part = {.elements = 0};
    MPI_Aint lo = 1, hi = 1;
    DTP_t pool;

    for (int n = 0; n <= 1; n++) {
        check_about("%d empty blocks", n);
        CHECK_OK(DTP_pool_create_blocks(n, n > 0 ? &empty : NULL, &pool));
        CHECK_INT(DTP_pool_elements(pool), 0);
        CHECK_STR(DTP_pool_signature(pool), "");
        CHECK_OK(DTP_obj_bounds(pool, 0, &lo, &hi));
        CHECK_INT(lo, 0);
        CHECK_INT(hi, 0);
        CHECK_OK(DTP_obj_create(pool, 0, 0, 0, 0));
        CHECK_OK(DTP_obj_parts_fill(pool, 0, n, &part));
        CHECK_OK(DTP_obj_parts_check(pool, 0, n, &part));
        *(unsigned char *) pool->DTP_obj_array[0].DTP_obj_buf ^= 1;
        CHECK_CODE(DTP_obj_parts_check(pool, 0, n, &part), DTP_ERR_CHECK);
        CHECK_INT(DTP_check_part(), -1);
        CHECK_INT(DTP_pool_op_valid(pool, MPI_SUM), 0);
        CHECK_OK(DTP_pool_free(pool));
    }
}

/* ---- what a failure says ---- */

static void astray(const struct source *s)
{
    struct buffer *b = check_alloc(sizeof *b);
    unsigned char packed[8];

    check_about("a block that went astray");
    *b = (struct buffer) {.n = 0};
    for (int i = 0; i < 3; i++)
        block(b, s, 0, 1, 100 * i, 0);
    CHECK_OK(DTP_pool_create_blocks(b->n, b->blocks, &b->pool));
    CHECK_OK(DTP_obj_create(b->pool, 0, 0, 0, 0));
    CHECK_OK(DTP_obj_parts_fill(b->pool, 0, b->n, b->parts));
    memcpy(packed, byte_of(b, 4), 8);
    memcpy(byte_of(b, 100 + 4), packed, 8);
    CHECK_CODE(DTP_obj_parts_check(b->pool, 0, b->n, b->parts), DTP_ERR_CHECK);
    CHECK_INT(DTP_check_part(), 1);
    CHECK_HAS(DTP_message(),
              "\n  2 of 36 elements wrong, 13 to 14; element 13 at displacement 104: expected 109, found 8");
    CHECK_HAS(DTP_message(), "\n  element 13 is element 1 of part 1, which has 12, 12 of them with values");
    CHECK_HAS(DTP_message(), "element 13 holds the value of element 1 (-12), of part 0");
    CHECK_OK(DTP_pool_free(b->pool));
    free(b);
}

/* ---- the pools of the blocks may go first ---- */

static void blocks_outlive_pools(void)
{
    struct source s = basic_source(MPI_DOUBLE, 6);
    const DTP_block_s blocks[2] = {{s.pool, 5, 1, 0}, {s.pool, 2, 2, 512}};
    DTP_t pool;

    check_about("pools of blocks that are freed");
    CHECK_OK(DTP_pool_create_blocks(2, blocks, &pool));
    CHECK_OK(DTP_pool_free(s.pool));
    CHECK_STR(DTP_pool_signature(pool), "MPI_DOUBLE:18");
    CHECK_OK(DTP_obj_create(pool, 0, 1, 1, 18));
    CHECK_OK(DTP_obj_buf_check(pool, 0, 1, 1, 18));
    CHECK_OK(DTP_pool_free(pool));
}

/* ---- memory that is given ---- */

static void given_memory(const struct source *s)
{
    enum { BYTES = 600, ZERO = 100 };
    unsigned char memory[BYTES + 2], was[BYTES + 2];
    MPI_Aint lo, hi;

    check_about("memory of the caller's");
    memset(memory, 0x5a, sizeof memory);
    CHECK_OK(DTP_obj_bounds(s->pool, 2, &lo, &hi));
    CHECK_INT(lo, 0);
    CHECK_CODE(DTP_obj_create_at(s->pool, 2, memory + 1, BYTES, BYTES - hi + 1), DTP_ERR_ARG);
    CHECK_HAS(DTP_message(),
              "DTP_obj_create_at: the object is at displacements 0 to 92; expected it between -509 and 91");
    CHECK_CODE(DTP_obj_create_at(s->pool, 2, memory + 1, BYTES, -1), DTP_ERR_ARG);
    CHECK_CODE(DTP_obj_create_at(s->pool, 2, NULL, BYTES, ZERO), DTP_ERR_ARG);
    CHECK_CODE(DTP_obj_create_at(s->pool, 2, memory + 1, -1, ZERO), DTP_ERR_ARG);
    CHECK_CODE(DTP_obj_create_at(s->pool, 2, memory + 1, BYTES, INTPTR_MIN), DTP_ERR_ARG);
    CHECK_OK(DTP_obj_create_at(s->pool, 2, memory + 1, BYTES, ZERO));
    CHECK(s->pool->DTP_obj_array[2].DTP_obj_buf == memory + 1 + ZERO);
    CHECK_INT(memory[0], 0x5a);
    CHECK_INT(memory[BYTES + 1], 0x5a);
    CHECK_OK(DTP_obj_buf_check(s->pool, 2, 1, 1, 0));
    CHECK_OK(DTP_obj_buf_fill(s->pool, 2, 1, 1, s->n));
    for (int i = 1; i <= BYTES; i++) {
        memory[i] ^= 4;
        CHECK_CODE(DTP_obj_buf_check(s->pool, 2, 1, 1, s->n), DTP_ERR_CHECK);
        memory[i] ^= 4;
    }
    CHECK_OK(DTP_obj_buf_check(s->pool, 2, 1, 1, s->n));
    memory[0] ^= 4;
    memory[BYTES + 1] ^= 4;
    CHECK_OK(DTP_obj_buf_check(s->pool, 2, 1, 1, s->n));
    memcpy(was, memory, sizeof was);
    CHECK_OK(DTP_obj_free(s->pool, 2));
    CHECK_MEM(memory, was, sizeof was);
}

/* ---- operators ---- */

/* Pools that a DTP_combine is tried on, with a struct of three types at the end. */
static DTP_t combined_pool(int t)
{
    MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_SHORT_INT};
    int counts[] = {3, 2, 4};
    DTP_t pool;

    if (DTP_basic_types[t] == MPI_DATATYPE_NULL)
        CHECK_OK(DTP_pool_create_struct(3, types, counts, &pool));
    else
        CHECK_OK(DTP_pool_create(DTP_basic_types[t], 12, &pool));
    return pool;
}

static const struct {
    const char *name;
    bool predefined;
} ops[] = {{"SUM", true}, {"PROD", true}, {"MIN", true}, {"MAX", true}, {"BAND", true}, {"BOR", true}, {"BXOR", true},
           {"LAND", true}, {"LOR", true}, {"LXOR", true}, {"MINLOC", true}, {"MAXLOC", true}, {"COMPOSE", false},
           {"REPLACE", false}, {"NO_OP", false}};
enum { OPS = sizeof ops / sizeof ops[0] };

static MPI_Op op_handle(int i)
{
    const MPI_Op handles[OPS] = {MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR,
                                 MPI_LXOR, MPI_MINLOC, MPI_MAXLOC, DTP_COMPOSE, MPI_REPLACE, MPI_NO_OP};

    return handles[i];
}

enum { OPERANDS = 3 };
static const int op_starts[OPERANDS] = {5, -3, 19}, op_strides[OPERANDS] = {3, 7, -2};

/* Three operands in objects of one layout: combined in either grouping they make what the check expects, and only
 * there. */
static void combine_three(DTP_t pool, int i, int op)
{
    MPI_Aint n = DTP_pool_elements(pool), size, lo, hi;
    const DTP_part_s result = {.elements = n, .val_count = n, .operands = OPERANDS, .starts = op_starts,
                               .strides = op_strides, .op = op_handle(op)};
    unsigned char *memory[OPERANDS];
    DTP_obj_s *o = &pool->DTP_obj_array[i];

    CHECK_OK(DTP_obj_bounds(pool, i, &lo, &hi));
    size = hi - lo + 64;
    for (int grouping = 0; grouping < 2; grouping++) {
        unsigned char *zero[OPERANDS];
        MPI_Aint count = 0;
        for (int v = 0; v < OPERANDS; v++) {
            memory[v] = check_alloc((size_t) size);
            CHECK_OK(DTP_obj_create_at(pool, i, memory[v], size, 32 - lo));
            CHECK_OK(DTP_obj_buf_fill(pool, i, op_starts[v], op_strides[v], n));
            zero[v] = o->DTP_obj_buf;
            count = o->DTP_obj_count;
            if (v < OPERANDS - 1)
                CHECK_OK(DTP_obj_free(pool, i));
        }
        if (grouping == 0) { /* v0 op (v1 op v2) */
            CHECK_OK(DTP_combine(pool, i, op_handle(op), count, zero[1], zero[2]));
            CHECK_OK(DTP_combine(pool, i, op_handle(op), count, zero[0], zero[2]));
        } else { /* (v0 op v1) op v2 */
            CHECK_OK(DTP_combine(pool, i, op_handle(op), count, zero[0], zero[1]));
            CHECK_OK(DTP_combine(pool, i, op_handle(op), count, zero[1], zero[2]));
        }
        CHECK_OK(DTP_obj_parts_check(pool, i, 1, &result));
        if (op_handle(op) == DTP_COMPOSE) { /* the other orders show */
            static const int swapped[OPERANDS] = {-3, 5, 19}, swapped_strides[OPERANDS] = {7, 3, -2};
            DTP_part_s other = result;
            other.starts = swapped;
            other.strides = swapped_strides;
            CHECK_CODE(DTP_obj_parts_check(pool, i, 1, &other), DTP_ERR_CHECK);
        }
        CHECK_OK(DTP_obj_free(pool, i));
        for (int v = 0; v < OPERANDS; v++)
            free(memory[v]);
    }
}

static void combine_pool(DTP_t pool)
{
    bool composed = false;

    for (int op = 0; op < OPS; op++)
        for (int i = 0; i < pool->DTP_num_objs; i += 5) {
            unsigned char unused[8] = {0};
            check_about("%s, object %d, %s", DTP_pool_signature(pool), i, ops[op].name);
            if (DTP_combine(pool, i, op_handle(op), 0, unused, unused) == DTP_SUCCESS) {
                combine_three(pool, i, op);
                composed = composed || !ops[op].predefined;
            } else {
                CHECK(ops[op].predefined);
                CHECK_INT(DTP_pool_op_valid(pool, op_handle(op)), 0);
            }
        }
    CHECK(composed);
    CHECK_INT(DTP_pool_op_valid(pool, DTP_COMPOSE), 0);
}

/* A map of the numbers modulo 2^h, as a value stands for it; one applied after the other is what DTP_COMPOSE makes. */
static void composition_is_of_maps(void)
{
    enum { H = 16 };
    const uint32_t mask = (1 << H) - 1;
    uint32_t state[2] = {12345, 99};
    DTP_t pool;

    check_about("DTP_COMPOSE of MPI_INT, worked out as maps");
    CHECK_OK(DTP_pool_create(MPI_INT, 1, &pool));
    for (int i = 0; i < 1000; i++) {
        uint32_t slope[2], offset[2], result, x = state[0] >> 7;
        for (int v = 0; v < 2; v++) {
            state[v] = state[v] * 1664525u + 1013904223u;
            slope[v] = 2 * (state[v] & mask) + 1;
            offset[v] = (state[v] >> H) + (state[v] & mask) + 1;
        }
        result = state[1];
        CHECK_OK(DTP_combine(pool, 0, DTP_COMPOSE, 1, &state[0], &result));
        CHECK_INT(((2 * (result & mask) + 1) * x + (result >> H) + (result & mask) + 1) & mask,
                  (slope[0] * (slope[1] * x + offset[1]) + offset[0]) & mask);
    }
    CHECK_OK(DTP_pool_free(pool));
}

/* Results that the standard's text gives (MPI-3.1, 5.9.4). */
static void places(void)
{
    struct { int value, index; } in[] = {{3, 5}, {3, 5}, {-1, 9}}, min[] = {{3, 2}, {3, 7}, {4, 1}},
                                        max[] = {{3, 2}, {3, 7}, {4, 1}};
    DTP_t pool;

    check_about("MINLOC and MAXLOC");
    CHECK_OK(DTP_pool_create(MPI_2INT, 1, &pool));
    CHECK_OK(DTP_combine(pool, 0, MPI_MINLOC, 3, in, min));
    CHECK_OK(DTP_combine(pool, 0, MPI_MAXLOC, 3, in, max));
    CHECK_INT(min[0].value, 3);
    CHECK_INT(min[0].index, 2);
    CHECK_INT(min[1].index, 5);
    CHECK_INT(min[2].value, -1);
    CHECK_INT(min[2].index, 9);
    CHECK_INT(max[0].index, 2);
    CHECK_INT(max[1].index, 5);
    CHECK_INT(max[2].value, 4);
    CHECK_INT(max[2].index, 1);
    CHECK_OK(DTP_pool_free(pool));
}

/* ---- types without buffers ---- */

static void types_alone(const struct source *s)
{
    check_about("types without buffers");
    for (int i = 0; i < s->pool->DTP_num_objs; i++) {
        MPI_Datatype type;
        int size;
        if (!CHECK_OK(DTP_obj_type_create(s->pool, i, &type)))
            continue;
        CHECK_INT(MPI_Type_size(type, &size), MPI_SUCCESS);
        CHECK_INT(DTP_pool_bytes(s->pool) % size, 0);
        CHECK_INT(s->pool->DTP_obj_array[i].DTP_obj_type, MPI_DATATYPE_NULL);
        CHECK_OK(DTP_obj_type_free(s->pool, i, &type));
        CHECK(type == MPI_DATATYPE_NULL);
        CHECK_CODE(DTP_obj_type_free(s->pool, i, &type), DTP_ERR_ARG);
    }
    CHECK_CODE(DTP_obj_type_create(s->pool, 0, NULL), DTP_ERR_ARG);
}

/* Types are made until there have never been as many; one that is freed makes room for another one. */
static void most_types(void)
{
    enum { MANY = 1000 };
    static const char text[] = "1*dup(contiguous(3, MPI_INT))";
    const char *texts[] = {text};
    const MPI_Aint before = DTP_types_most();
    MPI_Datatype types[MANY];
    DTP_t pool;
    int n = 0;

    check_about("the most types at once");
    if (!CHECK_OK(DTP_pool_create_text(1, texts, &pool)))
        return;
    while (n < MANY && DTP_types_most() == before)
        CHECK_OK(DTP_obj_type_create(pool, 0, &types[n++]));
    CHECK(n > 0 && DTP_types_most() > before && DTP_types_most() <= before + 2);
    if (n < MANY && CHECK_OK(DTP_obj_type_create(pool, 0, &types[n]))) {
        const MPI_Aint most = DTP_types_most();
        CHECK_OK(DTP_obj_type_free(pool, 0, &types[n]));
        CHECK_OK(DTP_obj_type_create(pool, 0, &types[n++]));
        CHECK_INT(DTP_types_most(), most);
    }
    while (n > 0)
        CHECK_OK(DTP_obj_type_free(pool, 0, &types[--n]));
    CHECK_OK(DTP_pool_free(pool));
}

/* ---- misuse ---- */

static void misuse(const struct source *s)
{
    static const int start = 1, stride = 1;
    const DTP_block_s good = {s->pool, 2, 1, 0};
    DTP_block_s bad = good;
    DTP_part_s part = {.elements = 12, .val_count = 12, .operands = 1, .starts = &start, .strides = &stride,
                       .op = MPI_SUM};
    MPI_Aint lo, hi;
    DTP_t pool = s->pool;

    check_about("misuse");
    CHECK_CODE(DTP_pool_create_blocks(-1, &good, &pool), DTP_ERR_ARG);
    CHECK(pool == NULL);
    CHECK_CODE(DTP_pool_create_blocks(1, NULL, &pool), DTP_ERR_ARG);
    CHECK_CODE(DTP_pool_create_blocks(1, &good, NULL), DTP_ERR_ARG);
    bad.pool = NULL;
    CHECK_CODE(DTP_pool_create_blocks(1, &bad, &pool), DTP_ERR_ARG);
    bad = good;
    bad.obj_idx = s->pool->DTP_num_objs;
    CHECK_CODE(DTP_pool_create_blocks(1, &bad, &pool), DTP_ERR_ARG);
    bad = good;
    bad.copies = -1;
    CHECK_CODE(DTP_pool_create_blocks(1, &bad, &pool), DTP_ERR_ARG);
    CHECK_HAS(DTP_message(), "copies of block 0 is -1; expected 0 or more");
    bad = good;
    bad.disp = (MPI_Aint) (((uint64_t) 1 << 63) - 8);
    CHECK_CODE(DTP_pool_create_blocks(1, &bad, &pool), DTP_ERR_OVERFLOW);
    CHECK_CODE(DTP_obj_parts_fill(s->pool, 2, 1, &part), DTP_ERR_STATE);
    CHECK_OK(DTP_obj_create(s->pool, 2, 1, 1, 0));
    CHECK_CODE(DTP_obj_parts_fill(s->pool, 2, 1, NULL), DTP_ERR_ARG);
    CHECK_CODE(DTP_obj_parts_fill(s->pool, 2, -1, &part), DTP_ERR_ARG);
    part.elements = 13;
    CHECK_CODE(DTP_obj_parts_fill(s->pool, 2, 1, &part), DTP_ERR_ARG);
    CHECK_HAS(DTP_message(), "DTP_obj_parts_fill: parts 0 to 0 have more than the 12 elements of MPI_INT:12");
    part.elements = 11;
    CHECK_CODE(DTP_obj_parts_fill(s->pool, 2, 1, &part), DTP_ERR_ARG);
    CHECK_HAS(DTP_message(), "val_count of part 0 is 12; expected 0 to 11");
    part.elements = -1;
    CHECK_CODE(DTP_obj_parts_check(s->pool, 2, 1, &part), DTP_ERR_ARG);
    part.elements = 12;
    part.operands = 0;
    CHECK_CODE(DTP_obj_parts_check(s->pool, 2, 1, &part), DTP_ERR_ARG);
    part.operands = 2;
    part.op = MPI_MINLOC;
    CHECK_CODE(DTP_obj_parts_check(s->pool, 2, 1, &part), DTP_ERR_ARG);
    CHECK_CODE(DTP_combine(s->pool, 2, MPI_MINLOC, 1, &start, &hi), DTP_ERR_ARG);
    CHECK_CODE(DTP_combine(s->pool, 2, MPI_SUM, -1, &start, &hi), DTP_ERR_ARG);
    CHECK_CODE(DTP_combine(s->pool, 2, MPI_SUM, 1, NULL, &hi), DTP_ERR_ARG);
    CHECK_CODE(DTP_combine(s->pool, -1, MPI_SUM, 1, &start, &hi), DTP_ERR_ARG);
    CHECK_CODE(DTP_obj_bounds(s->pool, 2, &lo, NULL), DTP_ERR_ARG);
    CHECK_OK(DTP_obj_free(s->pool, 2));
}

static void displacements(DTP_t pool, int i, const struct naive *map)
{
    MPI_Aint disp = -1, *disps = calloc((size_t) map->n + 1, sizeof *disps);

    CHECK_OK(DTP_obj_disps(pool, i, disps));
    for (MPI_Aint k = 0; k < map->n; k++) {
        CHECK_OK(DTP_obj_disp(pool, i, k, &disp));
        CHECK_INT(disp, map->elements[k].disp);
        CHECK_INT(disps[k], map->elements[k].disp);
    }
    CHECK_INT(disps[map->n], 0);
    free(disps);
    CHECK_CODE(DTP_obj_disps(pool, i, NULL), DTP_ERR_ARG);
    CHECK_CODE(DTP_obj_disp(pool, i, map->n, &disp), DTP_ERR_ARG);
    CHECK_CODE(DTP_obj_disp(pool, i, -1, &disp), DTP_ERR_ARG);
    CHECK_CODE(DTP_obj_disp(pool, i, 0, NULL), DTP_ERR_ARG);
}

/* What a file view takes: as the elements of the object one at a time say. */
static void in_order(DTP_t pool, int i)
{
    char text[1024];
    MPI_Aint count;
    struct dtpi_tree *tree;
    struct naive map;

    CHECK(DTP_obj_text(pool, i, text, sizeof text) < (int) sizeof text);
    tree = naive_parse(text, &count);
    map = naive_walk(tree, count);
    for (MPI_Aint unit = 1; unit <= 16; unit *= 2) {
        bool good = map.ascending && map.lo >= 0;
        for (MPI_Aint k = 0; k < map.n; k++)
            good = good && map.elements[k].disp % unit == 0;
        CHECK_INT(DTP_obj_in_order(pool, i, unit), good);
    }
    displacements(pool, i, &map);
    naive_free(&map);
    dtpi_tree_free(tree);
}

static void orders(void)
{
    static const char *const texts[] = {
        "12*MPI_INT", "2*vector(3, 2, 4, MPI_INT)", "3*resized(0, 24, struct({1, 3}, {0, 8}, {MPI_INT, MPI_INT}))",
        "1*hvector(12, 1, 6, MPI_INT)", "1*hindexed({8, 4}, {2, 40}, MPI_INT)", "1*indexed({8, 4}, {4, 0}, MPI_INT)",
        "1*hindexed({8, 4}, {-4, 40}, MPI_INT)", "6*resized(0, 4, vector(2, 1, 6, MPI_INT))",
        "1*hindexed({8, 4}, {16, 80}, MPI_INT)"};
    enum { TEXTS = sizeof texts / sizeof texts[0] };
    int good = 0;
    DTP_t pool;

    CHECK_OK(DTP_pool_create_text(TEXTS, texts, &pool));
    for (int i = 0; i < TEXTS; i++) {
        in_order(pool, i);
        good += DTP_obj_in_order(pool, i, 4);
    }
    CHECK_INT(good, 4);
    CHECK_INT(DTP_obj_in_order(pool, 0, 0), 0);
    CHECK_INT(DTP_obj_in_order(pool, TEXTS, 1), 0);
    CHECK_OK(DTP_pool_free(pool));
}

int main(void)
{
    struct source s[TYPES];

    check_start();
    (void) setenv("DTP_TRAITS", "none", 1);
    s[0] = basic_source(MPI_INT, 12);
    s[1] = basic_source(MPI_SHORT_INT, 12);
    s[2] = basic_source(MPI_LONG_DOUBLE, 6);
    buffers(s);
    no_elements(&s[0]);
    astray(&s[0]);
    blocks_outlive_pools();
    given_memory(&s[0]);
    types_alone(&s[0]);
    most_types();
    misuse(&s[0]);
    for (int i = 0; i < TYPES; i++)
        CHECK_OK(DTP_pool_free(s[i].pool));
    for (int t = 0, end = 0; !end; t++) {
        DTP_t pool = combined_pool(t);
        combine_pool(pool);
        CHECK_OK(DTP_pool_free(pool));
        end = DTP_basic_types[t] == MPI_DATATYPE_NULL;
    }
    composition_is_of_maps();
    places();
    orders();
    CHECK_INT(dtpi_alloc_held, 0);
    return check_end();
}
