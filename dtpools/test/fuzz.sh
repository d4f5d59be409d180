#!/bin/sh
# Fuzzes the reader of texts for some seconds (DTP_FUZZ_SECONDS, default 10), guided by coverage, with AddressSanitizer
# and UndefinedBehaviorSanitizer.  DTP_FUZZ_SEED chooses other texts.
set -u

# shellcheck source=dtpools/test/preamble.sh
. "$(dirname "$0")/preamble.sh"

flags="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined"
coverage=-fsanitize-coverage=trace-pc
cat >"$work/probe.c" <<'EOC'
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) { }
int main(void) { return 0; }
EOC
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
    compile_c $flags $guided -c "$source" \
        -o "$work/library/$(basename "$source" .c).o" || exit 1
done
# shellcheck disable=SC2086
compile_c $flags -o "$work/fuzz" "$here/fuzz.c" "$work"/library/*.o || exit 1
ASAN_OPTIONS=detect_leaks=0:handle_segv=0:allocator_may_return_null=1
export ASAN_OPTIONS
"$work/fuzz" "${DTP_FUZZ_SECONDS:-10}" "${DTP_FUZZ_SEED:-0}"
