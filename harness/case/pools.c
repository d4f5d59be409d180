/* The pools of a test. */
#include "case/pools.h"
#include "case/lookalikes.h"
#include "state.h"
#include "case/facts.h"
#include "case/shared.h"
#include "case/signature.h"
#include "run/line.h"
#include "run/report.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the signature ---- */

struct signature {
    int n;
    MPI_Datatype types[H_MAX_TYPES];
    int counts[H_MAX_TYPES];
};

/* The type by its name.  The generator writes known names only: what is not found, this MPI lacks. */
static int find_type(const char *name, MPI_Datatype *type, char why[H_TEXT])
{
    if (DTP_type_find(name, type) == DTP_SUCCESS)
        return 0;
    if (harness.options.own_type) {
        snprintf(why, H_TEXT, "%s", DTP_message());
        return H_USAGE;
    }
    snprintf(why, H_TEXT, "this library was built without %.200s", name);
    return H_SKIPPED;
}

static int parse_struct(struct signature *s, char why[H_TEXT])
{
    const char *types = harness.options.types, *counts = harness.options.counts;
    char word[H_TEXT];
    long long count;
    int err;

    for (s->n = 0; types && counts && s->n < H_MAX_TYPES; s->n++) {
        types = h_next_word(types, word);
        if ((err = find_type(word, &s->types[s->n], why)) != 0)
            return err;
        counts = h_next_word(counts, word);
        if (!h_parse_number(word, 1, INT_MAX, &count)) {
            snprintf(why, H_TEXT, "-counts=: %.99s: expected a number of elements, 1 to %d", word, INT_MAX);
            return H_USAGE;
        }
        s->counts[s->n] = (int) count;
    }
    if (!types && !counts)
        return 0;
    snprintf(why, H_TEXT, "-types=%s -counts=%s: expected as many counts as types, at most %d", harness.options.types,
             harness.options.counts, H_MAX_TYPES);
    return H_USAGE;
}

/* ---- creating the pools ---- */

/* Copies are of values all of whose bits vary, unless a program says otherwise; reductions choose others
 * (h_use_values). */
static int copied = DTP_VALUES_BITS;

void h_copy_values(DTP_t pool)
{
    H_DTP(DTP_pool_set_values(pool, copied));
}

bool h_copies_numbers(void)
{
    return copied == DTP_VALUES_NUMBERS;
}

bool h_external_is_known(DTP_t pool)
{
    char byte;

    return DTP_pool_external(pool, 0, 0, 0, &byte) == DTP_SUCCESS;
}

void h_use_values_in(const char *representation)
{
    const bool fit = strcmp(representation, "external32") != 0 || h_external_is_known(harness.send[0]);

    copied = fit ? DTP_VALUES_BITS : DTP_VALUES_NUMBERS;
    for (int k = 0; k < H_POOLS; k++) {
        h_copy_values(harness.send[k]);
        h_copy_values(harness.recv[k]);
    }
    if (harness.first)
        h_copy_values(harness.first);
}

int h_pool_status(int code)
{
    if (code == DTP_SUCCESS)
        return 0;
    if (code == DTP_ERR_TOO_LARGE || code == DTP_ERR_OVERFLOW || code == DTP_ERR_NONE)
        return H_SKIPPED;
    return code == DTP_ERR_ENV || code == DTP_ERR_ARG || code == DTP_ERR_TEXT ? H_USAGE : H_FAILED;
}

char *h_plain_text(DTP_t pool, MPI_Aint k)
{
    const int length = DTP_pool_plain_text(pool, k, NULL, 0);
    char *text;

    h_dtp(length < 0 ? DTP_ERR_ARG : DTP_SUCCESS, "DTP_pool_plain_text", __FILE__, __LINE__);
    text = h_alloc(length + 1);
    (void) DTP_pool_plain_text(pool, k, text, (size_t) length + 1);
    return text;
}

