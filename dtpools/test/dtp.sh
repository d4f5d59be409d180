#!/bin/sh
# The command: what it says of arguments that are missing, of texts that are large, wrong or not alike, and of output
# that gets lost.
set -u

dtp=
for folder in . dtpools; do
    if [ -x "$folder/dtp" ]; then
        dtp=$PWD/$folder/dtp
    fi
done
if [ -z "$dtp" ]; then
    echo "skipped: no dtp in . or dtpools: run this in the build folder"
    exit 77
fi

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM
failed=0

# expect NAME STATUS PATTERN ARGUMENT...: the exit status, and a line of the output that matches
expect() {
    name=$1 status=$2 pattern=$3
    shift 3
    timeout 60 "$dtp" "$@" >"$work/output" 2>&1
    seen=$?
    if [ "$seen" -ne "$status" ] || ! grep -q -e "$pattern" "$work/output"; then
        failed=$((failed + 1))
        echo "FAILED: $name: expected status $status and '$pattern', found status $seen and"
        head -c 2000 "$work/output"
    fi
}

expect 'help' 0 '^usage: dtp COMMAND' -h
expect 'help of a command' 0 '^usage: dtp show ' show -h
expect 'a text' 0 '^size 20, lb -8, extent 32' show '1*struct({1, 2}, {-8, 4}, {MPI_DOUBLE, MPI_SHORT_INT})'
expect 'many elements' 0 '^type map: 2147483648 elements' show '2147483648*MPI_INT'
expect 'many elements, from the last to the first' 0 '4294967296 elements' show '1*vector(4294967296, 1, -2, MPI_INT)'
expect 'a pair' 0 'the received object *good' check '4*MPI_INT' '1*vector(5, 1, 2, MPI_INT)'
expect 'other elements' 2 'MPI_CHAR:4 cannot receive MPI_INT:4' check '4*MPI_INT' '4*MPI_CHAR'
expect 'fewer elements' 2 'MPI_INT:3 cannot receive MPI_INT:4' check '4*MPI_INT' '3*MPI_INT'
expect 'the same elements in other parts' 0 'the received object *good' check \
    '1*struct({2, 2}, {0, 8}, {MPI_INT, MPI_INT})' '4*MPI_INT'
# shellcheck disable=SC2046 # a text is a word
expect 'many texts' 0 '^0 400 100 ' put $(awk 'BEGIN { for (n = 1; n <= 100; n++) print n "*MPI_INT" }')
expect 'a wrong text among others' 2 "in 'x\*MPI_INT'" put '1*MPI_INT' 'x*MPI_INT'
expect 'a wrong text of a pair' 2 "in 'x\*MPI_INT'" check '1*MPI_INT' 'x*MPI_INT'
expect 'a wrong text to be made smaller' 2 '^dtp: x\*MPI_INT: column 1' shrink '1*MPI_INT' 'x*MPI_INT'
expect 'no command' 2 "'shew' is no command" shew
expect 'nothing to show' 2 '^usage: dtp show ' show
expect 'options of no text' 2 '^usage: dtp put ' put -bits
expect 'an empty signature' 2 "'': expected a signature" list ''
expect 'a signature that does not end' 2 "'MPI_INT:5,': expected a signature" list MPI_INT:5,
expect 'a count past all numbers' 2 "'MPI_INT:99999999999999999999': expected" list MPI_INT:99999999999999999999
expect 'an index of no digits' 2 "object '' of MPI_INT:4: expected 0 to" show MPI_INT:4 ''
expect 'an index past all numbers' 2 "'99999999999999999999' of MPI_INT:4" show MPI_INT:4 99999999999999999999

"$dtp" put -bits -combine '4*MPI_INT' >"$work/output"
if ! "$dtp" put -combine -bits '4*MPI_INT' | cmp -s - "$work/output"; then
    failed=$((failed + 1))
    echo "FAILED: the order of options matters"
fi

deep=$(awk 'BEGIN { for (i = 0; i < 30000; i++) printf "("; printf "1"; for (i = 0; i < 30000; i++) printf ")" }')
expect 'many parentheses' 2 'expected fewer levels of nesting' show "$deep*MPI_INT"
if [ "$(wc -c <"$work/output")" -gt 1000 ]; then
    failed=$((failed + 1))
    echo "FAILED: a long text is shown in whole"
fi

"$dtp" types >"$work/output"
if [ "$(grep -c '^MPI_' "$work/output")" -lt 30 ] || grep -q MPI_C_FLOAT_COMPLEX "$work/output" &&
    grep -q MPI_C_COMPLEX "$work/output"; then
    failed=$((failed + 1))
    echo "FAILED: dtp types: a type is missing, or there twice"
    cat "$work/output"
fi

for arguments in -h types 'list MPI_INT:4' 'show MPI_INT:4 0' 'put 4*MPI_INT'; do
    # shellcheck disable=SC2086
    if [ -w /dev/full ] &&
        { "$dtp" $arguments >/dev/full 2>"$work/output" || ! grep -q 'could not be written' "$work/output"; }; then
        failed=$((failed + 1))
        echo "FAILED: dtp $arguments: lost output is not an error"
    fi
    # shellcheck disable=SC2086
    if "$dtp" $arguments <&- >&- 2>"$work/output" || ! grep -q 'could not be written' "$work/output"; then
        failed=$((failed + 1))
        echo "FAILED: dtp $arguments: closed output is not an error"
    fi
done

echo "$failed failed"
[ "$failed" -eq 0 ]
