/* The table of facts. */
#include "facts.h"

#include "blocks.h"
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef const char *text_of(const struct h_case *c, const struct h_failure *f);
typedef bool number_of(const struct h_case *c, const struct h_failure *f, long long *number);
typedef bool is_of(const struct h_case *c, const char *value);
typedef void print_of(const struct h_case *c, struct h_line *line);

struct h_fact {
    const char *name;
    text_of *text;      /* a fact with one value, NULL where the case has none; */
    number_of *number;  /* or a number; */
    is_of *is;          /* or several values, */
    print_of *print;    /* and how they are printed */
    bool of_failure;
    bool in_name;       /* distinguishes cases of the same objects */
};

/* ---- texts and numbers ---- */

#define TEXT_FACT(NAME, EXPRESSION)                                                                                    \
    static const char *NAME(const struct h_case *c, const struct h_failure *f)                                         \
    {                                                                                                                  \
        (void) c, (void) f;                                                                                            \
        return EXPRESSION;                                                                                             \
    }

TEXT_FACT(test_of, harness.options.test)
TEXT_FACT(operation_of, c->operation)
TEXT_FACT(form_of, c->form)
TEXT_FACT(receive_of, c->receive)
TEXT_FACT(completion_of, c->completion)
TEXT_FACT(variant_of, c->variant)
TEXT_FACT(op_of, c->op)
TEXT_FACT(counts_of,
          !c->what || !(c->what->flags & (H_COUNTS | H_TYPES)) ? NULL : h_has_one_count(c) ? "alike" : "unlike")
TEXT_FACT(address_of, !c->what ? NULL : c->absolute ? "absolute" : "relative")
TEXT_FACT(unused_of, !c->what || h_unused(c) == H_UNUSED_PLAIN ? NULL
                                                               : h_unused(c) == H_UNUSED_BUFFER ? "buffer" : "invalid")
TEXT_FACT(sync_of, c->sync)
TEXT_FACT(window_of, c->window)
TEXT_FACT(target_of, c->target)
TEXT_FACT(comm_of, c->comm->name)
TEXT_FACT(layouts_of, !c->what ? NULL : h_ranks_differ(c->comm) ? "unlike" : "alike")
TEXT_FACT(units_of, c->unit == 0 ? NULL : c->units_differ ? "unlike" : "alike")
TEXT_FACT(profile_of, getenv("DTP_PROFILE"))
TEXT_FACT(fails_of, f ? f->kind : NULL)
TEXT_FACT(check_of, f ? f->check : NULL)

static bool is_rank(int rank, long long *number)
{
    *number = rank;
    return rank != H_NONE;
}

/* What a pool's signature says, which all of its cases ask for. */
static struct types {
    DTP_t pool;
    int number;
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
        h_signature_print_kinds(pool, &text);
    }
    return &types;
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
NUMBER_FACT(align_of, (*number = c->window_align, c->window_align > 0))
NUMBER_FACT(starts_of, (*number = c->starts, c->starts > 0))
NUMBER_FACT(case_of, (*number = harness.case_number, true))
NUMBER_FACT(expected_of, (*number = f ? f->expected : 0, f != NULL && f->check != NULL && !harness.asked))
NUMBER_FACT(most_types_of, (*number = (long long) DTP_types_most(), f != NULL))
NUMBER_FACT(found_of, (*number = f ? f->found : 0, f != NULL && f->check != NULL && !harness.asked))

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

/* ---- facts with several values: of the objects on either side ---- */

/* How many a side has one after the other. */
static int in_sequence(const struct h_case *c, DTP_t pool)
{
    return 1 + (pool == c->send.pool ? c->more_sent : c->more_received);
}

/* Objects may differ from rank to rank, and from block to block, and others may follow each of them: how many of a pool
 * a side of the case has. */
static int num_objects(const struct h_case *c, DTP_t pool)
{
    const bool blocks_differ = c->what && c->what->flags & H_TYPES;
    const bool ranks_differ = h_ranks_differ(c->comm) || c->views_differ;
    const int n = (ranks_differ ? c->comm->most : 1) + (blocks_differ ? c->comm->most : 0);

    return (n < pool->DTP_num_objs ? n : pool->DTP_num_objs) * in_sequence(c, pool);
}

