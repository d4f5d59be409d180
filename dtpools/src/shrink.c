#include "shrink.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"
#include "layout.h"
#include "overlap.h"
#include "shrink_measure.h"
#include "shrink_trees.h"
#include "tree_text.h"
#include "typemap.h"

#include <string.h>

/* Trees and objects here are the owner's of whoever holds the pointer; a NULL tree is one that could not be made, and
 * is passed over: fewer candidates, no error. */
struct object {
    MPI_Aint count;
    struct dtpi_tree *tree;
};

typedef void visit_object_f(struct object o, void *with); /* takes over the tree */

/* ---- smaller objects ---- */

struct object_visit {
    MPI_Aint count;
    visit_object_f *visit;
    void *with;
};

static void visit_object(struct dtpi_tree *tree, void *with)
{
    const struct object_visit *v = with;

    if (tree)
        v->visit((struct object) {v->count, tree}, v->with);
}

static void smaller_objects(struct object o, visit_object_f *visit, void *with)
{
    struct object_visit v = {o.count, visit, with};
    MPI_Aint smaller[DTPI_SMALLER_NUMBERS];

    if (o.count == 1 && o.tree->ctor == DTPI_CONTIGUOUS)
        visit((struct object) {o.tree->runs[0].blklen, dtpi_tree_ref(o.tree->runs[0].child)}, with);
    for (int n = dtpi_smaller_numbers(o.count, 1, smaller), k = 0; k < n; k++)
        visit((struct object) {smaller[k], dtpi_tree_ref(o.tree)}, with);
    dtpi_smaller_trees(o.tree, visit_object, &v);
}

/* ---- the signature ---- */

/* An object of the first n elements, one after the other. */
static struct object plain(const struct dtpi_signature *s, MPI_Aint n)
{
    struct dtpi_object object;

    if (dtpi_layout_plain(s, n, &object) != DTP_SUCCESS)
        return (struct object) {0, NULL};
    return (struct object) {object.count, object.tree};
}

/* ---- smaller cases ---- */

struct shrinking {
    struct object send, recv;
    struct dtpi_signature sent, received;
    bool plain_send, plain_recv;    /* they are */
    struct dtpi_measure measure;
    dtpi_shrink_f *visit;
    void *with;
    int stopped;
};

static bool maps(struct object o, struct dtpi_typemap *map, enum dtpi_overlap *overlap)
{
    const MPI_Aint largest = (MPI_Aint) 1 << 28;

    if (dtpi_typemap_create(o.tree, o.count, map) != DTP_SUCCESS)
        return false;
    return map->elements > 0 && map->hi - map->lo < largest && dtpi_typemap_overlap(map, overlap) == DTP_SUCCESS;
}

/* Whether the objects can be sent and received. */
static bool is_valid(struct object send, struct object recv)
{
    struct dtpi_typemap s = {.root = NULL}, r = {.root = NULL};
    enum dtpi_overlap sends, receives;
    struct dtpi_signature sent = {0}, received = {0};
    bool valid = maps(send, &s, &sends) && maps(recv, &r, &receives) && sends != DTPI_CLASHING &&
                 receives == DTPI_DISJOINT && dtpi_signature_of(&s, &sent) == DTP_SUCCESS &&
                 dtpi_signature_of(&r, &received) == DTP_SUCCESS && dtpi_signature_begins(&received, &sent);

    dtpi_signature_free(&sent);
    dtpi_signature_free(&received);
    dtpi_typemap_free(&s);
    dtpi_typemap_free(&r);
    return valid;
}

/* A candidate: visited if it is smaller and valid.  Takes over the trees. */
static void candidate(struct shrinking *s, struct object send, struct object recv)
{
    struct dtpi_measure m = {0, 0};
    char *a = NULL, *b = NULL;

    if (send.tree && recv.tree && !s->stopped) {
        dtpi_measure_add(&m, send.count, send.tree);
        dtpi_measure_add(&m, recv.count, recv.tree);
        if (dtpi_measure_is_smaller(&m, &s->measure) && is_valid(send, recv)) {
            a = dtpi_object_text(send.count, send.tree);
            b = dtpi_object_text(recv.count, recv.tree);
        }
        if (a && b)
            s->stopped = s->visit(a, b, s->with);
    }
    dtpi_free(a);
    dtpi_free(b);
    dtpi_tree_free(send.tree);
    dtpi_tree_free(recv.tree);
}

static struct object share(struct object o)
{
    (void) dtpi_tree_ref(o.tree);
    return o;
}

