#!/bin/sh
# The README's own example of a layout with a new constructor, as it stands: it compiles, and the tests of layouts pass.
set -u

# shellcheck source=dtpools/test/preamble.sh
. "$(dirname "$0")/preamble.sh"

cp -r "$library/src" "$library/test" "$library/include" "$work" || exit 99
chmod -R u+w "$work"

# The row goes to the end of layouts.def, the function before the table in layout_basic.c.
sed -n '/^    DTPI_LAYOUT(MYLAYOUT/s/^    //p' "$library/README" >"$work/row"
# shellcheck disable=SC2016
sed -n '/^    \/\* `count` vectors of/,/^    }/s/^    //p' "$library/README" >"$work/function"
if [ "$(wc -l <"$work/row")" -ne 1 ] || [ "$(wc -l <"$work/function")" -lt 5 ]; then
    echo "the example is not in $library/README"
    exit 1
fi
cat "$work/row" >>"$work/src/layouts.def"
{
    sed '/^enum number {/,$d' "$library/src/layout_basic.c"
    cat "$work/function"
    echo
    sed -n '/^enum number {/,$p' "$library/src/layout_basic.c"
} >"$work/src/layout_basic.c"

for source in "$work"/src/*.c; do
    $MPICC -O1 -I"$work/include" -I"$work/src" -I"$types" -c "$source" -o "${source%.c}.o" || exit 1
done
for name in layout extended; do
    $MPICC -O1 -I"$work/include" -I"$work/src" -I"$work/test" -I"$types" -o "$work/$name" "$work/test/$name.c" \
        "$work/test/naive.c" "$work/test/naive_traits.c" "$work"/src/*.o || exit 1
    "$work/$name" || exit 1
done
cat >"$work/has.c" <<'EOC'
#include "dtpools.h"
#include <stdio.h>
#include <string.h>
int main(void)
{
    DTP_t pool = NULL;
    int found = 0;

    MPI_Init(NULL, NULL);
    if (DTP_pool_create(MPI_INT, 512, &pool) == DTP_SUCCESS)
        for (int i = 0; i < pool->DTP_num_objs; i++)
            if (strcmp(DTP_obj_name(pool, i), "DTPI_OBJ_LAYOUT_MYLAYOUT__NESTED_VECTOR") == 0)
                found = DTP_obj_create(pool, i, 1, 1, 512) == DTP_SUCCESS &&
                        DTP_obj_buf_check(pool, i, 1, 1, 512) == DTP_SUCCESS;
    (void) DTP_pool_free(pool);
    MPI_Finalize();
    puts(found ? "the layout is in the pool" : "the layout is not in the pool");
    return !found;
}
EOC
$MPICC -I"$work/include" -o "$work/has" "$work/has.c" "$work"/src/*.o || exit 1
"$work/has"
