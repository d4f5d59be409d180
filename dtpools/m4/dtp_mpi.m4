# Finding an MPI and learning how to compile, link and launch with it.

# DTP_MPI_COMPILER: which MPI.  Sets MPICC, CC and the default CFLAGS; to be called before AC_PROG_CC.
AC_DEFUN([DTP_MPI_COMPILER], [
AC_BEFORE([$0], [AC_PROG_CC])dnl
AC_ARG_VAR([MPICC], [C compiler command of the MPI to test (default: mpicc)])
AC_ARG_VAR([MPIEXEC], [launcher of that MPI (default: the mpiexec beside MPICC, or in PATH)])
AC_ARG_WITH([mpi],
    [AS_HELP_STRING([--with-mpi=DIR], [use the MPI installed in DIR: DIR/bin/mpicc and DIR/bin/mpiexec])],
    [], [with_mpi=yes])
AS_CASE([$with_mpi],
    [yes], [dtp_mpi_path=$PATH],
    [no], [AC_MSG_ERROR([--without-mpi makes no sense: DTPools tests an MPI; give --with-mpi=DIR or MPICC=COMMAND])],
    [dtp_mpi_path=$with_mpi/bin])
AS_CASE([$MPICC:$CC], [:*mpi*cc*], [MPICC=$CC])
AS_CASE([$MPICC:$with_mpi], [:* | *:yes], [],
    [AC_MSG_ERROR([--with-mpi=$with_mpi and MPICC=$MPICC: expected one of the two])])
AS_IF([test -z "$MPICC"], [AC_PATH_PROGS([MPICC], [mpicc], [], [$dtp_mpi_path])])
AS_IF([test -z "$MPICC"], [AC_MSG_ERROR([no MPI found: there is no mpicc in $dtp_mpi_path
    Install one (Debian, Ubuntu: apt-get install mpich libmpich-dev), or say where it is:
    --with-mpi=DIR, or MPICC=COMMAND MPIEXEC=COMMAND])])
DTP_MPI_COMMAND([MPICC], [the C compiler command of an MPI, such as mpicc])
AS_IF([test -n "$CC" && test "x$CC" != "x$MPICC"],
    [AC_MSG_WARN([CC=$CC is not used: $MPICC is; MPICH_CC and OMPI_CC choose the compiler behind it])])
CC=$MPICC
: ${CFLAGS="-O3 -g"}
])

# DTP_MPI_COMMAND(VARIABLE, EXPECTED): stops unless the first word of the variable is a command, if it is set.
AC_DEFUN([DTP_MPI_COMMAND], [
AS_IF([test -n "$$1"],
    [set x $$1
     AS_IF([command -v "$[2]" >/dev/null 2>&1], [],
        [AC_MSG_ERROR([$1=$$1: there is no command $[2]: expected $2])])])
])

# DTP_MPI_CHECK: does it compile and link, and is it recent enough?
AC_DEFUN([DTP_MPI_CHECK], [
AC_MSG_CHECKING([whether $CC compiles and links MPI programs])
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]], [[MPI_Init(0, 0); MPI_Finalize();]])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([$CC cannot build a program that calls MPI_Init (config.log says why).
    Give the C compiler command of an MPI: MPICC=COMMAND, or --with-mpi=DIR])])
AC_MSG_CHECKING([whether this is MPI 3.1 or later])
AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>
#if MPI_VERSION * 10 + MPI_SUBVERSION < 31
#error "older than MPI 3.1"
#endif]], [])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR(m4_normalize([the MPI of $CC is older than MPI 3.1, which DTPools needs:
         choose another with MPICC= or --with-mpi=DIR]))])
])

# DTP_MPI_LAUNCHER: sets MPIEXEC, preferring the launcher that was installed with MPICC (mpicc.mpich: mpiexec.mpich).
AC_DEFUN([DTP_MPI_LAUNCHER], [
DTP_MPI_COMMAND([MPIEXEC], [the launcher of the MPI, such as mpiexec])
AS_IF([test -z "$MPIEXEC"],
    [set x $MPICC
     dtp_word=$[2]
     AS_CASE([$dtp_word], [*/*], [dtp_folder=`AS_DIRNAME(["$dtp_word"])`:], [dtp_folder=])
     dtp_suffix=`expr "X$dtp_word" : '.*mpicc\(.*\)'`
     AC_PATH_PROGS([MPIEXEC], [mpiexec$dtp_suffix mpiexec mpirun], [],
        [$dtp_folder$dtp_mpi_path])])
AS_IF([test -z "$MPIEXEC"],
    [AC_MSG_WARN([no mpiexec beside $MPICC or in $dtp_mpi_path: tests cannot run; give MPIEXEC=COMMAND])])
])

# DTP_MPI_DIRECT: the compiler behind the wrapper, which saves a shell per file: MPI_COMPILE compiles C with MPI's
# headers, MPI_LINK ... MPI_LINK_LIBS links an executable; MPI_CFLAGS is what MPI_COMPILE adds to the compiler.  The
# wrapper itself where it cannot be asked.
AC_DEFUN([DTP_MPI_DIRECT], [
AC_SUBST([MPI_COMPILE])
AC_SUBST([MPI_LINK])
AC_SUBST([MPI_CFLAGS])
AC_SUBST([MPI_LINK_LIBS])
AC_MSG_CHECKING([for the compiler behind $CC])
MPI_COMPILE=
for dtp_show in -show --showme; do
    dtp_words=`$CC $dtp_show 2>/dev/null </dev/null` || continue
    DTP_MPI_SPLIT([$dtp_words])
    dtp_save_CC=$CC dtp_save_LIBS=$LIBS
    CC="$dtp_command $MPI_CFLAGS" LIBS="$MPI_LINK_LIBS $LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]], [[MPI_Init(0, 0); MPI_Finalize();]])],
        [MPI_COMPILE=$CC MPI_LINK=$dtp_command])
    CC=$dtp_save_CC LIBS=$dtp_save_LIBS
    test -z "$MPI_COMPILE" || break
done
AS_IF([test -z "$MPI_COMPILE"], [MPI_COMPILE=$CC MPI_LINK=$CC MPI_CFLAGS= MPI_LINK_LIBS=])
AC_MSG_RESULT([$MPI_COMPILE])
])

# DTP_MPI_SPLIT(WORDS): a wrapper's command line into dtp_command, MPI_CFLAGS and MPI_LINK_LIBS.
AC_DEFUN([DTP_MPI_SPLIT], [
dtp_command= MPI_CFLAGS= MPI_LINK_LIBS=
for dtp_word in $1; do
    AS_CASE([$dtp_word],
        [-[[lL]]* | -Wl,* | -Xlinker | *.a | *.so], [MPI_LINK_LIBS="${MPI_LINK_LIBS:+$MPI_LINK_LIBS }$dtp_word"],
        [-pthread],
            [MPI_CFLAGS="${MPI_CFLAGS:+$MPI_CFLAGS }$dtp_word"
             MPI_LINK_LIBS="${MPI_LINK_LIBS:+$MPI_LINK_LIBS }$dtp_word"],
        [-*], [MPI_CFLAGS="${MPI_CFLAGS:+$MPI_CFLAGS }$dtp_word"],
        [dtp_command="${dtp_command:+$dtp_command }$dtp_word"])
done
])
