/* What a generated test says of itself, for one whose signature is always on the command line. */
extern const char harness_defaults[];
const char harness_defaults[] = "bench";
