#!/bin/sh
# Compiles the C++ example with the MPI's C++ compiler command, or with a C++ compiler and the flags of MPICC, links it
# to the library of the build folder, and runs it.
set -u

# shellcheck source=dtpools/test/preamble.sh
. "$(dirname "$0")/preamble.sh"

archive=
for folder in .libs dtpools/.libs; do
    if [ -f "$folder/libdtpools.a" ]; then
        archive=$folder/libdtpools.a
    fi
done
[ -n "$archive" ] || skip "no libdtpools.a in .libs or dtpools/.libs: run this in the build folder of a static library"

# compile COMMAND...: the example, without the C++ interface that MPI libraries once had
compile() {
    "$@" -DMPICH_SKIP_MPICXX -DOMPI_SKIP_MPICXX -I"$library/include" -o "$work/example" "$library/example/cxx.cxx" \
        "$archive" >"$work/output" 2>&1
}

# behind FLAG: MPICC's command line, with a C++ compiler in place of the C compiler
behind() {
    # shellcheck disable=SC2046
    set -- $($MPICC "$1" -I"$library/include" -o "$work/example" "$library/example/cxx.cxx" "$archive" 2>/dev/null)
    [ $# -gt 1 ] || return 1
    shift
    ${CXX:-c++} -DMPICH_SKIP_MPICXX -DOMPI_SKIP_MPICXX "$@" >"$work/output" 2>&1
}

# Is there a C++ compiler at all?  Only then is a program that does not compile a failure.
echo 'int main() { return 0; }' >"$work/probe.cxx"
mpicxx=${MPICXX:-$(echo "$MPICC" | sed 's/mpicc\([^/]*\)$/mpicxx\1/')}
if $mpicxx -o "$work/probe" "$work/probe.cxx" >"$work/output" 2>&1; then
    # shellcheck disable=SC2086
    compile $mpicxx
elif ${CXX:-c++} -o "$work/probe" "$work/probe.cxx" >"$work/output" 2>&1; then
    behind -show || behind --showme
else
    skip "neither $mpicxx nor ${CXX:-c++} compiles C++"
fi
status=$?
if [ "$status" -ne 0 ]; then
    cat "$work/output"
    exit 1
fi
"$work/example"
