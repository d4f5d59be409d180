/* Messages of a process to itself, through every way that does not wait for itself. */
#include "messages/message.h"

static const struct h_messages messages = {.sends = "*", .receives = "*"};

static void run(void)
{
    h_each_message(H_SELF, &messages);
}

const struct h_program h_program = {"messages of a process to itself", H_MIXED | H_SENDS, run};
