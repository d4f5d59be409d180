/* What the pools agree on: its parts, and what their types are. */
#include "case/signature.h"
#include "state.h"
#include "tables.h"
#include "case/where.h"
#include "run/line.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* So many elements of a type. */
struct part {
    char name[H_TEXT];
    MPI_Datatype type;
    MPI_Aint n;
};

/* Takes the first part off a signature, such as "MPI_CHAR:64,MPI_INT:32"; returns the rest, or NULL. */
static const char *next_part(const char *signature, struct part *part)
{
    const char *rest = h_next_word(signature, part->name);
    char *colon = strchr(part->name, ':');

    *colon = '\0';
    part->n = (MPI_Aint) strtoll(colon + 1, NULL, 10);
    H_DTP(DTP_type_find(part->name, &part->type));
    return rest;
}

void h_signature_elements(DTP_t pool, MPI_Datatype *types)
{
    struct part part;
    MPI_Aint at = 0;

    for (const char *rest = DTP_pool_signature(pool); rest;)
        for (rest = next_part(rest, &part); part.n > 0; part.n--)
            types[at++] = part.type;
}

/* ---- what its types are ---- */

/* Kinds of basic types, by their names. */
static const struct {
    const char *kind, *names;
} kinds[] = {
    {"pair", "MPI_FLOAT_INT|MPI_DOUBLE_INT|MPI_LONG_INT|MPI_2INT|MPI_SHORT_INT|MPI_LONG_DOUBLE_INT"},
    {"complex", "*COMPLEX*"},
    {"long-double", "*LONG_DOUBLE*"},
    {"narrow", "MPI_SHORT|MPI_*INT8_T|MPI_*INT16_T|MPI_*CHAR|MPI_UNSIGNED_SHORT|MPI_*BOOL|MPI_CHARACTER|"
               "MPI_INTEGER1|MPI_INTEGER2"},
    {"unsigned", "MPI_UNSIGNED*|MPI_UINT*"},
    {"integer", "MPI_SHORT|MPI_INT|MPI_LONG|MPI_LONG_LONG*|MPI_UNSIGNED*|MPI_INT*_T|MPI_UINT*_T|MPI_SIGNED_CHAR|"
                "MPI_AINT|MPI_OFFSET|MPI_COUNT|MPI_INTEGER*"},
    {"floating", "MPI_FLOAT|MPI_DOUBLE|MPI_LONG_DOUBLE|MPI_REAL*|MPI_DOUBLE_PRECISION"},
};
enum { NUM_KINDS = H_NUM(kinds) };

MPI_Aint h_element_bytes(DTP_t pool)
{
    return DTP_pool_bytes(pool) / DTP_pool_elements(pool);
}

/* The names of types that have been met, each with a bar after it. */
struct names {
    char text[4096];
};

/* Whether no part before was of this type. */
static bool is_new(const struct part *part, struct names *met)
{
    struct h_line line = {met->text + strlen(met->text), sizeof met->text - strlen(met->text)};

    if (h_matches(met->text, part->name))
        return false;
    h_line_add(&line, "%s|", part->name);
    return true;
}

int h_signature_types(DTP_t pool)
{
    struct names met = {"|"};
    struct part part;
    int n = 0;

    for (const char *rest = DTP_pool_signature(pool); rest;) {
        rest = next_part(rest, &part);
        n += is_new(&part, &met);
    }
    return n;
}

bool h_signature_has_type(DTP_t pool, const char *names)
{
    struct part part;

    for (const char *rest = DTP_pool_signature(pool); rest;) {
        rest = next_part(rest, &part);
        if (h_matches(names, part.name))
            return true;
    }
    return false;
}

unsigned h_signature_kinds(DTP_t pool)
{
    unsigned set = 0;

    for (int k = 0; k < NUM_KINDS; k++)
        set |= (unsigned) h_signature_has_type(pool, kinds[k].names) << k;
    return set;
}

unsigned h_kinds_named(const char *names)
{
    unsigned set = 0;

    for (int k = 0; k < NUM_KINDS; k++)
        set |= (unsigned) h_matches(names, kinds[k].kind) << k;
    return set;
}

bool h_signature_has_kind(DTP_t pool, const char *names)
{
    return (h_signature_kinds(pool) & h_kinds_named(names)) != 0;
}

void h_signature_print_types(DTP_t pool, struct h_line *line)
{
    struct names met = {"|"};
    struct part part;
    const char *separator = "";

    for (const char *rest = DTP_pool_signature(pool); rest;) {
        rest = next_part(rest, &part);
        if (!is_new(&part, &met))
            continue;
        h_line_add(line, "%s%s", separator, part.name);
        separator = ",";
    }
}

void h_print_kinds(unsigned set, struct h_line *line)
{
    const char *before = " kind=";

    for (int k = 0; k < NUM_KINDS; k++)
        if (set >> k & 1) {
            h_line_add(line, "%s%s", before, kinds[k].kind);
            before = ",";
        }
}

void h_signature_measure(DTP_t pool, MPI_Aint k, MPI_Aint *bytes, MPI_Aint *pairs)
{
    *bytes = *pairs = 0;
    for (const char *rest = DTP_pool_signature(pool); rest && k > 0;) {
        struct part part;
        int size;
        rest = next_part(rest, &part);
        part.n = part.n < k ? part.n : k;
        H_MPI(MPI_Type_size(part.type, &size));
        *bytes += part.n * size;
        *pairs += h_matches(kinds[0].names, part.name) ? part.n : 0;
        k -= part.n;
    }
}

/* A pair or a complex number is aligned as its parts; the alignment of a pair's larger part is that of its extent. */
static int alignment_of(const struct part *part)
{
    MPI_Aint lb, extent;
    int alignment = 16;

    H_MPI(MPI_Type_get_extent(part->type, &lb, &extent));
    while (alignment > 1 && (h_matches("*COMPLEX", part->name) ? extent / 2 : extent) % alignment != 0)
        alignment /= 2;
    return alignment;
}

int h_signature_alignment(DTP_t pool)
{
    struct part part;
    int most = 1;

    for (const char *rest = DTP_pool_signature(pool); rest;) {
        rest = next_part(rest, &part);
        most = alignment_of(&part) > most ? alignment_of(&part) : most;
    }
    return most;
}