/* The object of -sendobj or -recvobj, and the plainest one of its signature. */
static int create_text(const char *text, DTP_t *pool)
{
    char *plain;
    int code = DTP_pool_create_text(1, &text, pool);

    if (code != DTP_SUCCESS)
        return code;
    plain = h_plain_text(*pool, DTP_pool_elements(*pool));
    const char *texts[] = {text, plain};
    H_DTP(DTP_pool_free(*pool));
    code = DTP_pool_create_text(2, texts, pool);
    free(plain);
    return code;
}

/* Each program has objects of its own, so that all of a run meet more of them. */
static int seed_of_program(long long drawn_by)
{
    uint32_t hash = (uint32_t) drawn_by;

    for (const char *name = harness.options.program; *name; name++)
        hash = (hash ^ (unsigned char) *name) * 16777619u;
    return (int) (hash >> 1);
}

/* DTP_SAMPLE_OBJS: so many objects more, drawn by the traits that they bring; DTP_SEED says which.  0 unless it is
 * set. */
static bool sample(int *n, int *seed)
{
    const char *objects = getenv("DTP_SAMPLE_OBJS"), *which = getenv("DTP_SEED");
    long long number = 0, drawn_by = 1;

    if ((objects && *objects && !h_parse_number(objects, 0, 100000, &number)) ||
        (which && *which && !h_parse_number(which, 0, INT_MAX, &drawn_by)))
        return false;
    *n = harness.most_drawn && number > harness.most_drawn ? harness.most_drawn : (int) number;
    *seed = seed_of_program(drawn_by);
    return true;
}

static int add_sample(DTP_t pool, char why[H_TEXT])
{
    int n, seed;

    if (!sample(&n, &seed)) {
        snprintf(why, H_TEXT, "DTP_SAMPLE_OBJS='%.99s': expected a number of objects, 0 to 100000",
                 getenv("DTP_SAMPLE_OBJS"));
        return H_USAGE;
    }
    if (n > 0)
        H_DTP(DTP_pool_add_sample(pool, n, seed));
    return 0;
}

/* The objects whose elements share bytes, and of those that DTP_NUM_OBJS leaves out one in a sample. */
static void add_overlapping(DTP_t pool)
{
    int n, seed;

    H_DTP(DTP_pool_add_overlapping(pool));
    if (sample(&n, &seed) && n > 0)
        H_DTP(DTP_pool_add_overlapping_sample(pool, 1, seed));
}

static int create(struct signature *s, MPI_Aint count, const char *text, DTP_t *pool, char why[H_TEXT])
{
    int code = text                   ? create_text(text, pool)
               : harness.options.type ? DTP_pool_create(s->types[0], count, pool)
                                      : DTP_pool_create_struct(s->n, s->types, s->counts, pool);

    if (code == DTP_SUCCESS)
        return text ? 0 : add_sample(*pool, why);
    snprintf(why, H_TEXT, "%s", DTP_message());
    return h_pool_status(code);
}

/* The plainest objects of the pools, which are there whatever DTP_TRAITS leaves out. */
static int plain_sent, plain_received;

int h_plain_index(DTP_t pool)
{
    for (int k = 0; k < H_POOLS; k++)
        if (pool == harness.send[k])
            return plain_sent;
    return plain_received;
}

static int create_all(struct signature *s, char why[H_TEXT])
{
    const struct h_options *o = &harness.options;
    int err = 0;

    for (int k = 0; k < H_POOLS && !err; k++) {
        err = create(s, o->send_count, o->sendobj, &harness.send[k], why);
        err = err ? err : create(s, o->recv_count, o->recvobj ? o->recvobj : o->sendobj, &harness.recv[k], why);
        if (err)
            break;
        H_DTP(DTP_pool_add_plain(harness.send[k], &plain_sent)); /* at the same place on both sides */
        H_DTP(DTP_pool_add_plain(harness.recv[k], &plain_received));
        if (harness.program->flags & (H_SENDS | H_READS))
            add_overlapping(harness.send[k]);
        if (harness.program->flags & H_READS)
            add_overlapping(harness.recv[k]);
        h_copy_values(harness.send[k]);
        h_copy_values(harness.recv[k]);
    }
    return err;
}

