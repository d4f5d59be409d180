/* All ranks must be asked the same: else one leaves out what another waits for, and data that are right look wrong. */
#include "state.h"
#include "tables.h"
#include "run/line.h"
#include "run/run.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What decides which cases there are, beyond the objects, and how many of them. */
static const char *const variables[] = {"DTP_WHERE", "DTP_LEAVE_OUT", "DTP_KNOWN_ISSUES", "DTP_PROFILE", "DTP_BUDGET"};

enum { NUM_VARIABLES = H_NUM(variables), OPTIONS = NUM_VARIABLES, OBJECTS, NUM_THINGS };

/* Of a text that is longer than any that people read, its beginning and its length. */
static uint64_t add_objects(uint64_t hash, DTP_t pool)
{
    char text[1024], number[32];

    hash = h_hash_more(hash, DTP_pool_signature(pool));
    for (int k = 0; k < pool->DTP_num_objs; k++) {
        snprintf(number, sizeof number, "%d", DTP_obj_text(pool, k, text, sizeof text));
        hash = h_hash_more(h_hash_more(hash, number), text);
    }
    return hash;
}

static uint64_t add_options(uint64_t hash)
{
    for (int k = 1; k < harness.options.argc; k++)
        hash = h_hash_more(hash, harness.options.argv[k]);
    return hash;
}

static long long hash_of(int thing)
{
    uint64_t hash = H_HASH_NOTHING;

    if (thing < NUM_VARIABLES && getenv(variables[thing]))
        hash = h_hash_more(hash, getenv(variables[thing]));
    if (thing == OPTIONS)
        hash = add_options(hash);
    if (thing == OBJECTS)
        hash = add_objects(add_objects(hash, harness.send[0]), harness.recv[0]);
    return (long long) (hash >> 1);
}

int h_check_same(void)
{
    long long hashes[2 * NUM_THINGS];
    char why[H_TEXT];

    for (int k = 0; k < NUM_THINGS; k++)
        hashes[NUM_THINGS + k] = -(hashes[k] = hash_of(k));
    h_allreduce_all(hashes, 2 * NUM_THINGS, MPI_MAX);
    for (int k = 0; k < NUM_THINGS; k++) {
        if (hashes[k] == -hashes[NUM_THINGS + k])
            continue;
        snprintf(why, sizeof why, "the processes differ in their %s: expected the same on all",
                 k < NUM_VARIABLES ? variables[k] : k == OPTIONS ? "options" :
                 "objects (DTP_NUM_OBJS, DTP_TRAITS, DTP_RANDOM_OBJS, DTP_SAMPLE_OBJS, DTP_SEED, DTP_MAX_BUFSIZE)");
        return h_agree(H_FAILED, why);
    }
    return 0;
}
