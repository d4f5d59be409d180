/* The two objects that -obj confines a test to. */
#include "state.h"
#include "case/pools.h"
#include "run/line.h"

#include <stdio.h>
#include <string.h>

static const char prefix[] = "DTPI_OBJ_LAYOUT_";

const char *h_short_name(const char *name)
{
    return strncmp(name, prefix, strlen(prefix)) == 0 ? name + strlen(prefix) : name;
}

/* The index that a word of -obj means: a number, or the name of a layout with or without its prefix; -1 if none. */
static int find_object(DTP_t pool, const char *word)
{
    long long index;

    if (h_parse_number(word, 0, pool->DTP_num_objs - 1, &index))
        return (int) index;
    for (int i = 0; i < pool->DTP_num_objs; i++) {
        const char *name = DTP_obj_name(pool, i);
        if (strcmp(name, word) == 0 || strcmp(h_short_name(name), word) == 0)
            return i;
    }
    return -1;
}

int h_only_resolve(char why[H_TEXT])
{
    char first[H_TEXT], second[H_TEXT];
    const char *rest = h_next_word(harness.options.obj, first), *more = rest ? h_next_word(rest, second) : NULL;

    if (!rest)
        memcpy(second, first, sizeof first);
    harness.only_i = find_object(harness.send[0], first);
    harness.only_j = find_object(harness.recv[0], second);
    if (harness.only_i >= 0 && harness.only_j >= 0 && !more)
        return 0;
    snprintf(why, H_TEXT, "-obj=%s: expected one or two objects, separated by a comma: send 0 to %d, "
             "receive 0 to %d, or names such as %s or %s", harness.options.obj, harness.send[0]->DTP_num_objs - 1,
             harness.recv[0]->DTP_num_objs - 1, DTP_obj_name(harness.send[0], 0),
             h_short_name(DTP_obj_name(harness.send[0], 0)));
    return H_USAGE;
}
