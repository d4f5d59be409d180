#!/bin/sh
# Runs the unit tests with AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer, and some, as make has built
# them, with valgrind, where there are these tools.  What the MPI library leaks itself is left out: asan.supp,
# valgrind.supp.
set -u

# shellcheck source=dtpools/test/preamble.sh
. "$(dirname "$0")/preamble.sh"
tests="blocks kind layout plain extended text typemap op misuse failing image decode mpi guard"
valgrind_tests="op failing typemap"

# compile_one SOURCE FLAGS: into $work
compile_one() {
    object=$work/$(basename "$(dirname "$1")")_$(basename "$1" .c).o
    # shellcheck disable=SC2086
    compile_c -g $2 -c "$1" -o "$object" || exit 1
}

# compile FLAGS: the library and the tests, into programs in $work
compile() {
    for source in "$library"/src/*.c; do
        compile_one "$source" "$1"
    done
    for name in naive naive_traits $tests; do
        compile_one "$here/$name.c" "$1"
    done
    $MPICC -c "$work/dlclose.c" -o "$work/dlclose.o" || exit 1
    for name in $tests; do
        # shellcheck disable=SC2086
        $MPICC -g $1 -o "$work/$name" "$work/test_$name.o" "$work/test_naive.o" "$work/test_naive_traits.o" \
            "$work"/src_*.o "$work/dlclose.o" || exit 1
    done
}

# What the tools make slow: image and mpi take counts below 600 alone, of a type of each kind.
arguments() {
    case $1 in
        mpi | image) echo 600 ;;
    esac
}

failed=0
tried=0

# try NAME COMMAND...
try() {
    name=$1
    shift
    tried=$((tried + 1))
    # shellcheck disable=SC2046
    if "$@" $(arguments "$name") >"$work/output" 2>&1; then
        echo "ok: $name: $(tail -n 1 "$work/output")"
    else
        failed=$((failed + 1))
        echo "FAILED: $*"
        head -n 60 "$work/output"
    fi
}

# Leaks are named by the library that made them, which must still be there at the end.
echo 'int dlclose(void *handle) { (void) handle; return 0; }' >"$work/dlclose.c"

echo 'int main(void) { return 0; }' >"$work/probe.c"
sanitizers="-O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined"
# shellcheck disable=SC2086
if $MPICC $sanitizers -o "$work/probe" "$work/probe.c" >"$work/output" 2>&1 && "$work/probe" >>"$work/output" 2>&1; then
    compile "$sanitizers"
    # The last two keep less of what was freed, and shorter lists of callers: a fifth of the time.
    ASAN_OPTIONS=detect_leaks=1:handle_segv=0:allocator_may_return_null=1:detect_stack_use_after_return=1
    ASAN_OPTIONS=$ASAN_OPTIONS:quarantine_size_mb=16:malloc_context_size=8
    # shellcheck disable=SC2089 # the sanitizer reads the quotes
    LSAN_OPTIONS="suppressions='$here/asan.supp':print_suppressions=0"
    UBSAN_OPTIONS=print_stacktrace=1
    # shellcheck disable=SC2090
    export ASAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS
    for name in $tests; do
        try "$name" "$work/$name"
    done
    unset ASAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS
else
    echo "no sanitizers: $MPICC $sanitizers makes no program that runs:"
    head -n 5 "$work/output"
fi

if command -v valgrind >/dev/null; then
    for name in $valgrind_tests; do
        try "$name" valgrind -q --error-exitcode=1 --leak-check=full --errors-for-leak-kinds=definite,indirect \
            --show-leak-kinds=definite,indirect --suppressions="$here/valgrind.supp" "$types/test/$name"
    done
else
    echo "no valgrind in PATH"
fi

[ "$tried" -gt 0 ] || skip "neither sanitizers nor valgrind"
echo "$tried runs, $failed failed"
[ "$failed" -eq 0 ]
