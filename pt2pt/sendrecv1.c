/* Blocking sends in all modes, in both directions between neighbours: every layout of the send pool arrives in
 * every layout of the receive pool. */
#include "messages/message.h"

static const struct h_messages messages = {
    .sends = "MPI_Send|MPI_Ssend|MPI_Bsend|MPI_Rsend",
    .receives = "MPI_Recv|MPI_Irecv",
    .flags = H_ONE_PLAIN | H_EVERY_SEND,
};

static void run(void)
{
    h_each_message(H_INTRA | H_INTER, &messages);
}

const struct h_program h_program = {"blocking send and receive in all modes", H_MIXED | H_SENDS, run};