/* The pools of two texts must agree: the receive side may have more of the same. */
static int check_texts(char why[H_TEXT])
{
    const char *sent = DTP_pool_signature(harness.send[0]), *received = DTP_pool_signature(harness.recv[0]);
    const size_t type = strcspn(sent, ":,");
    const bool is_one_type = !strchr(sent, ',') && !strchr(received, ',') && strncmp(sent, received, type + 1) == 0;

    if (strcmp(sent, received) == 0)
        return 0;
    if (harness.program->flags & H_MIXED && is_one_type &&
        DTP_pool_elements(harness.send[0]) <= DTP_pool_elements(harness.recv[0]))
        return 0;
    snprintf(why, H_TEXT, "-sendobj= has the signature %.300s and -recvobj= %.300s: expected the same%s", sent,
             received,
             harness.program->flags & H_MIXED ? ", or more elements of the same basic type to be received into" : "");
    return H_USAGE;
}

void h_pools_free(void)
{
    h_shared_forget();
    h_lookalikes_forget();
    h_facts_forget();
    if (harness.first)
        H_DTP(DTP_pool_free(harness.first));
    harness.first = NULL;
    for (int k = 0; k < H_POOLS; k++) {
        DTP_t *both[] = {&harness.send[k], &harness.recv[k]};
        for (int side = 0; side < 2; side++) {
            if (*both[side])
                H_DTP(DTP_pool_free(*both[side]));
            *both[side] = NULL;
        }
    }
}

/* All objects of the pools, whatever DTP_NUM_OBJS says; that is for the next test again. */
static int create_all_objects(struct signature *s, char why[H_TEXT])
{
    static const char name[] = "DTP_NUM_OBJS";
    const char *value = getenv(name);
    char *kept = value ? h_copy(value, strlen(value)) : NULL;
    int err = setenv(name, "-1", 1);

    if (err)
        h_fail_at_once("no-memory", "%s=-1: no room in the environment", name);
    err = create_all(s, why);
    if (kept ? setenv(name, kept, 1) : unsetenv(name))
        h_fail_at_once("no-memory", "%s: no room in the environment", name);
    free(kept);
    return err;
}

/* DTP_NUM_OBJS does not keep -obj from naming a later object, unless there is a sample: its objects come after
 * these. */
static int find_only(struct signature *s, char why[H_TEXT])
{
    int err;

    if (!harness.options.obj || h_only_resolve(why) == 0)
        return 0;
    if (getenv("DTP_SAMPLE_OBJS"))
        return H_USAGE;
    h_pools_free();
    err = create_all_objects(s, why);
    return err ? err : h_only_resolve(why);
}

static int read_signature(struct signature *s, char why[H_TEXT])
{
    const struct h_options *o = &harness.options;

    if (o->sendobj)
        return 0;
    return o->type ? find_type(o->type, &s->types[0], why) : parse_struct(s, why);
}

/* What a program does not do with such pools. */
static int check_program(char why[H_TEXT])
{
    const char *signature = DTP_pool_signature(harness.recv[0]);

    if (!(harness.program->flags & H_ACCUMULATES) || DTP_pool_op_valid(harness.recv[0], MPI_REPLACE))
        return 0;
    snprintf(why, H_TEXT, "accumulate calls need elements of one basic type (MPI-3.1, 11.3.4), and %.300s has several",
             signature);
    return H_SKIPPED;
}

int h_pools_create(char why[H_TEXT])
{
    const struct h_options *o = &harness.options;
    struct signature s = {.n = 1};
    int err = read_signature(&s, why);

    copied = DTP_VALUES_BITS;
    harness.only_i = harness.only_j = -1;
    err = err ? err : create_all(&s, why);
    err = err ? err : harness.options.sendobj ? check_texts(why) : 0;
    err = err ? err : find_only(&s, why);
    if (err)
        return err;
    if (o->recvobj && !o->obj)
        harness.only_i = harness.only_j = 0;
    harness.moved = DTP_pool_elements(harness.send[0]);
    harness.moved_bytes = DTP_pool_bytes(harness.send[0]);
    return check_program(why);
}
