#!/bin/sh
# Whatever the compiler: gcc and clang make the same random objects, those of random_objects.inc, and the same tables.
set -u

# shellcheck source=dtpools/test/preamble.sh
. "$(dirname "$0")/preamble.sh"

tried=0
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    MPICH_CC=$compiler OMPI_CC=$compiler
    export MPICH_CC OMPI_CC
    mkdir "$work/$compiler" || exit 99
    for source in "$library"/src/*.c "$here"/naive.c "$here"/naive_traits.c "$here"/extended.c "$here"/classes.c; do
        compile_c -O1 -c "$source" \
            -o "$work/$compiler/$(basename "$source" .c).o" || exit 1
    done
    for name in extended classes; do
        mv "$work/$compiler/$name.o" "$work/$name.o"
    done
    mv "$work/$compiler/naive.o" "$work/$compiler/naive_traits.o" "$work"
    $MPICC -o "$work/extended" "$work/extended.o" "$work/naive.o" "$work/naive_traits.o" "$work/$compiler"/*.o || exit 1
    $MPICC -o "$work/classes" "$work/classes.o" "$work/$compiler"/*.o || exit 1
    "$work/extended" || exit 1
    "$work/classes" >"$work/$compiler.table" || exit 1
    tried=$((tried + 1))
    echo "ok: $compiler"
done

[ "$tried" -gt 1 ] || skip "one of gcc and clang is missing"
cmp "$work/gcc.table" "$work/clang.table"
