# What the library needs, whether it is built alone or as a part of the whole.

# DTP_LIBRARY(FOLDER): FOLDER is the library's, relative to this configure.ac.
AC_DEFUN([DTP_LIBRARY], [
AC_REQUIRE([DTP_MPI_COMPILER])
AC_REQUIRE([AC_PROG_CC])
AC_REQUIRE([AM_PROG_AR])
DTP_MPI_CHECK
DTP_MPI_DIRECT
DTP_MPI_LAUNCHER
DTP_WARNINGS
AC_CHECK_FUNCS([MPI_Type_contiguous_c mincore])
DTP_VECTOR_CLONES
DTP_BASIC_TYPES([$1])
])

# DTP_WARNINGS: the warnings that the sources are free of, apart from CFLAGS so that `make CFLAGS=...` keeps them.
# What the standard deprecates is tested as long as it is there, so that it is not warned of.
AC_DEFUN([DTP_WARNINGS], [
AC_SUBST([WARN_CFLAGS])
WARN_CFLAGS='-Wall -Wextra -Wpedantic -Wconversion -Wno-deprecated-declarations'
AC_MSG_CHECKING([whether the compiler takes $WARN_CFLAGS])
dtp_save_CFLAGS=$CFLAGS
CFLAGS="$CFLAGS $WARN_CFLAGS"
AC_COMPILE_IFELSE([AC_LANG_PROGRAM], [AC_MSG_RESULT([yes])], [AC_MSG_RESULT([no])
WARN_CFLAGS=])
CFLAGS=$dtp_save_CFLAGS
])

# DTP_VECTOR_CLONES: HAVE_VECTOR_CLONES, if functions may be compiled once for any processor and once for one with AVX2,
# and the one to call is chosen when a program is loaded.
AC_DEFUN([DTP_VECTOR_CLONES], [
AC_MSG_CHECKING([whether functions are compiled for AVX2 as well])
dtp_save_CFLAGS=$CFLAGS
CFLAGS="$CFLAGS -Werror"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[
__attribute__((target_clones("avx2", "default"))) static int twice(int n) { return 2 * n; }
]], [[return twice(0);]])], [AC_MSG_RESULT([yes])
AC_DEFINE([HAVE_VECTOR_CLONES], [1], [target_clones of GCC, with AVX2])], [AC_MSG_RESULT([no])])
CFLAGS=$dtp_save_CFLAGS
])

# DTP_SUMMARY: what was found.
AC_DEFUN([DTP_SUMMARY], [
AC_MSG_NOTICE([DTPools $PACKAGE_VERSION])
AC_MSG_NOTICE([  compiler    $CC $CFLAGS])
AC_MSG_NOTICE([  basic types $dtp_types_usable of $dtp_types_listed in $DTP_DATATYPE_FILE])
])
