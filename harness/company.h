/* Another collective operation between those of a case. */
#ifndef HARNESS_COMPANY_H
#define HARNESS_COMPANY_H

#include "harness.h"

/* Starts it in the communicator of the case; completes and verifies it. */
void h_company_start(const struct h_case *c);
void h_company_end(const struct h_case *c);

/* Frees what it keeps. */
void h_company_finish(void);

#endif
