# A LAPACK with Fortran's symbols and 32-bit integers: the one inside the CBLAS that was found before (OpenBLAS and MKL have one),
# else what CMake's own FindLAPACK finds. Never two BLAS libraries in one program for want of looking.
#
# Targets:   SpicaLapack::SpicaLapack
# Variables: SpicaLapack_FOUND, SPICA_LAPACK_LIBRARIES
# Hints:     those of find_package(CBLAS) and find_package(LAPACK), such as BLA_VENDOR
include(FindPackageHandleStandardArgs)
include(CheckCXXSourceCompiles)
include(CMakePushCheckState)

set(SPICA_LAPACK_LIBRARIES "")
set(_spica_lapack_target "")
if(TARGET CBLAS::CBLAS)
  cmake_push_check_state(RESET)
  set(CMAKE_REQUIRED_LIBRARIES "${CBLAS_LIBRARY}")
  set(CMAKE_REQUIRED_QUIET ON)
  check_cxx_source_compiles("extern \"C\" void dgesdd_(); int main() { dgesdd_(); }" SPICA_LAPACK_IN_CBLAS)
  cmake_pop_check_state()
  if(SPICA_LAPACK_IN_CBLAS)
    set(SPICA_LAPACK_LIBRARIES "${CBLAS_LIBRARY}")
    set(_spica_lapack_target CBLAS::CBLAS)
  endif()
endif()
if(NOT SPICA_LAPACK_LIBRARIES)
  find_package(LAPACK QUIET)
  if(LAPACK_FOUND)
    set(SPICA_LAPACK_LIBRARIES "${LAPACK_LIBRARIES}")
    set(_spica_lapack_target LAPACK::LAPACK)
  endif()
endif()

find_package_handle_standard_args(SpicaLapack REQUIRED_VARS SPICA_LAPACK_LIBRARIES)

if(SpicaLapack_FOUND AND NOT TARGET SpicaLapack::SpicaLapack)
  add_library(SpicaLapack::SpicaLapack INTERFACE IMPORTED)
  target_link_libraries(SpicaLapack::SpicaLapack INTERFACE ${_spica_lapack_target})
endif()
unset(_spica_lapack_target)
