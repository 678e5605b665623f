# libzip: header zip.h and the library. (Its own CMake package, as Debian 12 ships it, stops unless the command-line
# tools of libzip are installed too.)
#
# Targets:   Libzip::zip
# Variables: Libzip_FOUND, Libzip_VERSION
# Hints:     Libzip_ROOT, pkg-config, or Libzip_INCLUDE_DIR and Libzip_LIBRARY
include(FindPackageHandleStandardArgs)

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_Libzip QUIET libzip)
endif()
find_path(Libzip_INCLUDE_DIR zip.h HINTS ${PC_Libzip_INCLUDE_DIRS})
# zipconf.h, which has the version, may be in a folder of the architecture.
find_path(Libzip_CONFIG_INCLUDE_DIR zipconf.h HINTS ${PC_Libzip_INCLUDE_DIRS} "${Libzip_INCLUDE_DIR}")
find_library(Libzip_LIBRARY NAMES zip HINTS ${PC_Libzip_LIBRARY_DIRS})
mark_as_advanced(Libzip_INCLUDE_DIR Libzip_CONFIG_INCLUDE_DIR Libzip_LIBRARY)

if(Libzip_CONFIG_INCLUDE_DIR)
  file(STRINGS "${Libzip_CONFIG_INCLUDE_DIR}/zipconf.h" Libzip_VERSION REGEX "^#define LIBZIP_VERSION \"")
  string(REGEX REPLACE ".*\"([0-9.]+).*" "\\1" Libzip_VERSION "${Libzip_VERSION}")
endif()

find_package_handle_standard_args(
  Libzip
  REQUIRED_VARS Libzip_LIBRARY Libzip_INCLUDE_DIR Libzip_CONFIG_INCLUDE_DIR
  VERSION_VAR Libzip_VERSION)

if(Libzip_FOUND AND NOT TARGET Libzip::zip)
  add_library(Libzip::zip UNKNOWN IMPORTED GLOBAL)
  set_target_properties(
    Libzip::zip PROPERTIES IMPORTED_LOCATION "${Libzip_LIBRARY}"
                           INTERFACE_INCLUDE_DIRECTORIES "${Libzip_INCLUDE_DIR};${Libzip_CONFIG_INCLUDE_DIR}")
endif()
