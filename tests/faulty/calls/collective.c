/* Collective operations, messages, and accesses to windows and files: what they send, before; what they have received,
 * once they are complete. */
#include "calls/windows.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a call is about ---- */

static bool is_collective(const struct calls_call *c)
{
    static const char *const families[] = {"collective", "reduction", "neighbourhood", "files", "point-to-point",
                                           "one-sided"};

    if (c->procedure->num_accesses == 0 || strstr(c->procedure->name, "_end"))
        return false;
    for (size_t k = 0; k < sizeof families / sizeof families[0]; k++)
        if (strcmp(c->procedure->family, families[k]) == 0)
            return true;
    return false;
}

const char *form_of(const struct calls_call *c)
{
    if (strstr(c->procedure->name, "_begin") || strstr(c->procedure->name, "_end"))
        return "split";
    if (calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT) < 0)
        return "blocking";
    return strstr(c->procedure->name, "_init") ? "persistent" : "nonblocking";
}

static bool is_one_sided(const struct calls_call *c)
{
    return strcmp(c->procedure->family, "one-sided") == 0;
}

static bool ends_in(const char *text, size_t n, const char *end)
{
    return n >= strlen(end) && strncmp(text + n - strlen(end), end, strlen(end)) == 0;
}

/* Of n characters; with a + at its end a row, or else a procedure, with large counts or without. */
static bool is_word_of(const char *word, size_t n, const struct calls_procedure *p)
{
    const size_t name = strlen(p->name), plain = name - (ends_in(p->name, name, "_c") ? 2 : 0);

    if (ends_in(word, n, "+"))
        return n - 1 == strlen(p->row) && strncmp(word, p->row, n - 1) == 0;
    return (n == plain || n == name) && strncmp(word, p->name, n) == 0;
}

bool is_of(const struct calls_call *c)
{
    const char *word = fault()->procedures;

    for (size_t n; word && *word; word += n, word += strspn(word, " ")) {
        n = strcspn(word, " ");
        if (is_word_of(word, n, c->procedure))
            return true;
    }
    return !word;
}

/* ---- parts ---- */

/* How often the type was used, with this time. */
static int count_use(MPI_Datatype type)
{
    static int key = MPI_KEYVAL_INVALID;
    intptr_t *uses, n = 0;
    int there;

    if (key == MPI_KEYVAL_INVALID)
        PMPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
    PMPI_Type_get_attr(type, key, &uses, &there);
    if (there)
        n = (intptr_t) uses;
    PMPI_Type_set_attr(type, key, (void *) (n + 1));
    return (int) n + 1;
}

static void add(struct parts *p, void *buf, int count, MPI_Datatype type)
{
    struct part *grown = memory((p->n + 1) * (MPI_Aint) sizeof *grown), *part = &grown[p->n];

    if (p->n > 0)
        memcpy(grown, p->parts, (size_t) p->n * sizeof *grown);
    free(p->parts);
    p->parts = grown;
    p->n++;
    *part = (struct part) {.buf = buf, .count = count, .n = (MPI_Aint) size_of(type) * count};
    PMPI_Type_dup(type, &part->type); /* it may be freed meanwhile */
    part->uses = count_use(type);
    part->before = memory(part->n);
    part->now = memory(part->n);
}

/* Blocks that are alike are one to the table. */
static void add_access(struct parts *p, const struct calls_call *c, const struct calls_access *a,
                       const struct calls_block *blocks, int n)
{
    const bool are_alike = n == 1 && a->displs == CALLS_ONE && a->times != CALLS_ONE && !a->how;
    const int each = are_alike ? (int) calls_number(c, a->count) : 0;
    MPI_Aint lb, extent;

    if (are_alike && each > 0) {
        PMPI_Type_get_extent(blocks[0].type, &lb, &extent);
        for (int k = 0; k < (int) blocks[0].count / each; k++)
            add(p, (char *) blocks[0].buf + (MPI_Aint) k * each * extent, each, blocks[0].type);
    } else {
        for (int k = 0; k < n; k++)
            add(p, blocks[k].buf, (int) blocks[k].count, blocks[k].type);
    }
}

