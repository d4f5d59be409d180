#include "canary.h"

#include <string.h>

/* The period is a prime number of lines of the cache: no power of two and no row length meets it again soon, and the pattern
 * of a position that is aligned to a line is aligned to one too. */
enum { PERIOD = 4093 * DTPI_CANARY_LINE, CHUNK = 16384 };

static _Alignas(DTPI_CANARY_LINE) unsigned char pattern[PERIOD + CHUNK];

/* Successive outputs of a 64-bit generator by the splitmix construction, their highest bytes first. */
static void prepare(void)
{
    uint64_t state = 1;

    for (size_t i = 0; i < PERIOD; i += sizeof state) {
        uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        z ^= z >> 31;
        for (size_t byte = 0; byte < sizeof z; byte++)
            pattern[i + byte] = (unsigned char) (z >> (56 - 8 * byte));
    }
    memcpy(pattern + PERIOD, pattern, CHUNK);
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
        if (!dtpi_same_bytes(at + done, pattern_at(position + done), part))
            return false;
    }
    return true;
}
