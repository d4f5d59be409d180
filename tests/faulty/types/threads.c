/* Faults in threads other than the main one. */
#include "faulty.h"
#include "hooks.h"

static bool is_other_thread(void)
{
    int is_main = 1;

    PMPI_Is_thread_main(&is_main);
    return !is_main;
}

LOSES_IF(thread_message_short, l->call == RECEIVE && is_other_thread())
LOSES_IF(thread_unpack_short, l->call == UNPACK && is_other_thread())

bool thread_block_lost(struct blocks *b)
{
    if (!is_other_thread() || b->n < 2)
        return false;
    b->lens[b->n - 1] = 0;
    return true;
}
