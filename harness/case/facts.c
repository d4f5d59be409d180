/* The table of facts. */
#include "case/facts.h"
#include "state.h"
#include "blocks/blocks.h"
#include "blocks/beside.h"
#include "blocks/operators.h"
#include "blocks/topology.h"
#include "case/case_objects.h"
#include "case/passes.h"
#include "case/pools.h"
#include "case/signature.h"
#include "case/where.h"
#include "run/line.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef const char *text_of(const struct h_case *c, const struct h_failure *f);
typedef bool number_of(const struct h_case *c, const struct h_failure *f, long long *number);
typedef bool is_of(const struct h_case *c, const struct h_value *value);
typedef void print_of(const struct h_case *c, struct h_line *line);
typedef bool read_of(const char *text, long long *number);

struct h_fact {
    const char *name;
    text_of *text;      /* a fact with one value, NULL where the case has none; */
    number_of *number;  /* or a number; */
    is_of *is;          /* or several values, */
    print_of *print;    /* and how they are printed */
    read_of *read;      /* what is made of the text of a value, if anything; and what it must be */
    const char *expected;
    bool of_failure;
    bool of_objects;    /* each of them is to be looked at */
    bool in_name;       /* distinguishes cases of the same objects */
    bool of_calls;      /* the program, the operation, or the procedure that is asked */
};

/* ---- texts and numbers ---- */

#define TEXT_FACT(NAME, EXPRESSION)                                                                                    \
    static const char *NAME(const struct h_case *c, const struct h_failure *f)                                         \
    {                                                                                                                  \
        (void) c, (void) f;                                                                                            \
        return EXPRESSION;                                                                                             \
    }

/* By enum h_unused. */
static const char *const unused_names[] = {NULL, "buffer", "invalid", "nothing"};

TEXT_FACT(test_of, harness.options.test)
TEXT_FACT(operation_of, c->operation)
TEXT_FACT(form_of, c->form)
TEXT_FACT(receive_of, c->receive)
TEXT_FACT(completion_of, c->completion)
TEXT_FACT(variant_of, c->variant)
TEXT_FACT(op_of, c->op)
TEXT_FACT(op_length_of, h_operator_length(c))
TEXT_FACT(topology_of, c->topology ? c->topology->kind : NULL)
TEXT_FACT(counts_of,
          !c->what || !(c->what->flags & (H_COUNTS | H_TYPES)) ? NULL : h_has_one_count(c) ? "alike" : "unlike")
TEXT_FACT(displs_of, !c->what || !(c->what->flags & (H_COUNTS | H_TYPES)) || c->what->flags & H_REDUCES ? NULL
                     : h_has_gap_before(c) ? "beyond-0" : "from-0")
TEXT_FACT(address_of, c->absolute ? "absolute" : c->what ? "relative" : NULL)
TEXT_FACT(unused_of, c->what ? unused_names[h_unused(c)] : NULL)
TEXT_FACT(roots_of, c->root == H_NONE || c->flights < 2 ? NULL : c->roots_differ ? "unlike" : "alike")
TEXT_FACT(objects_of, c->flights < 2 ? NULL : c->objects_differ ? "unlike" : "alike")
TEXT_FACT(freed_of, c->frees_comm ? "communicator" : c->frees_types ? "types" : NULL)
TEXT_FACT(beside_of, h_beside_name(c))
TEXT_FACT(sync_of, c->sync)
TEXT_FACT(window_of, c->window)
TEXT_FACT(hints_of, c->is_hinted ? "given" : NULL)
TEXT_FACT(distance_of, c->distance)
TEXT_FACT(mode_of, c->mode)
TEXT_FACT(view_of, c->view)
TEXT_FACT(target_of, c->target)
TEXT_FACT(comm_of, c->comm->name)
TEXT_FACT(layouts_of, !c->what ? NULL : h_ranks_differ(c->comm) ? "unlike" : "alike")
TEXT_FACT(units_of, c->unit == 0 ? NULL : c->units_differ ? "unlike" : "alike")
TEXT_FACT(profile_of, getenv("DTP_PROFILE"))
TEXT_FACT(fails_of, f ? f->kind : NULL)
TEXT_FACT(check_of, f ? f->check : NULL)
TEXT_FACT(after_of, f ? c->after : NULL)

static bool is_rank(int rank, long long *number)
{
    *number = rank;
    return rank != H_NONE;
}

