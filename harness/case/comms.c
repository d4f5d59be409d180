/* The communicators that tests go through. */
#include "case/comms.h"
#include "state.h"
#include "tables.h"
#include "run/run.h"

#include <stdbool.h>
#include <string.h>

/* The first rank of the second half of world. */
static int middle(void)
{
    return (harness.size + 1) / 2;
}

/* ---- makers: set comm, and the groups where they are not 0 ---- */

static void make_world(struct h_comm *c)
{
    c->comm = MPI_COMM_WORLD;
}

static void make_dup(struct h_comm *c)
{
    H_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &c->comm));
}

static void make_self(struct h_comm *c)
{
    c->comm = MPI_COMM_SELF;
    c->group = c->remote = harness.rank;
}

/* By halves, or, in every second test, by even and odd ranks, of which there are as many: of the bits of its hash one
 * by which it does not choose what comes first. */
static void make_split(struct h_comm *c)
{
    const bool is_even = h_hash_text(harness.options.test) >> 40 & 1;

    c->group = c->remote = is_even ? harness.rank % 2 : harness.rank >= middle();
    H_MPI(MPI_Comm_split(MPI_COMM_WORLD, c->group, harness.rank, &c->comm));
}

static void make_reversed(struct h_comm *c)
{
    H_MPI(MPI_Comm_split(MPI_COMM_WORLD, 0, harness.size - harness.rank, &c->comm));
}

/* Between the ranks of world below one and those from it on, from the first one to the last, or turned. */
static void make_across(struct h_comm *c, int second, bool is_turned)
{
    const int tag = 17, last = harness.size - 1;
    MPI_Comm group;

    c->group = harness.rank >= second;
    c->remote = 1 - c->group;
    H_MPI(MPI_Comm_split(MPI_COMM_WORLD, c->group, c->group && is_turned ? last - harness.rank : harness.rank,
                         &group));
    H_MPI(MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, c->group ? 0 : is_turned ? last : second, tag, &c->comm));
    H_MPI(MPI_Comm_free(&group));
}

/* Of the two intercommunicators of a test, one has a turned group. */
static bool turns_even(void)
{
    return h_hash_text(harness.options.test) >> 41 & 1;
}

static void make_inter(struct h_comm *c)
{
    make_across(c, middle(), turns_even());
}

static void make_uneven(struct h_comm *c)
{
    make_across(c, 1, !turns_even());
}

static const struct {
    const char *name;
    unsigned set;
    int processes;  /* the least for which it is worth a visit */
    void (*make)(struct h_comm *c);
    bool alike;
} makers[] = {
    {"world", H_WORLD, 1, make_world, false},
    {"dup", H_DUP, 1, make_dup, true},
    {"self", H_SELF, 1, make_self, false},
    {"split", H_SPLIT, 2, make_split, false},
    {"reversed", H_REVERSED, 2, make_reversed, false},
    {"intercommunicator", H_INTER, 2, make_inter, false},
    {"uneven-intercommunicator", H_INTER, 3, make_uneven, false},
};
enum { NUM_MAKERS = H_NUM(makers) };

/* ---- hints ---- */

/* A communicator of which applications assert what does not hold on others (MPI-4.0, 7.4.4); not made in every second
 * test. */
static MPI_Comm hinted = MPI_COMM_NULL;

static void make_hinted(void)
{
    static const char *const assertions[] = {"mpi_assert_no_any_tag", "mpi_assert_no_any_source",
                                             "mpi_assert_exact_length", "mpi_assert_allow_overtaking"};
    MPI_Info info;

    if (h_hash_text(harness.options.test) >> 42 & 1)
        return;
    H_MPI(MPI_Info_create(&info));
    for (int k = 0; k < H_NUM(assertions); k++)
        H_MPI(MPI_Info_set(info, assertions[k], "true"));
    H_MPI(MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &hinted));
    H_MPI(MPI_Info_free(&info));
}

/* ---- the visit ---- */

/* The sizes of the largest and of the smallest group, over all processes. */
static void compare_sizes(struct h_comm *c)
{
    const bool is_more = c->size > c->remote_size;
    long long most[] = {is_more ? c->size : c->remote_size, is_more ? -c->remote_size : -c->size};

    h_allreduce_all(most, H_NUM(most), MPI_MAX);
    c->most = (int) most[0];
    c->least = (int) -most[1];
}

