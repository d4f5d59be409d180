/* What a generated test says of itself, for one whose signature is always on the command line. */
#include "harness.h"

const char harness_defaults[] = "bench";
const char *const harness_names[] = {""};
const struct h_program *const harness_programs[] = {&h_program, NULL};
