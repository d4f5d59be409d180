/* Process topologies over a communicator, for operations among neighbours. */
#ifndef HARNESS_TOPOLOGY_H
#define HARNESS_TOPOLOGY_H

#include "harness.h"

/* One end of an edge.  Edges from one process to another have numbers of their own, which both of them know. */
struct h_end {
    int rank;       /* the other process, or MPI_PROC_NULL */
    int edge;
};

/* A process has either an edge to each process, or at most so many either way: those of three dimensions. */
enum { H_MOST_EDGES = 6 };

struct h_topology {
    const char *name, *kind;
    struct h_comm comm;              /* the communicator that it is over, but for the handle */
    MPI_Comm over;                   /* that communicator's handle */
    int num_sources, num_dests;
    struct h_end *sources, *dests;   /* in the order of the blocks */
};

int h_topologies(void);

/* Topology k over a communicator; it has a handle and ends once a case has opened it. */
const struct h_topology *h_topology_of(const struct h_comm *comm, int k);

/* What a case opens: its topology is made by all processes of its communicator, unless it is there. */
int h_topology_open(struct h_case *c);

void h_topologies_free(void);

#endif
