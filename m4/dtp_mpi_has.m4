# Which newer MPI procedures there are.

# DTP_MPI_HAS: tries the procedures in m4/mpi_calls.txt, and has config.status write mpi_has.h, a line
# #define HAVE_MPI_NAME 1 for each that is declared and links.
AC_DEFUN([DTP_MPI_HAS], [
AC_MSG_CHECKING([which newer MPI procedures there are])
dtp_calls=`sed 's/@%:@.*//' "$srcdir/m4/mpi_calls.txt" | tr -s '\r\n' '  '`
set x $dtp_calls; shift
dtp_calls_listed=$[#]
DTP_MPI_HAS_FEWER
set x $dtp_calls; shift
AC_MSG_RESULT([$[#] of $dtp_calls_listed])
AC_CONFIG_COMMANDS([mpi_has.h], [
{
    echo '/* Made by configure: which of the procedures in m4/mpi_calls.txt this MPI has. */'
    for dtp_call in $dtp_calls; do
        AS_ECHO(["#define HAVE_$dtp_call 1"])
    done | tr 'a-z' 'A-Z' | sed 's/^#DEFINE/#define/'
} >mpi_has.tmp
AS_IF([cmp -s mpi_has.tmp mpi_has.h], [rm mpi_has.tmp], [mv mpi_has.tmp mpi_has.h])],
[dtp_calls='$dtp_calls'])
])

# DTP_MPI_HAS_FEWER: takes out of dtp_calls what does not compile and link.  All are tried at once; a failure names
# some that are missing, which are left out before the next attempt.  If it names none, they are tried one by one.
AC_DEFUN([DTP_MPI_HAS_FEWER], [
dtp_missing=more
while test -n "$dtp_missing"; do
    dtp_missing=
    DTP_MPI_HAS_TRY([$dtp_calls], [break])
    dtp_left=
    for dtp_call in $dtp_calls; do
        AS_IF([grep "^$dtp_call:1:[[0-9:]]* *\(fatal \)*error" conftest.errors >/dev/null ||
               grep "undefined.*[[^A-Za-z_]]_*$dtp_call[[^A-Za-z_]]*\$" conftest.errors >/dev/null],
            [dtp_missing="$dtp_missing $dtp_call"], [dtp_left="$dtp_left $dtp_call"])
    done
    AS_IF([test -z "$dtp_missing"], [
        dtp_left=
        for dtp_call in $dtp_calls; do
            DTP_MPI_HAS_TRY([$dtp_call], [dtp_left="$dtp_left $dtp_call"])
        done])
    dtp_calls=$dtp_left
done
rm -f conftest.errors
])

# DTP_MPI_HAS_TRY(PROCEDURES, IF-THEY-LINK): the compiler's messages go into conftest.errors, each with the name of the
# procedure in place of the file's.
AC_DEFUN([DTP_MPI_HAS_TRY], [
{
    echo '#include <mpi.h>'
    echo 'static void (*volatile procedure)(void);'
    echo 'int main(void) {'
    for dtp_name in $1; do
        AS_ECHO(["#line 1 \"$dtp_name\""])
        echo "procedure = (void (*)(void)) $dtp_name;"
    done
    echo 'return 0; }'
} >conftest.c
AS_IF([$CC $CPPFLAGS $CFLAGS $LDFLAGS -o conftest$EXEEXT conftest.c $LIBS >conftest.errors 2>&1], [$2])
cat conftest.errors >&AS_MESSAGE_LOG_FD
rm -f conftest.c conftest.o conftest$EXEEXT
])