static void add_parts(struct collective *o, const struct calls_call *c)
{
    for (int k = 0; k < c->procedure->num_accesses; k++) {
        const struct calls_access *a = &c->procedure->accesses[k];
        enum calls_direction direction;
        struct calls_block *blocks;
        const int n = calls_blocks(c, a, &blocks, &direction);
        o->in_place |= calls_pointer(c, a->param) == MPI_IN_PLACE;
        o->absolute |= n > 0 && calls_pointer(c, a->param) == MPI_BOTTOM;
        if (direction != CALLS_IN)
            o->to = calls_pointer(c, a->param);
        add_access(direction == CALLS_IN ? &o->sent : &o->received, c, a, blocks, n);
        free(blocks);
    }
}

static void read_parts(const struct parts *p, bool now)
{
    for (int k = 0; k < p->n; k++)
        if (p->parts[k].n > 0)
            pack_all(p->parts[k].buf, p->parts[k].count, p->parts[k].type, now ? p->parts[k].now : p->parts[k].before);
}

static void write_part(const struct part *p, void *buf, const unsigned char *bytes)
{
    if (p->n > 0)
        unpack_all(bytes, buf, p->count, p->type);
}

static void free_parts(struct parts *p)
{
    for (int k = 0; k < p->n; k++) {
        PMPI_Type_free(&p->parts[k].type);
        free(p->parts[k].before);
        free(p->parts[k].now);
    }
    free(p->parts);
}

MPI_Aint total_of(const struct parts *p)
{
    MPI_Aint n = 0;

    for (int k = 0; k < p->n; k++)
        n += p->parts[k].n;
    return n;
}

/* Of one-sided accesses, and of what a probe has matched, that of all processes. */
static MPI_Comm comm_of(const struct calls_call *c)
{
    const bool is_file = file_of(c) != MPI_FILE_NULL;
    const MPI_Comm comm = is_file ? comm_of_file(file_of(c)) : calls_comm(c);

    return comm == MPI_COMM_NULL && !is_file && c->procedure->num_accesses > 0 ? MPI_COMM_WORLD : comm;
}

static struct collective *describe(const struct calls_call *c)
{
    const int root = calls_first(c->procedure, CALLS_ROOT_RANK, CALLS_IN), op = calls_find(c->procedure, "op");
    struct collective *o = memory(sizeof *o);
    int inter = 0;

    *o = (struct collective) {.row = c->procedure->row, .form = form_of(c), .place = place_of(c), .file = file_of(c),
                              .comm = comm_of(c), .request = MPI_REQUEST_NULL,
                              .root = root >= 0 ? (int) calls_number(c, root) : -1,
                              .op = op >= 0 ? CALLS_HANDLE(MPI_Op, c, op) : MPI_OP_NULL, .size = 1, .peers = 1,
                              .offset = calls_find(c->procedure, "offset") >= 0
                                        ? (MPI_Offset) calls_number(c, calls_find(c->procedure, "offset")) : -1};
    if (o->comm != MPI_COMM_NULL) {
        PMPI_Comm_rank(o->comm, &o->rank);
        PMPI_Comm_size(o->comm, &o->size);
        PMPI_Comm_test_inter(o->comm, &inter);
        o->peers = o->size;
    }
    o->inter = inter;
    if (inter)
        PMPI_Comm_remote_size(o->comm, &o->peers);
    add_parts(o, c);
    return o;
}

static void forget(struct collective *o)
{
    free_parts(&o->sent);
    free_parts(&o->received);
    if (o->place.type != MPI_DATATYPE_NULL)
        PMPI_Type_free(&o->place.type);
    free(o);
}

/* The larger one of what is sent and what is received. */
static bool is_due(const struct collective *c)
{
    const struct fault *f = fault();
    const MPI_Aint sent = total_of(&c->sent), received = total_of(&c->received), n = sent > received ? sent : received;

    for (int k = 0; k < MOST_CONDITIONS && f->when[k]; k++)
        if (!f->when[k](c))
            return false;
    return n >= f->least && (f->most == 0 || n <= f->most);
}

bool call_is_due(const struct calls_call *c)
{
    struct collective *o;
    bool due;

    if (!is_of(c) || (!fault()->when[0] && fault()->least == 0 && fault()->most == 0))
        return is_of(c);
    o = describe(c);
    o->starts = 1;
    due = is_due(o);
    forget(o);
    return due;
}

/* ---- late ---- */

/* What will be there with the next call. */
static struct late {
    struct part part;
    struct late *next;
} *late;