/* What a pool's signature says, which all of its cases ask for. */
static struct types {
    DTP_t pool;
    int number;
    unsigned kinds;        /* a set */
    char text[4 * H_TEXT]; /* facts, as they are printed */
} types;

static const struct types *types_in(DTP_t pool)
{
    struct h_line text = {types.text, sizeof types.text};

    if (types.pool != pool) {
        types.pool = pool;
        types.number = h_signature_types(pool);
        h_line_add(&text, " type=");
        h_signature_print_types(pool, &text);
        types.kinds = h_signature_kinds(pool);
        h_print_kinds(types.kinds, &text);
    }
    return &types;
}

void h_facts_forget(void)
{
    types.pool = NULL;
    h_case_objects_forget();
}

#define NUMBER_FACT(NAME, EXPRESSION)                                                                                  \
    static bool NAME(const struct h_case *c, const struct h_failure *f, long long *number)                             \
    {                                                                                                                  \
        (void) c, (void) f, (void) number;                                                                             \
        return EXPRESSION;                                                                                             \
    }

NUMBER_FACT(source_of, is_rank(c->source, number))
NUMBER_FACT(dest_of, is_rank(c->dest, number))
NUMBER_FACT(root_of, is_rank(c->root, number))
NUMBER_FACT(ranks_of, (*number = harness.size, true))
NUMBER_FACT(comm_size_of, (*number = c->comm->most, true))
NUMBER_FACT(comm_least_of, (*number = c->comm->least, true))
NUMBER_FACT(bytes_of, (*number = harness.moved_bytes, true))
NUMBER_FACT(elements_of, (*number = DTP_pool_elements(c->recv.pool), true))
NUMBER_FACT(moved_of, (*number = c->elements, true))
NUMBER_FACT(types_of, (*number = types_in(c->recv.pool)->number, true))
NUMBER_FACT(unit_of, (*number = c->unit, c->unit > 0))
NUMBER_FACT(regions_of, (*number = c->regions, c->regions > 0))
NUMBER_FACT(align_of, (*number = c->window_align, c->window_align > 0))
NUMBER_FACT(under_way_of, (*number = c->flights, c->flights > 1))
NUMBER_FACT(starts_of, (*number = c->starts, c->starts > 0))
NUMBER_FACT(case_of, (*number = harness.case_number, true))

/* Of a failure that is about a number. */
static bool has_numbers(const struct h_failure *f)
{
    return f != NULL && f->check != NULL && f->expected != f->found && !harness.asked;
}

NUMBER_FACT(expected_of, (*number = f ? f->expected : 0, has_numbers(f)))
NUMBER_FACT(found_of, (*number = f ? f->found : 0, has_numbers(f)))

/* Ranks differ in it: no choice of cases may ask for it, but what a case has covered may. */
NUMBER_FACT(most_types_of, (*number = (long long) DTP_types_most(), true))

NUMBER_FACT(constructors_of, (*number = h_constructors(c), true))

/* Of the type on the receive side, if the standard settles it; where ranks differ, that of the first, since all must
 * decide alike. */
static bool extent_of(const struct h_case *c, const struct h_failure *f, long long *number)
{
    MPI_Aint lb, extent = 0;
    const bool is_settled = DTP_obj_extent(c->recv.pool, c->j, &lb, &extent) == DTP_SUCCESS;

    (void) f;
    *number = extent;
    return is_settled;
}

/* ---- facts with several values ---- */

static bool is_send_layout(const struct h_case *c, const struct h_value *value)
{
    return h_has_layout(c, &c->send, value->text);
}

static bool is_recv_layout(const struct h_case *c, const struct h_value *value)
{
    return h_has_layout(c, &c->recv, value->text);
}

static bool is_layout(const struct h_case *c, const struct h_value *value)
{
    return is_send_layout(c, value) || is_recv_layout(c, value);
}

static bool is_text(const struct h_case *c, const struct h_value *value)
{
    return h_has_text(c, &c->send, value->text) || h_has_text(c, &c->recv, value->text);
}

static bool is_send_trait(const struct h_case *c, const struct h_value *value)
{
    return h_has_traits(c, &c->send, (h_traits) value->number);
}

static bool is_recv_trait(const struct h_case *c, const struct h_value *value)
{
    return h_has_traits(c, &c->recv, (h_traits) value->number);
}

static bool is_trait(const struct h_case *c, const struct h_value *value)
{
    const struct h_obj *o = harness.looked_at;
    const h_traits set = (h_traits) value->number;

    return is_send_trait(c, value) || is_recv_trait(c, value) ||
           (o && (DTP_obj_traits(o->pool, o->index) & set) == set);
}

