/* Messages of nothing: counts of zero and types of size zero, from every send to every receive, into buffers that
 * must not change, and that serve a message of something afterwards. */
#include "messages/message.h"

static const struct h_messages messages = {.sends = "*", .receives = "*", .flags = H_EMPTY};

static void run(void)
{
    h_each_message(H_INTRA | H_INTER, &messages);
}

const struct h_program h_program = {"messages of nothing", H_MIXED | H_SENDS, run};
