#include "canary.h"

#include <string.h>

enum { PERIOD = 4093, CHUNK = 16384 }; /* a prime period: no power of two and no row length meets it again soon */

static unsigned char pattern[PERIOD + CHUNK];

/* Successive outputs of a 64-bit generator by the splitmix construction. */
static void prepare(void)
{
    uint64_t state = 1;

    for (size_t i = 0; i < PERIOD; i++) {
        uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        pattern[i] = (unsigned char) (z >> 56);
    }
    for (size_t i = PERIOD; i < sizeof pattern; i++)
        pattern[i] = pattern[i - PERIOD];
}

static const unsigned char *pattern_at(uint64_t position)
{
    static bool prepared;

    if (!prepared)
        prepare();
    prepared = true;
    return pattern + position % PERIOD;
}

void dtpi_canary_fill(unsigned char *at, size_t n, uint64_t position)
{
    for (size_t done = 0, part; done < n; done += part) {
        part = n - done < CHUNK ? n - done : CHUNK;
        memcpy(at + done, pattern_at(position + done), part);
    }
}

bool dtpi_canary_same(const unsigned char *at, size_t n, uint64_t position)
{
    for (size_t done = 0, part; done < n; done += part) {
        part = n - done < CHUNK ? n - done : CHUNK;
        if (memcmp(at + done, pattern_at(position + done), part) != 0)
            return false;
    }
    return true;
}
