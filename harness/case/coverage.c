/* Which pairs of facts the cases of a test have met: lines in the file that DTP_COVERAGE names, for who runs many
 * tests.  A line is FACT=VALUE FACT=VALUE, each pair once. */
#include "state.h"
#include "case/case.h"
#include "case/signature.h"
#include "run/line.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a set of texts ---- */

static struct {
    char **texts; /* NULL: a free place */
    size_t places, used;
} met;

static size_t hash_of(const char *text)
{
    const uint64_t hash = h_hash_text(text);

    return (size_t) (hash ^ hash >> 32);
}

static char **place_of(const char *text)
{
    size_t k = hash_of(text) % met.places;

    while (met.texts[k] && strcmp(met.texts[k], text) != 0)
        k = (k + 1) % met.places;
    return &met.texts[k];
}

static void make_room(void)
{
    char **old = met.texts;
    const size_t places = met.places;

    met.places = places ? 2 * places : 1024;
    met.texts = h_alloc((MPI_Aint) (met.places * sizeof *met.texts));
    for (size_t k = 0; k < met.places; k++)
        met.texts[k] = NULL;
    for (size_t k = 0; k < places; k++)
        if (old[k])
            *place_of(old[k]) = old[k];
    free(old);
}

static void meet(const char *a, const char *value, const char *b, const char *other)
{
    char text[2 * H_TEXT], **place;

    snprintf(text, sizeof text, "%s=%s %s=%s", a, value, b, other);
    if (2 * met.used >= met.places)
        make_room();
    place = place_of(text);
    if (*place)
        return;
    *place = h_copy(text, strlen(text));
    met.used++;
}

/* ---- the pairs of a case ---- */

static void meet_traits(const struct h_case *c)
{
    const unsigned long long sent = DTP_obj_traits(c->send.pool, c->i), received = DTP_obj_traits(c->recv.pool, c->j);
    const char *trait, *other;

    for (int k = 0; (trait = DTP_trait_name(k)) != NULL; k++) {
        if ((sent | received) >> k & 1)
            meet("operation", c->operation, "trait", trait);
        for (int n = 0; sent >> k & 1 && (other = DTP_trait_name(n)) != NULL; n++)
            if (received >> n & 1)
                meet("send-trait", trait, "recv-trait", other);
    }
}

static void meet_types(const struct h_case *c)
{
    char types[H_TEXT] = "", word[H_TEXT];
    struct h_line line = {types, sizeof types};

    h_signature_print_types(c->recv.pool, &line);
    for (const char *rest = types; rest;) {
        rest = h_next_word(rest, word);
        meet("operation", c->operation, "type", word);
    }
}

/* Sizes by the powers of two. */
static void meet_size(const struct h_case *c)
{
    char size[32];
    int k = 0;

    while (k < 62 && (MPI_Aint) 1 << (k + 1) <= harness.moved_bytes)
        k++;
    snprintf(size, sizeof size, "2^%d", k);
    meet("form", c->form ? c->form : "other", "bytes", size);
    meet("operation", c->operation, "bytes", size);
}

/* The case that was met before, of the same test. */
static struct {
    const char *operation;
    int i, j;
} last;

void h_coverage_meet(const struct h_case *c)
{
    if (harness.rank != 0 || !getenv("DTP_COVERAGE"))
        return;
    meet("comm", c->comm->name, "operation", c->operation);
    if (last.operation == c->operation && last.i == c->i && last.j == c->j)
        return;
    last.operation = c->operation;
    last.i = c->i;
    last.j = c->j;
    meet_types(c);
    meet_size(c);
    meet_traits(c);
}

void h_coverage_write(void)
{
    static char buffer[1 << 18];
    size_t n = 0;
    const char *file = getenv("DTP_COVERAGE");
    const bool is_due = harness.rank == 0 && file && met.used > 0;
    FILE *out = is_due ? fopen(file, "a") : NULL;

    if (out)
        setvbuf(out, buffer, _IOFBF, sizeof buffer); /* jobs that run side by side write whole lines */
    for (size_t k = 0; k < met.places; k++) {
        if (out && met.texts[k])
            n += (size_t) fprintf(out, "%s\n", met.texts[k]);
        if (n > sizeof buffer / 2 && fflush(out) == 0)
            n = 0;
        free(met.texts[k]);
    }
    free(met.texts);
    met.texts = NULL;
    met.places = met.used = 0;
    last.operation = NULL;
    if (is_due && (!out || fclose(out) != 0))
        h_note("%s: cannot write which pairs of facts were met", file);
}
