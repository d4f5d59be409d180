/* What the pools agree on: its parts, and its first elements. */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *h_next_word(const char *list, char word[H_TEXT])
{
    size_t n = strcspn(list, ",");

    snprintf(word, H_TEXT, "%.*s", (int) n, list);
    return list[n] == ',' ? list + n + 1 : NULL;
}

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

static bool is_any_of(const char *name, const char *const *names)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names;
}

static bool is_pair(const struct part *part)
{
    static const char *const pairs[] = {"MPI_FLOAT_INT", "MPI_DOUBLE_INT", "MPI_LONG_INT", "MPI_2INT", "MPI_SHORT_INT",
                                        "MPI_LONG_DOUBLE_INT", NULL};

    return is_any_of(part->name, pairs);
}

void h_signature_describe(DTP_t pool)
{
    static const char *const float_complex[] = {"MPI_C_COMPLEX", "MPI_C_FLOAT_COMPLEX", NULL};
    static const char *const narrow[] = {"MPI_SHORT", "MPI_INT8_T", "MPI_INT16_T", NULL};
    static const char *const narrow_unsigned[] = {"MPI_UNSIGNED_CHAR", "MPI_UNSIGNED_SHORT", "MPI_UINT8_T", "MPI_UINT16_T",
                                                  NULL};
    struct part part;

    harness.is_mixed = strchr(DTP_pool_signature(pool), ',') != NULL;
    harness.moved = DTP_pool_elements(pool);
    h_signature_measure(pool, harness.moved, &harness.moved_bytes, &harness.pairs_moved);
    for (const char *rest = DTP_pool_signature(pool); rest;) {
        rest = next_part(rest, &part);
        harness.has_float_int |= strcmp(part.name, "MPI_FLOAT_INT") == 0;
        harness.has_float_complex |= is_any_of(part.name, float_complex);
        harness.has_long_double |= strstr(part.name, "LONG_DOUBLE") != NULL;
        harness.has_long_double_complex |= strcmp(part.name, "MPI_C_LONG_DOUBLE_COMPLEX") == 0;
        harness.has_wchar |= strcmp(part.name, "MPI_WCHAR") == 0;
        harness.has_narrow_unsigned |= is_any_of(part.name, narrow_unsigned);
        harness.has_narrow |= harness.has_narrow_unsigned || is_any_of(part.name, narrow);
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
        *pairs += is_pair(&part) ? part.n : 0;
        k -= part.n;
    }
}

/* ---- the first elements, one after the other ---- */

/* Adds a word to a list. */
static void append(char list[H_LIST], const char *format, ...)
{
    size_t used = strlen(list);
    va_list args;

    if (used > 0)
        used += (size_t) snprintf(list + used, H_LIST - used, ", ");
    va_start(args, format);
    if (used < H_LIST)
        vsnprintf(list + used, H_LIST - used, format, args);
    va_end(args);
}

void h_signature_plain(const char *signature, MPI_Aint k, char text[H_PLAIN])
{
    enum { ALIGNED = 32 };
    char counts[H_LIST] = "", disps[H_LIST] = "", types[H_LIST] = "";
    long long at = 0;

    for (const char *rest = signature; rest && k > 0;) {
        struct part part;
        MPI_Aint lb, extent;
        rest = next_part(rest, &part);
        part.n = part.n < k ? part.n : k;
        H_MPI(MPI_Type_get_extent(part.type, &lb, &extent));
        append(counts, "%lld", (long long) part.n);
        append(disps, "%lld", at);
        append(types, "%s", part.name);
        at += (part.n * extent + ALIGNED - 1) / ALIGNED * ALIGNED;
        k -= part.n;
    }
    if (strchr(types, ','))
        snprintf(text, H_PLAIN, "1*struct({%s}, {%s}, {%s})", counts, disps, types);
    else
        snprintf(text, H_PLAIN, "%s*%s", counts, types);
}
