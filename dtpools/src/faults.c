#include "faults.h"

#include "element.h"
#include "error.h"

bool dtpi_faults_any(const struct dtpi_faults *f)
{
    return f->wrong || f->past || f->gap.count || f->before.count || f->after.count;
}

const char *dtpi_faults_kind(const struct dtpi_faults *f)
{
    return f->wrong > 0 ? "elements-wrong" : f->past > 0 ? "past" : f->gap.count > 0 ? "gap"
           : f->before.count > 0 ? "before" : "after";
}

/* ---- what differs, as it is found ---- */

void dtpi_faults_byte(struct dtpi_faults *faults, const struct dtpi_typemap *map, MPI_Aint disp,
                      unsigned char expected, unsigned char found)
{
    bool before = !map->root || disp < map->lo, after = !before && disp >= map->hi;
    struct dtpi_byte_faults *f = before ? &faults->before : after ? &faults->after : &faults->gap;

    if (f->count++ == 0 || before) { /* the nearest to the object, or the first */
        f->disp = disp;
        f->expected = expected;
        f->found = found;
    }
}

static void print_element(const struct dtpi_kind *kind, const unsigned char *element, char *text, size_t size)
{
    unsigned char packed[DTPI_MAX_ELEMENT];

    dtpi_pack_element(kind, element, packed);
    (void) dtpi_print_packed(kind, packed, text, size);
}

void dtpi_faults_wrong(struct dtpi_faults *faults, const struct dtpi_kind *kind, MPI_Aint k, MPI_Aint disp,
                       const unsigned char *expected, const unsigned char *found)
{
    faults->last_wrong = k;
    if (faults->wrong++ > 0)
        return;
    faults->first_wrong = k;
    faults->first_wrong_disp = disp;
    print_element(kind, expected, faults->expected, sizeof faults->expected);
    print_element(kind, found, faults->found, sizeof faults->found);
}

void dtpi_faults_past(struct dtpi_faults *faults, MPI_Aint k, MPI_Aint disp, int byte, const unsigned char *expected,
                      const unsigned char *found)
{
    if (faults->past++ > 0)
        return;
    faults->first_past = k;
    faults->first_past_disp = disp;
    faults->past_byte = (struct dtpi_byte_faults) {.disp = disp + byte, .expected = expected[byte],
                                                   .found = found[byte]};
}

/* ---- the message ---- */

/* from: the byte of the object that is nearest to f->disp, for a fault outside of it. */
static void report_bytes(const char *where, const struct dtpi_byte_faults *f, const MPI_Aint *from)
{
    if (f->count == 0)
        return;
    dtpi_error_add("\n  %lld bytes %s changed, the %s at displacement %lld", (long long) f->count, where,
                   from ? "nearest" : "first", (long long) f->disp);
    if (from)
        dtpi_error_add(" (%lld bytes away)", (long long) (f->disp < *from ? *from - f->disp : f->disp - *from));
    dtpi_error_add(": expected 0x%02x, found 0x%02x", f->expected, f->found);
}

/* ": part 3 (its element 5)" for an element of an object of several parts. */
static void report_part(const struct dtpi_values *values, MPI_Aint k)
{
    const struct dtpi_stretch *s = dtpi_values_at(values, k);

    if (values->n > 1 && s < &values->stretches[values->n - 1])
        dtpi_error_add("\n  element %lld is element %lld of part %d, which has %lld, %lld of them with values",
                       (long long) k, (long long) (k - s->first), (int) (s - values->stretches),
                       (long long) s->elements, (long long) s->count);
    else if (values->n > 1)
        dtpi_error_add("\n  element %lld is past all parts", (long long) k);
}

void dtpi_faults_report(const struct dtpi_faults *f, const struct dtpi_typemap *map, const struct dtpi_values *values)
{
    const MPI_Aint first = map->lo, last = map->hi - 1, val_count = dtpi_values_count(values);

    if (f->wrong > 0) {
        dtpi_error_add("\n  %lld of %lld elements wrong, %lld to %lld; element %lld at displacement %lld: expected %s, "
                       "found %s", (long long) f->wrong, (long long) val_count, (long long) f->first_wrong,
                       (long long) f->last_wrong, (long long) f->first_wrong, (long long) f->first_wrong_disp,
                       f->expected, f->found);
        report_part(values, f->first_wrong);
    }
    if (f->past > 0) {
        dtpi_error_add("\n  %lld elements past val_count %lld changed, the first is element %lld at displacement "
                       "%lld; byte at %lld: expected 0x%02x, found 0x%02x", (long long) f->past, (long long) val_count,
                       (long long) f->first_past, (long long) f->first_past_disp, (long long) f->past_byte.disp,
                       f->past_byte.expected, f->past_byte.found);
        report_part(values, f->first_past);
    }
    report_bytes("in gaps", &f->gap, NULL);
    report_bytes("before the object", &f->before, &first);
    report_bytes("after the object", &f->after, &last);
}
