/* The life of objects: those of a pair, and more that its cases ask for. */
#include "state.h"
#include "case/pools.h"
#include "case/shared.h"
#include "run/line.h"
#include "run/report.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first objects of a pool are kept once created, if they have at most so many bytes and are not made of many types:
 * not every test is to be one of how many types there may be at once. */
static const MPI_Aint keep_bytes = (MPI_Aint) 4 << 20;

void h_leave_out(const char *format, ...)
{
    va_list args;

    if (harness.left_out++ > 0)
        return;
    va_start(args, format);
    vsnprintf(harness.why_left_out, sizeof harness.why_left_out, format, args);
    va_end(args);
    h_note("left out: %s", harness.why_left_out);
}

struct h_obj h_object_get(DTP_t pool, int index, bool sends)
{
    struct h_obj o = {.pool = pool, .index = index, .mpi = &pool->DTP_obj_array[index]};
    const bool has_values = sends || h_shares_bytes(pool, index);
    int code;

    if (o.mpi->priv)
        return o;
    code = DTP_obj_create(pool, index, 1, 0, has_values ? DTP_pool_elements(pool) : 0);
    if (h_pool_status(code) == H_SKIPPED) {
        h_leave_out("object %d (%s): %s", index, DTP_obj_name(pool, index), DTP_message());
        o.mpi = NULL;
    } else {
        h_dtp(code, "DTP_obj_create", __FILE__, __LINE__);
    }
    return o;
}

char *h_object_text(DTP_t pool, int index)
{
    const int length = DTP_obj_text(pool, index, NULL, 0);
    char *text = h_alloc(length > 0 ? length + 1 : 1);

    *text = '\0';
    if (length > 0)
        (void) DTP_obj_text(pool, index, text, (size_t) length + 1);
    return text;
}

static void show(const char *side, DTP_t pool, int index)
{
    char *text = h_object_text(pool, index);

    printf("%s: %s\n", side, text);
    free(text);
}

int h_show_objects(void)
{
    show("send", harness.send[0], harness.only_i < 0 ? 0 : harness.only_i);
    show("receive", harness.recv[0], harness.only_j < 0 ? 0 : harness.only_j);
    return H_PASSED;
}

void h_free_derived(MPI_Datatype *type)
{
    int ints, addresses, types, combiner;

    H_MPI(MPI_Type_get_envelope(*type, &ints, &addresses, &types, &combiner));
    if (combiner != MPI_COMBINER_NAMED)
        H_MPI(MPI_Type_free(type));
}

struct h_obj h_first_elements(MPI_Aint k)
{
    if (harness.first && DTP_pool_elements(harness.first) != k) {
        H_DTP(DTP_pool_free(harness.first));
        harness.first = NULL;
    }
    if (!harness.first) {
        char *text = h_plain_text(harness.recv[0], k);
        const char *texts[] = {text};
        H_DTP(DTP_pool_create_text(1, texts, &harness.first));
        free(text);
        h_copy_values(harness.first);
    }
    return h_object_get(harness.first, 0, true);
}

int h_has_basic_type(struct h_obj o)
{
    char *text = h_object_text(o.pool, o.index);
    const bool is_basic = strchr(text, '(') == NULL;

    free(text);
    return is_basic;
}

struct h_obj h_plain_object(MPI_Aint k, int varies)
{
    char *text = h_plain_text(harness.recv[0], k);
    const char *texts[] = {text};
    struct h_obj o = {.index = 0};

    H_DTP(DTP_pool_create_text(1, texts, &o.pool));
    free(text);
    if (varies)
        H_DTP(DTP_pool_set_values(o.pool, DTP_VALUES_BITS));
    H_DTP(DTP_obj_create(o.pool, 0, 0, 0, 0));
    o.mpi = &o.pool->DTP_obj_array[0];
    return o;
}

void h_object_put(struct h_obj o)
{
    void *base;
    MPI_Aint size;

    if (!o.mpi || !o.mpi->priv)
        return;
    H_DTP(DTP_obj_span(o.pool, o.index, &base, &size));
    if (size > keep_bytes || o.index >= H_KEPT || DTP_obj_has_trait(o.pool, o.index, "deep"))
        H_DTP(DTP_obj_free(o.pool, o.index));
}

/* ---- more objects of a pair ---- */

static struct h_obj *more;
static int num_more;

void h_objects_put_more(void)
{
    while (num_more > 0)
        h_object_put(more[--num_more]);
}

void h_object_use(struct h_obj o)
{
    for (int n = 0; n < num_more; n++)
        if (more[n].mpi == o.mpi)
            return;
    more = h_grow(more, num_more, sizeof *more);
    more[num_more++] = o;
}