/* The k-th of them. */
static int object_of(const struct h_case *c, DTP_t pool, int first, int k)
{
    const int n = in_sequence(c, pool), index = (first + k / n) % pool->DTP_num_objs;

    return k % n ? h_later_index(pool, index, k % n) : index;
}

static bool has_trait(const struct h_case *c, DTP_t pool, int first, const char *trait)
{
    for (int k = 0; k < num_objects(c, pool); k++)
        if (DTP_obj_has_trait(pool, object_of(c, pool, first, k), trait))
            return true;
    return false;
}

static bool is_send_trait(const struct h_case *c, const char *value)
{
    return has_trait(c, c->send.pool, c->i, value);
}

static bool is_recv_trait(const struct h_case *c, const char *value)
{
    return has_trait(c, c->recv.pool, c->j, value);
}

static bool is_trait(const struct h_case *c, const char *value)
{
    const struct h_obj *o = harness.looked_at;

    return is_send_trait(c, value) || is_recv_trait(c, value) || (o && DTP_obj_has_trait(o->pool, o->index, value));
}

static bool has_layout(const struct h_case *c, DTP_t pool, int first, const char *value)
{
    for (int k = 0; k < num_objects(c, pool); k++) {
        const char *name = DTP_obj_name(pool, object_of(c, pool, first, k));
        if (h_matches(value, name) || h_matches(value, h_short_name(name)))
            return true;
    }
    return false;
}

static bool is_send_layout(const struct h_case *c, const char *value)
{
    return has_layout(c, c->send.pool, c->i, value);
}

static bool is_recv_layout(const struct h_case *c, const char *value)
{
    return has_layout(c, c->recv.pool, c->j, value);
}

static bool is_layout(const struct h_case *c, const char *value)
{
    return is_send_layout(c, value) || is_recv_layout(c, value);
}

/* Texts of random objects may be long. */
static bool has_text(const struct h_case *c, DTP_t pool, int first, const char *value)
{
    bool found = false;

    for (int k = 0; k < num_objects(c, pool) && !found; k++) {
        char *text = h_object_text(pool, object_of(c, pool, first, k));
        found = h_matches(value, text);
        free(text);
    }
    return found;
}

static bool is_text(const struct h_case *c, const char *value)
{
    return has_text(c, c->send.pool, c->i, value) || has_text(c, c->recv.pool, c->j, value);
}

static bool is_type(const struct h_case *c, const char *value)
{
    return h_signature_has_type(c->recv.pool, value);
}

static bool is_kind(const struct h_case *c, const char *value)
{
    return h_signature_has_kind(c->recv.pool, value);
}

static bool is_program(const struct h_case *c, const char *value)
{
    (void) c;
    return h_matches(value, harness.options.program);
}

/* The derived types that the objects of a side are made of: each has its parenthesis in the text. */
static long long constructors_in(const struct h_case *c, DTP_t pool, int first)
{
    long long n = 0;

    for (int k = 0; k < num_objects(c, pool); k++) {
        char *text = h_object_text(pool, object_of(c, pool, first, k));
        for (const char *at = text; (at = strchr(at, '(')) != NULL; at++)
            n++;
        free(text);
    }
    return n;
}

NUMBER_FACT(constructors_of, (*number = constructors_in(c, c->send.pool, c->i) +
                                        constructors_in(c, c->recv.pool, c->j), true))

static void print_layouts(const struct h_case *c, struct h_line *line)
{
    h_line_add(line, " send-layout=%s recv-layout=%s", h_short_name(DTP_obj_name(c->send.pool, c->i)),
               h_short_name(DTP_obj_name(c->recv.pool, c->j)));
}

static void print_traits_of(const char *side, is_of *is, const struct h_case *c, struct h_line *line)
{
    const char *trait, *separator = "";

    for (int k = 0; (trait = DTP_trait_name(k)) != NULL; k++) {
        if (!is(c, trait))
            continue;
        h_line_add(line, *separator ? "%s%s" : " %s=%s", *separator ? separator : side, trait);
        separator = ",";
    }
}

