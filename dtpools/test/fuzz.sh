#!/bin/sh
# Fuzzes the reader of texts for some seconds (DTP_FUZZ_SECONDS, default 10), guided by coverage, with AddressSanitizer and
# UndefinedBehaviorSanitizer.  DTP_FUZZ_SEED chooses other texts.
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

flags="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined"
coverage=-fsanitize-coverage=trace-pc
echo 'void __sanitizer_cov_trace_pc(void); void __sanitizer_cov_trace_pc(void) { } int main(void) { return 0; }' >"$work/probe.c"
# shellcheck disable=SC2086
if ! $MPICC $flags -o "$work/probe" "$work/probe.c" 2>"$work/output" || ! "$work/probe"; then
    skip "$MPICC $flags makes no program that runs"
fi
$MPICC $coverage -c -o "$work/probe.o" "$work/probe.c" 2>"$work/output" || skip "$MPICC does not know $coverage"

mkdir "$work/library"
for source in "$library"/src/*.c; do
    case $source in
        */tree*.c | */signature.c | */overlap.c | */typemap.c) guided=$coverage ;;
        *) guided= ;;
    esac
    # shellcheck disable=SC2086
    $MPICC $flags $guided -I"$library/include" -I"$library/src" -I"$types" -c "$source" \
        -o "$work/library/$(basename "$source" .c).o" || exit 1
done
# shellcheck disable=SC2086
$MPICC $flags -I"$library/include" -I"$library/src" -I"$types" -o "$work/fuzz" "$here/fuzz.c" "$work"/library/*.o || exit 1
ASAN_OPTIONS=detect_leaks=0:handle_segv=0:allocator_may_return_null=1 "$work/fuzz" "${DTP_FUZZ_SECONDS:-10}" "${DTP_FUZZ_SEED:-0}"