/* A set of traits that are joined by +. */
static bool read_traits(const char *text, long long *set)
{
    char word[H_TEXT];
    const char *name;
    size_t n;

    *set = 0;
    for (const char *at = text; at; at = at[n] ? at + n + 1 : NULL) {
        int k = 0;
        n = strcspn(at, "+");
        snprintf(word, sizeof word, "%.*s", (int) n, at);
        while ((name = DTP_trait_name(k)) != NULL && strcmp(name, word) != 0)
            k++;
        if (!name)
            return false;
        *set |= 1LL << k;
    }
    return true;
}

static bool is_type(const struct h_case *c, const struct h_value *value)
{
    return h_signature_has_type(c->recv.pool, value->text);
}

static bool is_kind(const struct h_case *c, const struct h_value *value)
{
    return (types_in(c->recv.pool)->kinds & (unsigned) value->number) != 0;
}

static bool read_kinds(const char *text, long long *set)
{
    *set = h_kinds_named(text);
    return *set != 0;
}

static bool is_program(const struct h_case *c, const struct h_value *value)
{
    (void) c;
    return h_matches(value->text, harness.options.program);
}

static void print_layouts(const struct h_case *c, struct h_line *line)
{
    h_line_add(line, " send-layout=%s recv-layout=%s", h_short_name(DTP_obj_name(c->send.pool, c->i)),
               h_short_name(DTP_obj_name(c->recv.pool, c->j)));
}

static void print_traits_of(const char *side, h_traits set, struct h_line *line)
{
    const char *name, *separator = "";

    for (int k = 0; (name = DTP_trait_name(k)) != NULL; k++) {
        if (!(set >> k & 1))
            continue;
        h_line_add(line, *separator ? "%s%s" : " %s=%s", *separator ? separator : side, name);
        separator = ",";
    }
}

static void print_traits(const struct h_case *c, struct h_line *line)
{
    print_traits_of("send-trait", h_case_objects(c)->sent, line);
    print_traits_of("recv-trait", h_case_objects(c)->received, line);
}

static void print_types(const struct h_case *c, struct h_line *line)
{
    h_line_add(line, "%s", types_in(c->recv.pool)->text);
}

/* ---- the table, in the order in which facts are printed ---- */

#define TRAITS .read = read_traits, .expected = "a trait, or several joined by +"

static const struct h_fact table[] = {
    {.name = "test", .text = test_of},
    {.name = "program", .is = is_program, .of_calls = true},
    {.name = "operation", .text = operation_of, .in_name = true, .of_calls = true},
    {.name = "form", .text = form_of, .in_name = true},
    {.name = "receive", .text = receive_of, .in_name = true},
    {.name = "completion", .text = completion_of, .in_name = true},
    {.name = "starts", .number = starts_of},
    {.name = "under-way", .number = under_way_of},
    {.name = "roots", .text = roots_of},
    {.name = "objects", .text = objects_of},
    {.name = "beside", .text = beside_of},
    {.name = "freed", .text = freed_of},
    {.name = "variant", .text = variant_of, .in_name = true},
    {.name = "mode", .text = mode_of, .in_name = true},
    {.name = "view", .text = view_of},
    {.name = "op", .text = op_of, .in_name = true},
    {.name = "op-length", .text = op_length_of},
    {.name = "topology", .text = topology_of},
    {.name = "counts", .text = counts_of},
    {.name = "displs", .text = displs_of},
    {.name = "address", .text = address_of},
    {.name = "unused", .text = unused_of},
    {.name = "sync", .text = sync_of, .in_name = true},
    {.name = "window", .text = window_of, .in_name = true},
    {.name = "distance", .text = distance_of},
    {.name = "unit", .number = unit_of},
    {.name = "units", .text = units_of},
    {.name = "regions", .number = regions_of},
    {.name = "window-align", .number = align_of},
    {.name = "hints", .text = hints_of},
    {.name = "target", .text = target_of, .in_name = true},
    {.name = "comm", .text = comm_of},
    {.name = "comm-size", .number = comm_size_of},
    {.name = "comm-least", .number = comm_least_of},
    {.name = "ranks", .number = ranks_of},
    {.name = "source", .number = source_of, .in_name = true},
    {.name = "dest", .number = dest_of, .in_name = true},
    {.name = "root", .number = root_of, .in_name = true},
    {.name = "layouts", .text = layouts_of},
    {.name = "bytes", .number = bytes_of},
    {.name = "elements", .number = elements_of},
    {.name = "moved", .number = moved_of},
    {.name = "types", .number = types_of},
    {.name = "extent", .number = extent_of, .of_objects = true},
    {.name = "constructors", .number = constructors_of, .of_objects = true},
    {.name = "type", .is = is_type, .print = print_types},
    {.name = "kind", .is = is_kind, .read = read_kinds, .expected = "a kind of basic types"},
    {.name = "send-layout", .is = is_send_layout, .print = print_layouts, .of_objects = true},
    {.name = "recv-layout", .is = is_recv_layout, .of_objects = true},
    {.name = "layout", .is = is_layout, .of_objects = true},
    {.name = "text", .is = is_text, .of_objects = true},
    {.name = "send-trait", .is = is_send_trait, .print = print_traits, .of_objects = true, TRAITS},
    {.name = "recv-trait", .is = is_recv_trait, .of_objects = true, TRAITS},
    {.name = "trait", .is = is_trait, .of_objects = true, TRAITS},
    {.name = "case", .number = case_of},
    {.name = "profile", .text = profile_of},
    {.name = "fails", .text = fails_of, .of_failure = true},
    {.name = "check", .text = check_of, .of_failure = true, .of_calls = true},
    {.name = "after", .text = after_of, .of_failure = true},
    {.name = "expected", .number = expected_of, .of_failure = true},
    {.name = "found", .number = found_of, .of_failure = true},
    {.name = "most-types", .number = most_types_of, .of_failure = true},
};
enum { NUM_FACTS = H_NUM(table) };

