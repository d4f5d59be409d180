# The basic types that the library is built with.

# DTP_BASIC_TYPES(FOLDER): reads the list of types, leaves out what this MPI does not have, and has config.status write
# FOLDER/dtp_types.h, a line DTP_TYPE(name) for each type, in the order of the list.
AC_DEFUN([DTP_BASIC_TYPES], [
AC_ARG_VAR([DTP_DATATYPE_FILE], [list of the basic types, one MPI name a line (default: $1/basictypelist.txt)])
: ${DTP_DATATYPE_FILE=$srcdir/$1/basictypelist.txt}
DTP_TYPES_READ([$1])
AC_MSG_CHECKING([which of $dtp_types_listed basic types this MPI has])
DTP_TYPES_DECLARED
DTP_TYPES_VALID
set x $dtp_types; shift
dtp_types_usable=$[#]
AC_MSG_RESULT([$dtp_types_usable])
for dtp_type in $dtp_types_undeclared; do
    AC_MSG_NOTICE([$dtp_type skipped: not declared by this MPI])
done
for dtp_type in $dtp_types_null; do
    AC_MSG_NOTICE([$dtp_type skipped: MPI_DATATYPE_NULL in this MPI])
done
AS_IF([test $dtp_types_usable -eq 0], [AC_MSG_ERROR([this MPI has none of the types in $DTP_DATATYPE_FILE])])
AC_CONFIG_COMMANDS([$1/dtp_types.h], [AS_MKDIR_P([$1])
{
    echo '/* Made by configure: the basic types of this library, in order. */'
    for dtp_type in $dtp_types; do
        echo "DTP_TYPE($dtp_type)"
    done
} >$1/dtp_types.tmp
AS_IF([cmp -s $1/dtp_types.tmp $1/dtp_types.h], [rm $1/dtp_types.tmp], [mv $1/dtp_types.tmp $1/dtp_types.h])],
[dtp_types='$dtp_types'])
])

# DTP_TYPES_READ(FOLDER): the names in DTP_DATATYPE_FILE, into dtp_types, and their number, into dtp_types_listed.  A
# byte order mark and CRLF are fine.
AC_DEFUN([DTP_TYPES_READ], [
AS_IF([test ! -r "$DTP_DATATYPE_FILE"],
    [AC_MSG_ERROR([$DTP_DATATYPE_FILE: cannot be read: this is the list of basic types, which autogen.sh writes;
    run autogen.sh, or give DTP_DATATYPE_FILE=FILE with one MPI type name a line])])
dtp_types= dtp_types_listed=0 dtp_line=0
dtp_mark=`printf '\357\273\277'`
tr -d '\r' <"$DTP_DATATYPE_FILE" | sed "1s/^$dtp_mark//" >conftest.types
while read -r dtp_type dtp_rest || test -n "$dtp_type"; do
    dtp_line=$((dtp_line + 1))
    dtp_name=${dtp_type%%[#]*}
    test "x$dtp_name" != "x$dtp_type" || dtp_name=$dtp_name${dtp_rest%%[#]*}
    AS_CASE([$dtp_name],
        [''], [continue],
        [MPI_*[[!A-Z0-9_]]* | MPI_], [dtp_good=no],
        [MPI_*], [dtp_good=yes],
        [dtp_good=no])
    AS_IF([test $dtp_good = no],
        [AC_MSG_ERROR(m4_normalize([$DTP_DATATYPE_FILE:$dtp_line: '$dtp_type' is not the name of an MPI type:
            expected one such as MPI_INT a line]))])
    AS_IF([grep "^DTPI_BASIC($dtp_name," "$srcdir/$1/src/basic_types.def" >/dev/null], [],
        [AC_MSG_ERROR(m4_normalize([$DTP_DATATYPE_FILE:$dtp_line: the library does not know $dtp_name:
            expected a type with a row in $1/src/basic_types.def]))])
    AS_CASE([" $dtp_types "],
        [*" $dtp_name "*], [AC_MSG_ERROR([$DTP_DATATYPE_FILE:$dtp_line: $dtp_name stands in the list twice])])
    dtp_types="$dtp_types $dtp_name"
    dtp_types_listed=$((dtp_types_listed + 1))
done <conftest.types
rm -f conftest.types
AS_IF([test $dtp_types_listed -eq 0],
    [AC_MSG_ERROR([$DTP_DATATYPE_FILE: names no type: expected one MPI type name a line])])
])

# DTP_TYPES_DECLARED: keeps in dtp_types what mpi.h declares; the rest goes into dtp_types_undeclared.  All are tried at
# once, and one by one only if that fails.
AC_DEFUN([DTP_TYPES_DECLARED], [
dtp_types_undeclared=
DTP_TYPES_COMPILE([$dtp_types], [], [
    dtp_declared=
    for dtp_type in $dtp_types; do
        DTP_TYPES_COMPILE([$dtp_type], [dtp_declared="$dtp_declared $dtp_type"],
            [dtp_types_undeclared="$dtp_types_undeclared $dtp_type"])
    done
    dtp_types=$dtp_declared])
])

# DTP_TYPES_COMPILE(TYPES, IF-DECLARED, IF-NOT)
AC_DEFUN([DTP_TYPES_COMPILE], [
dtp_probe=`for t in $1; do echo "u($t);"; done`
AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>
static void u(MPI_Datatype t) { (void) t; }]], [[$dtp_probe]])], [$2], [$3])
])

# DTP_TYPES_VALID: keeps in dtp_types what is not MPI_DATATYPE_NULL; the rest goes into dtp_types_null.  A handle can be
# compared without MPI_Init.  Where programs cannot be run here, what is declared is taken to be good.
AC_DEFUN([DTP_TYPES_VALID], [
dtp_types_null=
dtp_probe=`for t in $dtp_types; do echo "if ($t == MPI_DATATYPE_NULL) fputs(\" $t\", f);"; done`
AC_RUN_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>
#include <stdio.h>]], [[FILE *f = fopen("conftest.null", "w");
if (!f) return 1;
$dtp_probe
return fclose(f) != 0;]])],
    [dtp_types_null=`cat conftest.null`], [:], [:])
AS_IF([test -n "$dtp_types_null"], [
    dtp_valid=
    for dtp_type in $dtp_types; do
        AS_CASE(["$dtp_types_null "], [*" $dtp_type "*], [], [dtp_valid="$dtp_valid $dtp_type"])
    done
    dtp_types=$dtp_valid])
])
