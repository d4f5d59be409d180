#!/bin/sh
# Compiles the library and its unit tests with clang behind the MPI's compiler command, where there is one, and runs
# them: what holds with the compiler of the build holds with clang, the stored random objects among it.
set -u

# shellcheck source=dtpools/test/preamble.sh
. "$(dirname "$0")/preamble.sh"
MPICH_CC=clang OMPI_CC=clang
export MPICH_CC OMPI_CC

command -v clang >/dev/null || skip "no clang in PATH"

printf '%s\n' '#ifdef __clang__' 'int main(void) { return 0; }' '#endif' >"$work/probe.c"
$MPICC -o "$work/probe" "$work/probe.c" >"$work/output" 2>&1 || skip "$MPICC does not take clang for its compiler"

mkdir "$work/library"
for source in "$library"/src/*.c; do
    compile_c -O2 -c "$source" \
        -o "$work/library/$(basename "$source" .c).o" || exit 1
done
for source in "$here"/naive*.c; do
    compile_c -O2 -c "$source" -o "$work/$(basename "$source" .c).o" || exit 1
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
    compile_c -O2 -o "$work/$name" "$source" "$work"/naive*.o \
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
