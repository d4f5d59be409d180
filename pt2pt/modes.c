/* Every call that sends against every call that receives, probes among them: several messages in flight, out of
 * order, of one tag, for receives from anywhere; types freed while they are used, absolute addresses, packed data,
 * buffers at any address.  With PLAIN each message by itself, as it is. */
#include "messages/message.h"

#ifdef PLAIN
enum { FLAGS = H_ONE_PLAIN | H_EVERY_SEND };
#else
enum { FLAGS = 0 };
#endif

static const struct h_messages messages = {.sends = "*", .receives = "*", .flags = FLAGS};

static void run(void)
{
    h_each_message(H_INTRA | H_INTER, &messages);
}

const struct h_program h_program = {"all sends against all receives", H_MIXED | H_SENDS, run};
