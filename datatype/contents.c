/* What MPI_Type_get_contents gives: the same into longer arrays, with nothing written behind it; handles that live on
 * their own: they move the object when the type they came from is freed, and it does when they are. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

enum { MORE = 4, GUARD = 4, UNSET = 0x55 };

/* The contents of a type, into arrays so much longer than needed. */
struct contents {
    int n[3], combiner;
    int *ints;
    MPI_Aint *addresses;
    MPI_Datatype *types;
};

/* Room for so many entries and some past them, of which MPI has set none. */
static void *unset(int n, size_t size)
{
    const MPI_Aint bytes = (n + GUARD) * (MPI_Aint) size;

    return memset(h_alloc(bytes), UNSET, (size_t) bytes);
}

static struct contents contents_of(MPI_Datatype type, int more)
{
    struct contents c;

    H_MPI(MPI_Type_get_envelope(type, &c.n[0], &c.n[1], &c.n[2], &c.combiner));
    c.ints = unset(c.n[0] + more, sizeof *c.ints);
    c.addresses = unset(c.n[1] + more, sizeof *c.addresses);
    c.types = unset(c.n[2] + more, sizeof *c.types);
    H_MPI(MPI_Type_get_contents(type, c.n[0] + more, c.n[1] + more, c.n[2] + more, c.ints, c.addresses, c.types));
    return c;
}

static void free_contents(struct contents *c)
{
    for (int i = 0; i < c->n[2]; i++)
        h_free_derived(&c->types[i]);
    free(c->ints);
    free(c->addresses);
    free(c->types);
}

/* Nothing is written past the n entries of an array that MPI is given. */
static void check_behind(struct h_case *c, const char *entry, const void *entries, int n, size_t size)
{
    const unsigned char *from = (const unsigned char *) entries + (size_t) n * size;
    size_t same = 0;

    while (same < GUARD * size && from[same] == UNSET)
        same++;
    if (same < GUARD * size)
        h_fail(c, "MPI_Type_get_contents: %s %lld of an array of %d: expected it as it was, found it written", entry,
               (long long) n + (long long) (same / size), n);
}

static void check_guard(struct h_case *c, const struct contents *found, int more)
{
    check_behind(c, "integer", found->ints, found->n[0] + more, sizeof *found->ints);
    check_behind(c, "address", found->addresses, found->n[1] + more, sizeof *found->addresses);
    check_behind(c, "datatype", found->types, found->n[2] + more, sizeof *found->types);
    h_count_verified();
}

static void check_longer(struct h_case *c, MPI_Datatype type)
{
    struct contents exact = contents_of(type, 0), longer = contents_of(type, MORE);

    if (memcmp(exact.ints, longer.ints, (size_t) exact.n[0] * sizeof *exact.ints) != 0 ||
        memcmp(exact.addresses, longer.addresses, (size_t) exact.n[1] * sizeof *exact.addresses) != 0)
        h_fail(c, "MPI_Type_get_contents: arrays longer than needed: expected the same arguments, found others");
    check_guard(c, &exact, 0);
    check_guard(c, &longer, MORE);
    free_contents(&exact);
    free_contents(&longer);
}

/* The object, received as instances of such a type. */
static void move(struct h_case *c, int count, MPI_Datatype type, int op)
{
    h_send_to_self_as(c, c->send, h_whole(c->send), c->recv,
                      h_instances_of(c->recv, count, type), op);
}

/* A type of the object's, and the handle that its contents give. */
static void check_handles(struct h_case *c, int used)
{
    const int count = c->recv.mpi->DTP_obj_count;
    MPI_Datatype outer, inner;
    struct contents contents;

    H_MPI(MPI_Type_contiguous(count, c->recv.mpi->DTP_obj_type, &outer));
    H_MPI(MPI_Type_commit(&outer));
    contents = contents_of(outer, 0);
    inner = contents.types[0];
    contents.n[2] = 0;
    free_contents(&contents);
    h_free_derived(used ? &outer : &inner);
    if (used)
        H_MPI(MPI_Type_commit(&inner));
    move(c, used ? count : 1, used ? inner : outer, used);
    h_free_derived(used ? &inner : &outer);
}

static void visit(struct h_case *c)
{
    int ints, addresses, types, combiner;

    c->variant = "longer-arrays";
    if (h_begin(c, "MPI_Type_get_contents")) {
        H_MPI(MPI_Type_get_envelope(c->recv.mpi->DTP_obj_type, &ints, &addresses, &types, &combiner));
        if (combiner != MPI_COMBINER_NAMED)
            check_longer(c, c->recv.mpi->DTP_obj_type);
        move(c, c->recv.mpi->DTP_obj_count, c->recv.mpi->DTP_obj_type, 2);
    }
    for (int used = 0; used < 2; used++) {
        c->variant = used ? "type-freed" : "contents-freed";
        if (h_begin(c, "MPI_Type_get_contents"))
            check_handles(c, used);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"the contents of a type, and their handles", 0, run};