static struct h_obj another(DTP_t pool, int index, bool sends)
{
    const struct h_obj o = h_object_get(pool, index, sends);

    if (o.mpi)
        h_object_use(o);
    return o;
}

static unsigned hash_of(const char *text)
{
    return text ? (unsigned) h_hash_text(text) : 0;
}

/* Where a window is accessed, the layout of the target meets those of results in turn. */
int h_later_step(const struct h_case *c)
{
    enum { STEPS = 7 };

    return c->sync ? 1 + (int) ((hash_of(c->operation) + 3 * hash_of(c->sync) + 5 * hash_of(c->op)) % STEPS) : 1;
}

/* Objects whose elements share bytes are passed over: their values are not those of others. */
int h_later_index(const struct h_case *c, DTP_t pool, int index, int k)
{
    index = (index + k * h_later_step(c)) % pool->DTP_num_objs;
    for (int tries = pool->DTP_num_objs; tries > 0 && h_shares_bytes(pool, index); tries--)
        index = (index + 1) % pool->DTP_num_objs;
    return index;
}

static struct h_obj later(const struct h_case *c, DTP_t pool, int index, int k, bool sends)
{
    const int other = h_later_index(c, pool, index, k);
    const struct h_obj o = another(pool, other, sends);

    harness.wraps |= other <= index;
    return o.mpi ? o : another(pool, index, sends);
}

/* A case has the facts of the objects that h_begin knows of, and of no others. */
static void expect_known(int k, int most, const char *name)
{
    if (k > most)
        h_fail_at_once("other", "object %d of a case is used: expected at most %d, the %s of the case", k, most, name);
}

struct h_obj h_send_object(struct h_case *c, int k)
{
    expect_known(k, c->more_sent, "more_sent");
    return later(c, harness.send[k], c->send.index, k, true);
}

struct h_obj h_send_twin(struct h_case *c)
{
    return another(harness.send[1], c->send.index, true);
}

/* By their names, or by their texts where the command line has both. */
static bool have_one_layout(const struct h_case *c)
{
    const char *sent = harness.options.sendobj, *received = harness.options.recvobj;

    return strcmp(DTP_obj_name(c->send.pool, c->send.index), DTP_obj_name(c->recv.pool, c->recv.index)) == 0 &&
           DTP_pool_elements(c->send.pool) == DTP_pool_elements(c->recv.pool) &&
           (!received || (sent && strcmp(sent, received) == 0));
}

/* The pool whose object has the handle: of three operations under way the last one has the first one's, in turn. */
static DTP_t pool_of_handle(const struct h_case *c, DTP_t pool, int index)
{
    enum { LAST = H_POOLS - 1 };
    const bool is_sent = pool == harness.send[LAST], is_last = is_sent || pool == harness.recv[LAST];
    const DTP_t first = is_sent ? harness.send[0] : harness.recv[0];

    return is_last && h_pair_turn(c) / 2 % 2 && first->DTP_obj_array[index].priv ? first : pool;
}

MPI_Datatype h_type(const struct h_case *c, DTP_t pool, int index)
{
    const bool is_received = pool == c->recv.pool && index == c->recv.index;
    const bool is_one = is_received && (h_pair_turn(c) + c->comm->number) % 2 == 0 && have_one_layout(c);

    return is_one ? c->send.pool->DTP_obj_array[c->send.index].DTP_obj_type
                  : pool_of_handle(c, pool, index)->DTP_obj_array[index].DTP_obj_type;
}

struct h_obj h_recv_object(struct h_case *c, int k)
{
    expect_known(k, c->more_received, "more_received");
    return later(c, harness.recv[k], c->recv.index, k, false);
}

/* ---- how they are described ---- */

struct h_instances h_whole(struct h_obj o)
{
    return h_instances(o, o.mpi->DTP_obj_count);
}

struct h_instances h_instances(struct h_obj o, int count)
{
    return (struct h_instances) {o.mpi->DTP_obj_buf, count, o.mpi->DTP_obj_type};
}

struct h_instances h_instances_of(struct h_obj o, int count, MPI_Datatype type)
{
    return (struct h_instances) {o.mpi->DTP_obj_buf, count, type};
}

struct h_instances h_at_bottom(struct h_obj o)
{
    struct h_instances whole = {MPI_BOTTOM, 1, MPI_DATATYPE_NULL};
    MPI_Aint address;

    H_MPI(MPI_Get_address(o.mpi->DTP_obj_buf, &address));
    H_MPI(MPI_Type_create_hindexed(1, &o.mpi->DTP_obj_count, &address, o.mpi->DTP_obj_type, &whole.type));
    H_MPI(MPI_Type_commit(&whole.type));
    return whole;
}
