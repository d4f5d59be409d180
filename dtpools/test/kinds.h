/* One basic type of each kind stands for all of them, where a tool makes everything slow. */
#ifndef KINDS_H
#define KINDS_H

#include "basic.h"
#include "dtpools.h"

#include <stdbool.h>

/* Whether no basic type before number t of DTP_basic_types has its kind. */
static inline bool is_new_kind(int t)
{
    const struct dtpi_kind *kind = dtpi_basic_of(DTP_basic_types[t])->kind;

    for (int i = 0; i < t; i++)
        if (dtpi_basic_of(DTP_basic_types[i])->kind == kind)
            return false;
    return true;
}

#endif