static void arrive_late(void)
{
    while (late) {
        struct late *l = late;
        late = l->next;
        write_part(&l->part, l->part.buf, l->part.now);
        PMPI_Type_free(&l->part.type);
        free(l->part.now);
        free(l);
    }
}

static void delay(struct collective *c)
{
    for (int k = 0; k < c->received.n; k++) {
        struct part *p = &c->received.parts[k];
        struct late *l;
        if (p->n == 0 || memcmp(p->before, p->now, (size_t) p->n) == 0)
            continue;
        l = memory(sizeof *l);
        l->part = *p;
        l->part.now = memcpy(memory(p->n), p->now, (size_t) p->n);
        PMPI_Type_dup(p->type, &l->part.type);
        l->next = late;
        late = l;
        write_part(p, p->buf, p->before);
        strike(true);
    }
}

/* ---- what is sent ---- */

/* A buffer in place of the one that the call sends from: the parts, each as far from it as before. */
struct shadow {
    char *memory;
    MPI_Aint apart;
};

static void fill_shadow(struct collective *o, const struct shadow *s)
{
    if (o->starts > 1 && fault()->sends_again)
        return;
    read_parts(&o->sent, false);
    for (int k = 0; k < o->sent.n; k++)
        memcpy(o->sent.parts[k].now, o->sent.parts[k].before, (size_t) o->sent.parts[k].n);
    if (fault()->contributed && is_due(o))
        strike(fault()->contributed(o));
    for (int k = 0; k < o->sent.n; k++)
        write_part(&o->sent.parts[k], (char *) o->sent.parts[k].buf + s->apart, o->sent.parts[k].now);
}

static MPI_Aint low(MPI_Aint a, MPI_Aint b)
{
    return a < b ? a : b;
}

/* Has the call send from another buffer, which lives as long as the process. */
static struct shadow make_shadow(struct calls_call *c, const struct collective *o, int param)
{
    char **buf = c->args[param];
    MPI_Aint lo = 0, hi = 0;
    struct shadow s;
    bool any = false;

    for (int k = 0; k < o->sent.n; k++) {
        const struct part *p = &o->sent.parts[k];
        const struct span span = span_of(p->count, p->type);
        const MPI_Aint from = (char *) p->buf - *buf + span.lo; /* of MPI_BOTTOM, an address */
        if (span.size == 0)
            continue;
        lo = any ? low(lo, from) : from;
        hi = any ? -low(-hi, -(from + span.size)) : from + span.size;
        any = true;
    }
    s.memory = memory(hi - lo + 64);
    s.apart = s.memory - lo - *buf;
    *buf += s.apart;
    return s;
}

/* The parameter that is sent from, or -1. */
static int sent_param(const struct calls_call *c)
{
    for (int k = 0; k < c->procedure->num_accesses; k++) {
        const struct calls_access *a = &c->procedure->accesses[k];
        enum calls_direction direction;
        struct calls_block *blocks;
        const int n = calls_blocks(c, a, &blocks, &direction);
        free(blocks);
        if (n > 0 && direction == CALLS_IN)
            return a->param;
    }
    return -1;
}

/* ---- operations under way ---- */

static struct under_way {
    MPI_Request request;
    MPI_File file;
    bool is_persistent, is_one_sided;
    struct collective *collective;
    struct shadow shadow;
    struct under_way *next;
} *under_way;

static struct collective *now;      /* of the call that is made */
static struct shadow shadow;

static void complete(struct collective *c)
{
    read_parts(&c->received, true);
    if (is_due(c) && fault()->collected && strike(fault()->collected(c)))
        for (int k = 0; k < c->received.n; k++)
            write_part(&c->received.parts[k], c->received.parts[k].buf, c->received.parts[k].now);
    if (is_due(c) && fault()->spoiled)
        strike(fault()->spoiled(c));
    if (is_due(c) && fault()->late)
        delay(c);
}

bool is_busy(const struct collective *c)
{
    int n = 0;

    (void) c;
    for (const struct under_way *u = under_way; u; u = u->next)
        n += u->collective->starts > 0;
    return n > 1;
}

/* Where the operation of a request is, or the one that an access to a file has begun. */
static struct under_way **link_to(MPI_Request request, MPI_File file)
{
    struct under_way **link = &under_way;

