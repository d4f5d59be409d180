# shellcheck shell=sh
# What the shell tests of the library begin with; each sources it.  Sets
#     here, library   the folders of the tests and of the library
#     types           the folder of the build that has dtp_types.h
#     work            a folder for anything, removed at the end
#     found           what configure has found that the library's sources ask for, as options of the compiler
# and MPICC where it is not set.
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

found=
for name in MPI_TYPE_CONTIGUOUS_C MINCORE; do
    if grep -q -e "-DHAVE_$name=1" Makefile; then
        found="$found -DHAVE_$name"
    fi
done

work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 99' HUP INT TERM

# compile_c ARGUMENTS...: MPICC with the folders of the library's headers, and what configure has found
compile_c() {
    # shellcheck disable=SC2086
    $MPICC $found -I"$library/include" -I"$library/src" -I"$types" "$@"
}
