#include "canary.h"

/* Each seed has a segment of the table, which begins a line of the cache after that of the seed before: within it the
 * pattern does not repeat, and both numbers of lines are prime, so that no power of two and no row length meets it
 * again soon.  A segment is small enough to stay in the cache. */
enum { LINE = DTPI_CANARY_LINE, SEEDS = 4093, SEGMENT = 131 * LINE };

static _Alignas(LINE) unsigned char table[SEEDS * LINE + SEGMENT];

/* Successive outputs of a 64-bit generator by the splitmix construction, their highest bytes first. */
static void prepare(void)
{
    uint64_t state = 1;

    for (size_t i = 0; i < sizeof table; i += sizeof state) {
        uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        z ^= z >> 31;
        for (size_t byte = 0; byte < sizeof z; byte++)
            table[i + byte] = (unsigned char) (z >> (56 - 8 * byte));
    }
}

static const unsigned char *segment_of(uint64_t seed)
{
    static bool prepared;

    if (!prepared)
        prepare();
    prepared = true;
    return table + seed % SEEDS * LINE;
}

void dtpi_canary_fill(unsigned char *at, size_t n, uint64_t seed, uint64_t position)
{
    const unsigned char *segment = segment_of(seed);
    size_t from = (size_t) (position % SEGMENT), part;

    for (; n > 0; n -= part, at += part, from = 0) {
        part = n < SEGMENT - from ? n : SEGMENT - from;
        memcpy(at, segment + from, part);
    }
}

bool dtpi_canary_same(const unsigned char *at, size_t n, uint64_t seed, uint64_t position)
{
    const unsigned char *segment = segment_of(seed);
    size_t from = (size_t) (position % SEGMENT), part;

    for (; n > 0; n -= part, at += part, from = 0) {
        part = n < SEGMENT - from ? n : SEGMENT - from;
        if (!dtpi_same_bytes(at, segment + from, part))
            return false;
    }
    return true;
}