/* What print_traits has printed last: the cases of a pair of objects have the same, and each asks for it. */
static struct {
    DTP_t send, recv;
    int i, j, n;
    char text[H_TEXT];
} traits;

void h_facts_forget(void)
{
    traits.send = NULL;
    types.pool = NULL;
}

static bool has_traits_of(const struct h_case *c, int num)
{
    return traits.send == c->send.pool && traits.recv == c->recv.pool && traits.i == c->i && traits.j == c->j &&
           traits.n == num;
}

static void print_traits(const struct h_case *c, struct h_line *line)
{
    const int n = num_objects(c, c->send.pool) + num_objects(c, c->recv.pool);
    struct h_line text = {traits.text, sizeof traits.text};

    if (!has_traits_of(c, n)) {
        traits.send = c->send.pool;
        traits.recv = c->recv.pool;
        traits.i = c->i;
        traits.j = c->j;
        traits.n = n;
        *traits.text = '\0';
        print_traits_of("send-trait", is_send_trait, c, &text);
        print_traits_of("recv-trait", is_recv_trait, c, &text);
    }
    h_line_add(line, "%s", traits.text);
}

static void print_types(const struct h_case *c, struct h_line *line)
{
    h_line_add(line, "%s", types_in(c->recv.pool)->text);
}

/* ---- the table, in the order in which facts are printed ---- */

static const struct h_fact table[] = {
    {.name = "test", .text = test_of},
    {.name = "program", .is = is_program},
    {.name = "operation", .text = operation_of, .in_name = true},
    {.name = "form", .text = form_of, .in_name = true},
    {.name = "receive", .text = receive_of, .in_name = true},
    {.name = "completion", .text = completion_of, .in_name = true},
    {.name = "starts", .number = starts_of},
    {.name = "variant", .text = variant_of, .in_name = true},
    {.name = "op", .text = op_of, .in_name = true},
    {.name = "counts", .text = counts_of},
    {.name = "address", .text = address_of},
    {.name = "unused", .text = unused_of},
    {.name = "sync", .text = sync_of, .in_name = true},
    {.name = "window", .text = window_of, .in_name = true},
    {.name = "unit", .number = unit_of},
    {.name = "units", .text = units_of},
    {.name = "window-align", .number = align_of},
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
    {.name = "extent", .number = extent_of},
    {.name = "constructors", .number = constructors_of},
    {.name = "type", .is = is_type, .print = print_types},
    {.name = "kind", .is = is_kind},
    {.name = "send-layout", .is = is_send_layout, .print = print_layouts},
    {.name = "recv-layout", .is = is_recv_layout},
    {.name = "layout", .is = is_layout},
    {.name = "text", .is = is_text},
    {.name = "send-trait", .is = is_send_trait, .print = print_traits},
    {.name = "recv-trait", .is = is_recv_trait},
    {.name = "trait", .is = is_trait},
    {.name = "case", .number = case_of},
    {.name = "profile", .text = profile_of},
    {.name = "fails", .text = fails_of, .of_failure = true},
    {.name = "check", .text = check_of, .of_failure = true},
    {.name = "expected", .number = expected_of, .of_failure = true},
    {.name = "found", .number = found_of, .of_failure = true},
    {.name = "most-types", .number = most_types_of, .of_failure = true},
};
enum { NUM_FACTS = sizeof table / sizeof table[0] };

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

bool h_fact_is_of_failure(const struct h_fact *fact)
{
    return fact->of_failure;
}

bool h_fact_number(const struct h_fact *fact, const struct h_case *c, const struct h_failure *failure,
                   long long *number)
{
    return fact->number && fact->number(c, failure, number);
}

bool h_fact_is(const struct h_fact *fact, const struct h_case *c, const struct h_failure *failure, const char *value)
{
    const char *text;

    if (fact->is)
        return fact->is(c, value);
    if (!fact->text)
        return false;
    text = fact->text(c, failure);
    return text && h_matches(value, text);
}

/* Quotes are for the shell, where a fact of a replay line has blanks. */
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
