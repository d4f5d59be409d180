/* An exchange: the messages of a case, from one process to another or to itself, and how they are received. */
#ifndef HARNESS_EXCHANGE_H
#define HARNESS_EXCHANGE_H

#include "state.h"
#include "messages/message_end.h"
#include "messages/message_forms.h"

#include <stdbool.h>

/* In which order, and by which names messages are received. */
struct h_order {
    const char *name;
    bool any_source, any_tag, one_tag, reversed, no_status;
};

struct h_exchange {
    const struct h_send_form *send;
    const struct h_recv_form *receive;
    const struct h_edge *edge;
    const struct h_order *order;
    unsigned flags;             /* of the struct h_messages */
    int guise, receive_guise;
    int n, rounds;              /* messages in flight, up to H_FLIGHTS; rounds of persistent ones, up to H_ROUNDS */
    int first_tag;
    int number;                 /* of this exchange, among those of a pair: for its values */
    MPI_Aint moved;             /* elements of each message */
    struct h_message_end sent[H_FLIGHTS], received[H_FLIGHTS];
    MPI_Request sending[H_FLIGHTS], receiving[H_FLIGHTS];
    MPI_Status statuses[H_FLIGHTS];
};

/* Runs it, and verifies both ends; a process that has neither takes part in what is collective. */
void h_exchange_run(struct h_case *c, struct h_exchange *x);

#endif
