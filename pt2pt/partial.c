/* Messages shorter than the receive, ending anywhere, from every send to every receive: what the status says, and
 * what is not touched. */
#include "messages/message.h"

static const struct h_messages messages = {.sends = "*", .receives = "*", .flags = H_ANY_LENGTH};

static void run(void)
{
    h_each_message(H_INTRA | H_INTER, &messages);
}

const struct h_program h_program = {"messages that are shorter than the receive", H_MIXED, run};
