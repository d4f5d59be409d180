#!/bin/sh
# Whatever the compiler: gcc and clang make the same random objects, those of random_objects.inc, and the same tables.
set -u

here=$(cd "$(dirname "$0")" && pwd)
library=$(dirname "$here")
: "${MPICC:=mpicc}"

skip() {
    echo "skipped: $*"
    exit 77
}

types=
for folder in . dtpools; do
    if [ -f "$folder/dtp_types.h" ]; then
        types=$PWD/$folder
    fi
done
[ -n "$types" ] || skip "no dtp_types.h in . or dtpools: run this in the build folder"

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM

tried=0
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    MPICH_CC=$compiler OMPI_CC=$compiler
    export MPICH_CC OMPI_CC
    mkdir "$work/$compiler" || exit 99
    for source in "$library"/src/*.c "$here"/naive.c "$here"/naive_traits.c "$here"/extended.c "$here"/classes.c; do
        $MPICC -O1 -I"$library/include" -I"$library/src" -I"$types" -c "$source" \
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