/* ---- what others ask ---- */

const struct h_fact *h_fact_find(const char *name, size_t n)
{
    for (int k = 0; k < NUM_FACTS; k++)
        if (strlen(table[k].name) == n && strncmp(table[k].name, name, n) == 0)
            return &table[k];
    return NULL;
}

const char *h_fact_names(void)
{
    static char names[H_TEXT];
    struct h_line line = {names, sizeof names};

    for (int k = 0; k < NUM_FACTS; k++)
        h_line_add(&line, k ? " %s" : "%s", table[k].name);
    return names;
}

bool h_fact_is_number(const struct h_fact *fact)
{
    return fact->number != NULL;
}

bool h_fact_is_of_objects(const struct h_fact *fact)
{
    return fact->of_objects;
}

bool h_fact_is_of_calls(const struct h_fact *fact)
{
    return fact->of_calls;
}

const char *h_fact_read(const struct h_fact *fact, struct h_value *value)
{
    if (fact->number)
        return h_read_number(value->text, &value->number) ? NULL : "a number";
    return !fact->read || fact->read(value->text, &value->number) ? NULL : fact->expected;
}

bool h_fact_is_of_failure(const struct h_fact *fact)
{
    return fact->of_failure;
}

bool h_fact_number(const struct h_fact *fact, const struct h_case *c, const struct h_failure *failure,
                   long long *number)
{
    return fact->number && fact->number(c, failure, number);
}

bool h_fact_is(const struct h_fact *fact, const struct h_case *c, const struct h_failure *failure,
               const struct h_value *value)
{
    const char *text;

    if (fact->is)
        return fact->is(c, value);
    if (!fact->text)
        return false;
    text = fact->text(c, failure);
    return text && h_matches(value->text, text);
}

/* Adds NAME=VALUE, or what the fact prints itself; nothing where the case has no value. */
static void print_fact(const struct h_fact *fact, const struct h_case *c, const struct h_failure *f,
                       struct h_line *line)
{
    const char *text = fact->text ? fact->text(c, f) : NULL;
    long long number;

    if (text)
        h_line_add(line, " %s=%s", fact->name, text);
    else if (fact->number && fact->number(c, f, &number))
        h_line_add(line, " %s=%lld", fact->name, number);
    else if (fact->print)
        fact->print(c, line);
}

void h_facts_print(const struct h_case *c, const struct h_failure *failure, char *text, size_t size)
{
    struct h_line line = {text, size};

    *text = '\0';
    for (int k = 0; k < NUM_FACTS; k++)
        print_fact(&table[k], c, failure, &line);
}

void h_facts_print_name(const struct h_case *c, char *text, size_t size)
{
    struct h_line line = {text, size};

    *text = '\0';
    for (int k = 0; k < NUM_FACTS; k++)
        if (table[k].in_name)
            print_fact(&table[k], c, NULL, &line);
}