    while (*link && ((*link)->file != file || (file == MPI_FILE_NULL && (*link)->request != request)))
        link = &(*link)->next;
    return link;
}

static void take_out(struct under_way **link)
{
    struct under_way *u = *link;

    *link = u->next;
    forget(u->collective);
    free(u);
}

/* What has no request is complete when the accesses are. */
static void complete_accesses(void)
{
    struct under_way **link = &under_way;

    while (*link)
        if ((*link)->is_one_sided) {
            complete((*link)->collective);
            take_out(link);
        } else {
            link = &(*link)->next;
        }
}

static void complete_at(struct under_way **link)
{
    if (!*link)
        return;
    if ((*link)->collective->starts > 0)
        complete((*link)->collective);
    (*link)->collective->is_active = false;
    if (!(*link)->is_persistent)
        take_out(link);
}

void collective_complete(MPI_Request request)
{
    if (request == MPI_REQUEST_NULL)
        return;
    complete_at(link_to(request, MPI_FILE_NULL));
    pending_end(request);
}

void collective_comm_freed(MPI_Comm comm)
{
    for (struct under_way *u = under_way; u; u = u->next)
        if (u->collective->comm == comm)
            u->collective->comm = MPI_COMM_NULL;
}

/* Whether a persistent operation that was made later on the communicator is under way. */
static bool is_after_later(const struct under_way *u)
{
    for (const struct under_way *later = under_way; later && later != u; later = later->next)
        if (later->collective->is_active && later->collective->comm == u->collective->comm)
            return true;
    return false;
}

void collective_start(MPI_Request request)
{
    struct under_way *u = *link_to(request, MPI_FILE_NULL);

    if (!u || !u->is_persistent)
        return;
    u->collective->starts++;
    u->collective->is_active = true;
    u->collective->is_out_of_turn = is_after_later(u);
    pending_add(request, u->collective->comm, u->collective->row, u->collective->root, bounds_of_first(u->collective));
    read_parts(&u->collective->received, false);
    if (u->shadow.memory)
        fill_shadow(u->collective, &u->shadow);
}

void collective_forget(MPI_Request request)
{
    struct under_way **link = link_to(request, MPI_FILE_NULL);

    if (*link)
        take_out(link);
}

/* ---- the call ---- */

/* A buffer of an access to no process need not have what the arguments say. */
static bool is_to_nobody(const struct calls_call *c)
{
    const int target = calls_find(c->procedure, "target_rank");

    return target >= 0 && calls_number(c, target) == MPI_PROC_NULL;
}

void collective_before(struct calls_call *c)
{
    arrive_late();
    now = NULL;
    shadow = (struct shadow) {NULL, 0};
    if (!is_collective(c) || !is_of(c) || is_to_nobody(c) ||
        !(fault()->collected || fault()->contributed || fault()->late || fault()->spoiled || fault()->sends_again))
        return;
    now = describe(c);
    if ((fault()->contributed || fault()->sends_again) && sent_param(c) >= 0)
        shadow = make_shadow(c, now, sent_param(c));
    if (strcmp(now->form, "persistent") == 0)
        return;
    now->starts = 1;
    read_parts(&now->received, false);
    if (shadow.memory)
        fill_shadow(now, &shadow);
}

void collective_after(struct calls_call *c)
{
    const int request = calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT);
    struct under_way *u;

    if (strstr(c->procedure->name, "_end") && file_of(c) != MPI_FILE_NULL)
        complete_at(link_to(MPI_REQUEST_NULL, file_of(c)));
    if (ends_accesses(c) && c->code == MPI_SUCCESS)
        complete_accesses();
    if (!now)
        return;
    if (request < 0 && strcmp(now->form, "split") != 0 && !is_one_sided(c)) {
        if (c->code == MPI_SUCCESS)
            complete(now);
        forget(now);
    } else {
        u = memory(sizeof *u);
        *u = (struct under_way) {request < 0 ? MPI_REQUEST_NULL : *CALLS_HANDLES(MPI_Request, c, request),
                                 request < 0 ? now->file : MPI_FILE_NULL, strcmp(now->form, "persistent") == 0,
                                 request < 0 && is_one_sided(c), now, shadow, under_way};
        now->request = u->request;
        under_way = u;
    }
    now = NULL;
}
