# What the tests need beyond the library: Perl, a launcher, the static library, perhaps C++ and a fast linker.
AC_DEFUN([DTP_TESTS], [
AC_PROG_RANLIB
AC_SUBST([ARFLAGS], [cr])
AC_PATH_PROG([PERL], [perl])
AS_IF([test -z "$PERL"],
    [AC_MSG_ERROR([no perl in PATH: the generator and the runner are written in Perl; install it])])
AS_IF([test -z "$MPIEXEC"], [AC_MSG_ERROR([the tests need the launcher of the MPI: give MPIEXEC=COMMAND])])
DTP_TESTS_LAUNCH
AS_IF([test "x$enable_static" = xno],
    [AC_MSG_ERROR([the tests link the static library: leave out --disable-static, or build dtpools/ alone])])
AC_SUBST([LIBDTPOOLS], [dtpools/$objdir/libdtpools.a])
DTP_TESTS_FAST_LINK
DTP_TESTS_CXX
AC_SEARCH_LIBS([pthread_create], [pthread])
DTP_MPI_HAS
DTP_TESTS_FOLDERS
])

# DTP_TESTS_LAUNCH: whether the launcher starts two processes of the MPI that know each other.  No
# error: some launchers work only where the tests will run, within a batch job.
AC_DEFUN([DTP_TESTS_LAUNCH], [
AC_MSG_CHECKING([whether $MPIEXEC launches programs])
AC_LANG_CONFTEST([AC_LANG_PROGRAM([[#include <mpi.h>]], [[int size = 0;
MPI_Init(0, 0);
MPI_Comm_size(MPI_COMM_WORLD, &size);
MPI_Finalize();
return size != 2;]])])
dtp_launch=no
AS_IF([eval "$ac_link" >&AS_MESSAGE_LOG_FD 2>&1 &&
       OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 $PERL -e 'alarm 20; exec @ARGV' -- \
           $MPIEXEC -n 2 ./conftest$EXEEXT </dev/null >conftest.launch 2>&1], [dtp_launch=yes])
AC_MSG_RESULT([$dtp_launch])
AS_IF([test $dtp_launch = no],
    [dtp_words=`sed 1q conftest.launch 2>/dev/null`
     AC_MSG_WARN([$MPIEXEC -n 2 does not launch two processes of $CC here: tests fail unless they run where it does.
    It said: ${dtp_words:-nothing}
    Expected the launcher that belongs to $CC: MPIEXEC=COMMAND])])
cat conftest.launch >&AS_MESSAGE_LOG_FD 2>/dev/null
rm -f conftest.launch conftest.c conftest$EXEEXT
])

# DTP_TESTS_FOLDERS: config.status links the list of each folder of tests, one with a testlist.def, into the build
# folder.
AC_DEFUN([DTP_TESTS_FOLDERS], [
AC_REQUIRE([AC_PROG_LN_S])
AC_CONFIG_COMMANDS([testlists], [
AS_CASE([$srcdir], [[/*]], [dtp_up=$srcdir], [dtp_up=../$srcdir])
for dtp_list in "$srcdir"/*/testlist.def; do
    dtp_folder=`AS_DIRNAME(["$dtp_list"])`
    dtp_folder=`AS_BASENAME(["$dtp_folder"])`
    AS_MKDIR_P([$dtp_folder])
    rm -f "$dtp_folder/testlist"
    $dtp_ln_s "$dtp_up/$dtp_folder/testlist.in" "$dtp_folder/testlist" || AS_EXIT([1])
done],
[dtp_ln_s='$LN_S'])
])

# DTP_TESTS_FAST_LINK: FAST_LINK_FLAGS makes MPI_LINK use gold, where it works: thousands of tests are linked.
AC_DEFUN([DTP_TESTS_FAST_LINK], [
AC_SUBST([FAST_LINK_FLAGS])
AC_MSG_CHECKING([whether -fuse-ld=gold works])
dtp_save_LDFLAGS=$LDFLAGS
LDFLAGS="$LDFLAGS -fuse-ld=gold"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]], [[MPI_Init(0, 0); MPI_Finalize();]])],
    [AC_MSG_RESULT([yes])
     FAST_LINK_FLAGS=-fuse-ld=gold],
    [AC_MSG_RESULT([no])])
LDFLAGS=$dtp_save_LDFLAGS
])

# DTP_TESTS_CXX: MPI_CXX_COMPILE and MPI_CXX_LINK as their C brothers, and HAVE_CXX, yes or no.  C++ is optional, and
# only tests.mk compiles it: AC_PROG_CXX would have libtool spend seconds on learning about it.
AC_DEFUN([DTP_TESTS_CXX], [
AC_ARG_VAR([MPICXX], [C++ compiler command of the MPI (default: a C++ compiler with the flags of MPICC, or mpicxx)])
AC_SUBST([MPI_CXX_COMPILE])
AC_SUBST([MPI_CXX_LINK])
AC_SUBST([HAVE_CXX], [no])
AC_MSG_CHECKING([for C++ with MPI])
cat >conftest.cpp <<'_DTPEOF'
#include <mpi.h>
#include <complex>
int main() { std::complex<double> z(1); MPI_Init(0, 0); return MPI_Finalize() + static_cast<int>(z.imag()); }
_DTPEOF
for dtp_cxx in "$MPICXX" "${CXX:-g++} $MPI_CFLAGS" "c++ $MPI_CFLAGS" "clang++ $MPI_CFLAGS" mpicxx; do
    test -n "$dtp_cxx" || continue
    MPI_CXX_COMPILE="$dtp_cxx -DMPICH_SKIP_MPICXX -DOMPI_SKIP_MPICXX"
    MPI_CXX_LINK=$dtp_cxx
    AS_IF([$MPI_CXX_COMPILE -o conftest$EXEEXT conftest.cpp $MPI_LINK_LIBS >&AS_MESSAGE_LOG_FD 2>&1],
        [HAVE_CXX=yes
         break])
done
rm -f conftest.cpp conftest$EXEEXT
AS_IF([test $HAVE_CXX = yes], [AC_MSG_RESULT([$MPI_CXX_COMPILE])], [AC_MSG_RESULT([none: C++ tests are skipped])
MPI_CXX_COMPILE= MPI_CXX_LINK=])
])
