/* How much each block of an operation has, and what is alike of them: what the `places` of a case say. */
#include "blocks/side.h"

#include <stdbool.h>

unsigned h_places_digit(const struct h_case *c, unsigned weight, unsigned base)
{
    return c->places / weight % base;
}

/* Operations that take several counts may get the same one for all blocks, and libraries have algorithms for that: in
 * one case in four they do. */
int h_has_one_count(const struct h_case *c)
{
    return !(c->what->flags & (H_COUNTS | H_TYPES)) || h_places_digit(c, H_WHICH_COUNTS, 4) == 3;
}

/* In half of the cases with one count for all, blocks are as alike as they can be: of one type, or as close as without
 * displacements. */
bool h_are_alike(const struct h_case *c)
{
    return h_has_one_count(c) && h_places_digit(c, H_HOW_ALIKE, 2) == 1;
}

/* Each block has the next object, or two objects take turns: then all types of a call are of one size and of the same
 * bounds where the two look alike. */
int h_object_of_block(const struct h_case *c, int k)
{
    if (!(c->what->flags & H_TYPES) || h_are_alike(c))
        return 0;
    return h_places_digit(c, H_WHICH_TYPES, 2) == 1 ? k % 2 : k;
}

/* Of two groups that send to each other, one may send more than the other (MPI-3.1, 5.7, 5.8). */
static bool sends_more(const struct h_case *c, int group)
{
    const bool is_mutual = c->comm->inter && !(c->what->flags & (H_REDUCES | H_ROOTED));

    return is_mutual && (int) h_places_digit(c, H_HOW_MANY, 3) == group + 1;
}

/* Ways in which counts differ, beside those that go by the ranks: one process has more than all others, it receives
 * nothing though it sends, or it sends nothing though it receives.  In place as much goes as comes: it does neither. */
enum { ONE_HAS_MORE = 4, ONE_RECEIVES_NOTHING, ONE_SENDS_NOTHING };

static int copies_where_one_differs(const struct h_case *c, int way, int from, int to)
{
    const bool is_source = from == 1, is_dest = to == 1, is_either = is_source || is_dest;
    const bool is_none = c->in_place ? is_either : way == ONE_RECEIVES_NOTHING ? is_dest : is_source;

    return way == ONE_HAS_MORE ? 1 + is_either : !is_none;
}

/* How often the object is in the block of a message from a group: 1, or where counts differ 0, 1 or 2; alike on both
 * sides. */
int h_copies_in_block(const struct h_case *c, int group, int from, int to)
{
    const int way = (int) h_places_digit(c, H_HOW_MANY, 7);

    if (c->empty || c->silent == group + 1)
        return 0;
    if (c->what->flags & H_REDUCES || h_has_one_count(c))
        return sends_more(c, group) ? 2 : 1;
    if (to == H_ALL)
        to = 0;
    if (from == H_NONE)
        from = 0;
    if (c->topology)
        to %= c->comm->size; /* edges from one process to another have one count */
    if (way == ONE_HAS_MORE || (way > ONE_HAS_MORE && !(c->what->flags & H_ROOTED)))
        return copies_where_one_differs(c, way, from, to);
    /* in place as much goes as comes */
    return (1 + (c->in_place ? 1 : 2) * from + to + way) % 4 % 3;
}

int h_recvcount(const struct h_case *c, int rank)
{
    if (c->comm->inter)
        return c->comm->remote_size; /* so that both groups reduce as much */
    if (h_has_one_count(c))
        return 1;
    if (c->i % 4 == 3)
        return rank == c->comm->size - 1 ? 2 : 1; /* all alike but the last */
    return (1 + rank + c->i) % 3;
}

struct h_scatter h_scatter(const struct h_case *c)
{
    struct h_scatter s = {.all = 0};

    for (int r = 0; r < c->comm->size; r++) {
        s.first += r < c->comm->rank ? h_recvcount(c, r) : 0;
        s.all += h_recvcount(c, r);
    }
    s.mine = h_recvcount(c, c->comm->rank);
    return s;
}
