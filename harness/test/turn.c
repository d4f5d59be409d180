/* h_turn_of_pair: n pairs of a diagonal that follow each other have all of n variants. */
#include "check.h"
#include "case/turn.h"

enum { MOST = 40 };

static int variants_of(int first, int distance, int shift, int n)
{
    bool is_met[MOST] = {false};
    int met = 0;

    for (int i = first; i < first + n; i++) {
        const int turn = h_turn_of_pair(i, i + distance, shift, n);
        if (!CHECK(turn >= 0 && turn < n))
            return 0;
        met += !is_met[turn];
        is_met[turn] = true;
    }
    return met;
}

int main(void)
{
    check_start();
    for (int n = 1; n <= MOST; n++)
        for (int distance = 0; distance < 12; distance++) {
            check_about("%d variants, pairs (i, i + %d)", n, distance);
            CHECK_INT(variants_of(distance % 3 * 100, distance, 7 * distance, n), n);
        }
    return check_end();
}
