#!/bin/sh
# The shared library shows the names of the public interface, and no others.
set -u

: "${NM:=nm}"

library=
for file in .libs/libdtpools.so dtpools/.libs/libdtpools.so; do
    if [ -f "$file" ]; then
        library=$file
    fi
done
if [ -z "$library" ] || ! $NM -D --defined-only "$library" >/dev/null 2>&1; then
    echo "skipped: no shared library here, or no $NM that reads it"
    exit 77
fi

names=$($NM -D --defined-only "$library" | sed 's/.* //')
public=$(echo "$names" | grep -c '^DTP_')
others=$(echo "$names" | grep -v '^DTP_')
echo "$public public names"
if [ "$public" -eq 0 ] || [ -n "$others" ]; then
    echo "FAILED: $library: expected names that begin with DTP_, found also:" "$others"
    exit 1
fi
