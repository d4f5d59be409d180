#!/bin/sh
# Makes everything that a checkout lacks: the generated tests, and configure for the whole and for the library alone.
set -eu
cd "$(dirname "$0")"

missing=
for tool in perl autoreconf automake; do
    command -v "$tool" >/dev/null || missing="$missing $tool"
done
command -v libtoolize >/dev/null || command -v glibtoolize >/dev/null || missing="$missing libtoolize"
if [ -n "$missing" ]; then
    echo "autogen.sh: error: not in PATH:$missing" >&2
    echo "    Install autoconf, automake, libtool and perl" >&2
    echo "    (Debian: apt-get install autoconf automake libtool perl)." >&2
    exit 1
fi

perl tools/generate --srcdir=.
autoreconf -fi
./dtpools/autogen.sh
