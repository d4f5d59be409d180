#include "signature.h"

#include "alloc.h"
#include "arith.h"
#include "error.h"

#include <stdio.h>
#include <string.h>

static int count_parts(struct dtpi_signature *s)
{
    for (int i = 0; i < s->n; i++) {
        const struct dtpi_part *p = &s->parts[i];
        if (!dtpi_add(s->elements, p->count, &s->elements) ||
            !dtpi_add_mul(s->bytes, p->count, p->basic->kind->size, &s->bytes))
            return dtpi_error(DTP_ERR_OVERFLOW, "%s:%lld and what precedes it are more bytes than an MPI_Aint can "
                              "express", p->basic->name, (long long) p->count);
    }
    return DTP_SUCCESS;
}

static void print_kinds(struct dtpi_signature *s)
{
    size_t at = 0;

    *s->kinds = '\0';
    for (int word = 0; dtpi_kind_word(word); word++)
        for (int i = 0; i < s->n; i++)
            if (dtpi_kind_is(s->parts[i].basic->kind, word)) {
                at += (size_t) snprintf(s->kinds + at, sizeof s->kinds - at, "%s%s", at > 0 ? " " : "",
                                        dtpi_kind_word(word));
                break;
            }
}

static void print_brief(struct dtpi_signature *s)
{
    const size_t most = sizeof s->brief - 32;
    size_t n = strlen(s->text);

    if (n < most) {
        memcpy(s->brief, s->text, n + 1);
        return;
    }
    for (n = most; s->text[n] != ',';)
        n--;
    (void) snprintf(s->brief, sizeof s->brief, "%.*s,... (%lld elements)", (int) n, s->text, (long long) s->elements);
}

enum { MAX_PART_TEXT = 64, MAX_PARTS = 1 << 16 };

int dtpi_signature_create(int n, const struct dtpi_part *parts, struct dtpi_signature *s)
{
    int err;

    *s = (struct dtpi_signature) {.n = n};
    s->parts = dtpi_alloc((size_t) n, sizeof *parts);
    s->text = s->parts ? dtpi_alloc((size_t) n + 1, MAX_PART_TEXT) : NULL;
    if (!s->text) {
        dtpi_signature_free(s);
        return DTP_ERR_NO_MEM;
    }
    if (n > 0)
        memcpy(s->parts, parts, (size_t) n * sizeof *parts);
    err = count_parts(s);
    if (err) {
        dtpi_signature_free(s);
        return err;
    }
    print_kinds(s);
    *s->text = '\0';
    for (int i = 0, at = 0; i < n; i++)
        at += snprintf(s->text + at, MAX_PART_TEXT, "%s%s:%lld", i > 0 ? "," : "", parts[i].basic->name,
                       (long long) parts[i].count);
    print_brief(s);
    return DTP_SUCCESS;
}

int dtpi_signature_first(const struct dtpi_signature *s, MPI_Aint n, struct dtpi_signature *first)
{
    MPI_Aint before = 0;
    int last = 0, err;

    while (before + s->parts[last].count < n)
        before += s->parts[last++].count;
    struct dtpi_part *parts = dtpi_alloc((size_t) last + 1, sizeof *parts);
    if (!parts)
        return DTP_ERR_NO_MEM;
    memcpy(parts, s->parts, ((size_t) last + 1) * sizeof *parts);
    parts[last].count = n - before;
    err = dtpi_signature_create(last + 1, parts, first);
    dtpi_free(parts);
    return err;
}

/* Parts that are found one after the other. */
struct parts {
    int n, room;
    struct dtpi_part *part;
};

static int append(struct parts *p, const struct dtpi_basic *basic, MPI_Aint count)
{
    if (p->n > 0 && p->part[p->n - 1].basic == basic) {
        p->part[p->n - 1].count += count;
        return DTP_SUCCESS;
    }
    if (p->n == p->room) {
        int room = p->room > 0 ? 2 * p->room : 16;
        struct dtpi_part *more = p->room < MAX_PARTS ? dtpi_realloc(p->part, (size_t) room, sizeof *more) : NULL;
        if (!more)
            return p->room < MAX_PARTS
                       ? DTP_ERR_NO_MEM
                       : dtpi_error(DTP_ERR_OVERFLOW, "basic types alternate more than %d times", MAX_PARTS);
        p->part = more;
        p->room = room;
    }
    p->part[p->n++] = (struct dtpi_part) {basic, count};
    return DTP_SUCCESS;
}

int dtpi_signature_of(const struct dtpi_typemap *map, struct dtpi_signature *s)
{
    struct parts parts = {.n = 0};
    struct dtpi_cursor cursor;
    struct dtpi_strip strip;
    int err = DTP_SUCCESS;

    *s = (struct dtpi_signature) {0};
    for (dtpi_cursor_start(&cursor, map); !err && dtpi_cursor_next(&cursor, DTPI_AINT_MAX, &strip);)
        err = append(&parts, strip.basic, strip.count * strip.blklen);
    err = err ? err : dtpi_signature_create(parts.n, parts.part, s);
    dtpi_free(parts.part);
    return err;
}

bool dtpi_signature_begins(const struct dtpi_signature *signature, const struct dtpi_signature *first)
{
    MPI_Aint done = 0; /* of the part of the signature */

    for (int i = 0, j = 0; i < first->n; i++)
        for (MPI_Aint left = first->parts[i].count, n; left > 0; left -= n, done += n) {
            while (j < signature->n && done == signature->parts[j].count)
                j++, done = 0;
            if (j == signature->n || signature->parts[j].basic != first->parts[i].basic)
                return false;
            n = dtpi_min(left, signature->parts[j].count - done);
        }
    return true;
}

void dtpi_signature_free(struct dtpi_signature *s)
{
    dtpi_free(s->parts);
    dtpi_free(s->text);
    *s = (struct dtpi_signature) {0};
}

const struct dtpi_basic *dtpi_signature_basic(const struct dtpi_signature *s)
{
    for (int i = 1; i < s->n; i++)
        if (s->parts[i].basic != s->parts[0].basic)
            return NULL;
    return s->n > 0 ? s->parts[0].basic : NULL;
}