void h_comm_find_neighbours(struct h_comm *c)
{
    if (c->inter) {
        c->left = c->right = c->rank < c->remote_size ? c->rank : MPI_PROC_NULL;
    } else {
        c->left = (c->rank + c->size - 1) % c->size;
        c->right = (c->rank + 1) % c->size;
    }
}

static void describe(struct h_comm *c)
{
    H_MPI(MPI_Comm_set_errhandler(c->comm, MPI_ERRORS_RETURN));
    H_MPI(MPI_Comm_rank(c->comm, &c->rank));
    H_MPI(MPI_Comm_size(c->comm, &c->size));
    H_MPI(MPI_Comm_test_inter(c->comm, &c->inter));
    c->remote_size = c->size;
    if (c->inter)
        H_MPI(MPI_Comm_remote_size(c->comm, &c->remote_size));
    h_comm_find_neighbours(c);
    compare_sizes(c);
}

int h_shares_memory(const struct h_comm *c)
{
    static enum { NOT_ASKED, APART, SHARED } known[NUM_MAKERS];
    MPI_Comm node;
    int size;

    if (known[c->number] == NOT_ASKED) {
        H_MPI(PMPI_Comm_split_type(c->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
        H_MPI(PMPI_Comm_size(node, &size));
        H_MPI(PMPI_Comm_free(&node));
        known[c->number] = size == c->size ? SHARED : APART;
    }
    return known[c->number] == SHARED;
}

bool h_comm_known(const char *name)
{
    for (size_t k = 0; k < NUM_MAKERS; k++)
        if (strcmp(makers[k].name, name) == 0)
            return true;
    return false;
}

/* Those of the process, made when the first case needs them; no name: not made. */
static struct h_comm made[NUM_MAKERS];

static struct h_comm *get(int k)
{
    struct h_comm *c = &made[k];

    if (hinted == MPI_COMM_NULL)
        make_hinted();
    if (!c->name) {
        *c = (struct h_comm) {.name = makers[k].name, .number = k, .alike = makers[k].alike};
        makers[k].make(c);
        describe(c);
    }
    return c;
}

void h_comms_free(void)
{
    for (int k = 0; k < NUM_MAKERS; k++) {
        if (made[k].name && !(makers[k].set & (H_WORLD | H_SELF)))
            H_MPI(MPI_Comm_free(&made[k].comm));
        made[k].name = NULL;
    }
    if (hinted != MPI_COMM_NULL)
        H_MPI(MPI_Comm_free(&hinted));
}

const struct h_comm *h_comm_part(const struct h_comm *c)
{
    int k = 0;

    while (makers[k].set != H_SPLIT)
        k++;
    return !c->inter && c->size == harness.size && harness.size >= makers[k].processes ? get(k) : c;
}

static void visit_comm(int k, bool all_pairs, void (*visit)(const struct h_comm *c, void *with), void *with)
{
    struct h_comm *c = h_budget_was_spent() ? &made[k] : get(k); /* then nothing begins any more */

    c->all_pairs = all_pairs;
    visit(c, with);
}

/* The next communicator of the set from number k on that is worth a visit; past the last one if there is none. */
static int next_comm(unsigned comms, int k)
{
    while (k < NUM_MAKERS && (!(comms & makers[k].set) || harness.size < makers[k].processes))
        k++;
    return k;
}

static bool is_wanted(int k)
{
    return !harness.options.comm || strcmp(harness.options.comm, makers[k].name) == 0;
}

/* Whether its groups have one process each, in which many operations move nothing. */
static bool is_of_one(int k)
{
    return makers[k].set & H_SELF || (makers[k].set & H_SPLIT && harness.size < 3);
}

void h_each_comm(unsigned comms, int from, void (*visit)(const struct h_comm *c, void *with), void *with)
{
    const bool first_alone = harness.options.totals;
    int set[NUM_MAKERS], n = 0;

    for (int k = next_comm(comms, 0); k < NUM_MAKERS && !(first_alone && n); k = next_comm(comms, k + 1))
        set[n++] = k;
    for (int i = 0; i < n && is_of_one(set[from % n]); i++)
        from++;
    for (int i = 0; i < n; i++) {
        const int k = set[(from + i) % n];
        if (is_wanted(k))
            visit_comm(k, k == set[0] && !(comms & H_ONCE) && !first_alone, visit, with);
    }
}

void h_first_comm(unsigned comms, void (*visit)(const struct h_comm *c, void *with), void *with)
{
    const int first = next_comm(comms, 0);

    if (first < NUM_MAKERS && is_wanted(first))
        visit_comm(first, true, visit, with);
}
