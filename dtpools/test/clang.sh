#!/bin/sh
# Compiles the library and its unit tests with clang behind the MPI's compiler command, where there is one, and runs them:
# what holds with the compiler of the build holds with clang, the stored random objects among it.
set -u

here=$(cd "$(dirname "$0")" && pwd)
library=$(dirname "$here")
: "${MPICC:=mpicc}"
MPICH_CC=clang OMPI_CC=clang
export MPICH_CC OMPI_CC

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
command -v clang >/dev/null || skip "no clang in PATH"

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM

printf '%s\n' '#ifdef __clang__' 'int main(void) { return 0; }' '#endif' >"$work/probe.c"
$MPICC -o "$work/probe" "$work/probe.c" >"$work/output" 2>&1 || skip "$MPICC does not take clang for its compiler"

mkdir "$work/library"
for source in "$library"/src/*.c; do
    $MPICC -O2 -I"$library/include" -I"$library/src" -I"$types" -c "$source" \
        -o "$work/library/$(basename "$source" .c).o" || exit 1
done
for source in "$here"/naive*.c; do
    $MPICC -O2 -I"$library/include" -I"$library/src" -I"$types" -c "$source" -o "$work/$(basename "$source" .c).o" || exit 1
done

failed=0
tried=0
for source in "$here"/*.c; do
    name=$(basename "$source" .c)
    case $name in
        naive* | fuzz) continue ;;
        image | mpi) most=600 ;;
        *) most= ;;
    esac
    $MPICC -O2 -I"$library/include" -I"$library/src" -I"$types" -o "$work/$name" "$source" "$work"/naive*.o \
        "$work"/library/*.o || exit 1
    tried=$((tried + 1))
    # shellcheck disable=SC2086 # no argument where there is none
    if "$work/$name" $most >"$work/output" 2>&1; then
        echo "ok: $name: $(tail -n 1 "$work/output")"
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        head -n 60 "$work/output"
    fi
done
echo "$tried runs, $failed failed"
[ "$failed" -eq 0 ]
