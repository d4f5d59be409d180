/* Which of n variants a pair of objects has, where each pair has one of them. */
#ifndef HARNESS_TURN_H
#define HARNESS_TURN_H

/* 0 to n - 1, for objects i and j.  Pairs (i, i + d) that follow each other have all n in turn, for any d and n: many
 * tests go through one such diagonal alone.  `shift` is where they begin; no argument is negative, n is positive. */
static inline int h_turn_of_pair(int i, int j, int shift, int n)
{
    return (2 * (j % n) - i % n + shift % n + n) % n;
}

#endif
