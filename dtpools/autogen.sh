#!/bin/sh
# Makes configure for the library alone, and the list of types unless there is one: all types that the library knows.
set -eu
cd "$(dirname "$0")"

if ! command -v autoreconf >/dev/null; then
    echo "dtpools/autogen.sh: error: autoreconf is not in PATH: install autoconf, automake and libtool" >&2
    exit 1
fi

if [ ! -f basictypelist.txt ]; then
    sed -n 's/^[A-Z_]*(\(MPI_[A-Z0-9_]*\).*/\1/p' src/basic_types.def >basictypelist.tmp
    mv basictypelist.tmp basictypelist.txt
fi
autoreconf -fi
