// The test of attributes from C++: the same source, its callbacks and its descriptor with the names of C.
#include "harness.h"

extern "C" {
extern const struct h_program h_program;
#include "fkeyvaltype.c"
}