/* A smaller object on one side: with the other side contiguous, or the same, or unchanged. */
static void smaller_side(struct shrinking *s, struct object o, bool sends)
{
    struct dtpi_typemap map = {.root = NULL};
    const bool alone = sends ? s->plain_recv : s->plain_send;
    enum dtpi_overlap overlap;
    struct dtpi_signature p = {.n = 0};

    if (!s->stopped && maps(o, &map, &overlap))
        (void) dtpi_signature_of(&map, &p);
    dtpi_typemap_free(&map);
    if (p.n > 0 && alone && sends) {
        candidate(s, share(o), plain(&p, p.elements));
    } else if (p.n > 0 && alone) {
        candidate(s, plain(&p, p.elements), share(o));
        if (s->received.elements > s->sent.elements && p.elements > 1)
            candidate(s, plain(&p, dtpi_min(s->sent.elements, p.elements - 1)), share(o));
    } else if (p.n > 0) {
        candidate(s, share(o), share(o));
        candidate(s, sends ? share(o) : share(s->send), sends ? share(s->recv) : share(o));
    }
    dtpi_signature_free(&p);
    dtpi_tree_free(o.tree);
}

static void smaller_send(struct object o, void *with)
{
    smaller_side(with, o, true);
}

static void smaller_recv(struct object o, void *with)
{
    smaller_side(with, o, false);
}

static void one_type(struct shrinking *s)
{
    const struct dtpi_basic *basic = dtpi_basic_named("MPI_INT", strlen("MPI_INT"));

    if (basic)
        candidate(s, (struct object) {s->send.count, dtpi_tree_of_type(s->send.tree, basic)},
                  (struct object) {s->recv.count, dtpi_tree_of_type(s->recv.tree, basic)});
}

/* Both sides smaller in step: n-th smaller send objects with receive objects of their signature. */
struct both {
    struct shrinking *s;
    struct object send; /* the one to be matched */
    int left;           /* how many may still be tried */
};

static void match_recv(struct object recv, void *with)
{
    struct both *b = with;

    if (b->left-- > 0)
        candidate(b->s, share(b->send), share(recv));
    dtpi_tree_free(recv.tree);
}

static void match_send(struct object send, void *with)
{
    struct shrinking *s = with;
    struct both b = {s, send, 64};

    if (!s->stopped)
        smaller_objects(s->recv, match_recv, &b);
    dtpi_tree_free(send.tree);
}

static void candidates(struct shrinking *s)
{
    if (!s->plain_send)
        candidate(s, plain(&s->received, s->sent.elements), share(s->recv));
    if (s->received.elements > s->sent.elements)
        candidate(s, plain(&s->sent, 1), share(s->recv));
    if (!s->plain_recv)
        candidate(s, share(s->send), plain(&s->sent, s->sent.elements));
    if (!s->plain_send && !s->plain_recv) {
        candidate(s, share(s->recv), share(s->recv));
        candidate(s, share(s->send), share(s->send));
    }
    one_type(s);
    smaller_objects(s->recv, smaller_recv, s);
    smaller_objects(s->send, smaller_send, s);
    if (!s->plain_send && !s->plain_recv)
        smaller_objects(s->send, match_send, s);
}

/* Reads a side. */
static int read_side(const char *text, struct object *o, struct dtpi_signature *p, bool *is_plain)
{
    struct dtpi_typemap map;
    int err = dtpi_object_parse(text, &o->count, &o->tree);

    err = err ? err : dtpi_typemap_create(o->tree, o->count, &map);
    if (err)
        return dtpi_error_in(err, text);
    err = map.elements > 0 ? dtpi_signature_of(&map, p) : dtpi_error(DTP_ERR_TEXT, "%s: expected elements", text);
    dtpi_typemap_free(&map);
    if (!err) {
        struct object plainest = plain(p, p->elements);
        *is_plain = plainest.tree && plainest.count == o->count && dtpi_tree_equal(plainest.tree, o->tree);
        dtpi_tree_free(plainest.tree);
    }
    return err;
}

int dtpi_shrink(const char *send, const char *recv, dtpi_shrink_f *visit, void *with)
{
    struct shrinking s = {.visit = visit, .with = with};
    int err = read_side(send, &s.send, &s.sent, &s.plain_send);

    err = err ? err : read_side(recv, &s.recv, &s.received, &s.plain_recv);
    if (!err) {
        dtpi_measure_add(&s.measure, s.send.count, s.send.tree);
        dtpi_measure_add(&s.measure, s.recv.count, s.recv.tree);
        candidates(&s);
    }
    dtpi_signature_free(&s.sent);
    dtpi_signature_free(&s.received);
    dtpi_tree_free(s.send.tree);
    dtpi_tree_free(s.recv.tree);
    return err;
}
