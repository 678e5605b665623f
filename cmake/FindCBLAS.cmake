# The C interface of a BLAS: header cblas.h and a library that has cblas_dgemm. OpenBLAS is tried first.
#
# Targets:   CBLAS::CBLAS
# Variables: CBLAS_FOUND, CBLAS_IS_OPENBLAS
# Hints:     CBLAS_ROOT, or CBLAS_INCLUDE_DIR and CBLAS_LIBRARY
include(FindPackageHandleStandardArgs)
include(CheckCXXSourceCompiles)
include(CMakePushCheckState)

# (the suffixes openblas-* are where Debian keeps them when its alternatives are not set up, as in an unpacked package)
find_library(CBLAS_LIBRARY NAMES openblas mkl_rt blis cblas blas PATH_SUFFIXES openblas-pthread openblas-openmp)
find_path(CBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas openblas-pthread openblas-openmp blis mkl)
mark_as_advanced(CBLAS_LIBRARY CBLAS_INCLUDE_DIR)

if(CBLAS_LIBRARY AND CBLAS_INCLUDE_DIR)
  cmake_push_check_state(RESET)
  set(CMAKE_REQUIRED_INCLUDES "${CBLAS_INCLUDE_DIR}")
  set(CMAKE_REQUIRED_LIBRARIES "${CBLAS_LIBRARY}")
  set(CMAKE_REQUIRED_QUIET ON)
  check_cxx_source_compiles(
    "#include <cblas.h>
     int main() {
       double one = 1, result = 0;
       cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 1, 1, 1, 1.0, &one, 1, &one, 1, 0.0, &result, 1);
       return result == 1 ? 0 : 1;
     }"
    CBLAS_LINKS)
  check_cxx_source_compiles(
    "#include <cblas.h>
     int main() { return openblas_get_num_threads() > 0 ? 0 : 1; }"
    CBLAS_IS_OPENBLAS)
  cmake_pop_check_state()
endif()

find_package_handle_standard_args(CBLAS REQUIRED_VARS CBLAS_LIBRARY CBLAS_INCLUDE_DIR CBLAS_LINKS)

if(CBLAS_FOUND AND NOT TARGET CBLAS::CBLAS)
  add_library(CBLAS::CBLAS UNKNOWN IMPORTED)
  set_target_properties(CBLAS::CBLAS PROPERTIES IMPORTED_LOCATION "${CBLAS_LIBRARY}"
                                                INTERFACE_INCLUDE_DIRECTORIES "${CBLAS_INCLUDE_DIR}")
endif()
