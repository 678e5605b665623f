# Everything but Kokkos: vendor libraries of the backends, and what the apps, the tests and the benchmarks need.
#
# Defines the interface target spica_vendor (linked privately by spica), with SPICA_HAVE_KOKKOS_KERNELS or
# SPICA_HAVE_CBLAS (and SPICA_HAVE_OPENBLAS), and SPICA_HAVE_LAPACK as compile definitions.
include_guard(GLOBAL)
include(FetchContent)

# spica_find_or_fetch(<package> [TARGET <target>] [VERSION <minimum>] FETCH <FetchContent arguments>...)
#
# An installed package, or else the pinned source. TARGET is the target that must exist afterwards, and that ends the
# search at once if a parent project has it already.
function(spica_find_or_fetch package)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TARGET;VERSION" "FETCH")
  if(TARGET ${arg_TARGET})
    return()
  endif()
  find_package(${package} ${arg_VERSION} QUIET GLOBAL)
  if(TARGET ${arg_TARGET})
    message(STATUS "Found ${package} ${${package}_VERSION}")
    return()
  endif()
  message(STATUS "${package} ${arg_VERSION} not found: fetching it")
  FetchContent_Declare(${package} SYSTEM ${arg_FETCH})
  set(CMAKE_CXX_CLANG_TIDY "")
  set(BUILD_SHARED_LIBS OFF)
  FetchContent_MakeAvailable(${package})
endfunction()

# ---- vendor libraries -------------------------------------------------------------------------------------------------

add_library(spica_vendor INTERFACE)
set(SPICA_BLAS "none: matmul uses Spica's own kernel")

# Kokkos Kernels belongs to one Kokkos, so one that is installed is of use only beside an installed Kokkos.
set(SPICA_KOKKOS_KERNELS "")
if(TARGET Kokkos::kokkoskernels)
  set(SPICA_KOKKOS_KERNELS Kokkos::kokkoskernels)
elseif(SPICA_KOKKOS_KIND STREQUAL "package")
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
  find_package(KokkosKernels CONFIG QUIET)
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL OFF)
  foreach(candidate IN ITEMS Kokkos::kokkoskernels KokkosKernels::all_libs)
    if(KokkosKernels_FOUND AND TARGET ${candidate} AND NOT SPICA_KOKKOS_KERNELS)
      set(SPICA_KOKKOS_KERNELS ${candidate})
    endif()
  endforeach()
endif()

if(SPICA_KOKKOS_KERNELS)
  # Has it a host BLAS? Its configuration header says so.
  find_file(SPICA_KOKKOS_KERNELS_CONFIG KokkosKernels_config.h HINTS ${KokkosKernels_DIR}/../../../../include
            PATH_SUFFIXES kokkos-kernels trilinos kokkos)
  mark_as_advanced(SPICA_KOKKOS_KERNELS_CONFIG)
  set(blas "")
  if(SPICA_KOKKOS_KERNELS_CONFIG)
    file(STRINGS "${SPICA_KOKKOS_KERNELS_CONFIG}" blas REGEX "^ *#define KOKKOSKERNELS_ENABLE_TPL_(BLAS|MKL|ARMPL) *$")
  endif()
  if(blas OR NOT SPICA_KOKKOS_KERNELS_CONFIG)
    target_link_libraries(spica_vendor INTERFACE ${SPICA_KOKKOS_KERNELS})
    target_compile_definitions(spica_vendor INTERFACE SPICA_HAVE_KOKKOS_KERNELS)
    set(SPICA_BLAS "Kokkos Kernels ${KokkosKernels_DIR}")
  else()
    message(STATUS "Kokkos Kernels has no host BLAS: not used")
    set(SPICA_KOKKOS_KERNELS "")
  endif()
endif()

if(NOT SPICA_KOKKOS_KERNELS)
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
  find_package(CBLAS QUIET)
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL OFF)
  if(CBLAS_FOUND)
    target_link_libraries(spica_vendor INTERFACE CBLAS::CBLAS)
    target_compile_definitions(spica_vendor INTERFACE SPICA_HAVE_CBLAS
                                                      "$<$<BOOL:${CBLAS_IS_OPENBLAS}>:SPICA_HAVE_OPENBLAS>")
    set(SPICA_BLAS "CBLAS ${CBLAS_LIBRARY}")
  endif()
endif()

set(SPICA_LAPACK "none: linear algebra beyond products throws on hosts")
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
find_package(SpicaLapack QUIET)
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL OFF)
if(SpicaLapack_FOUND)
  target_link_libraries(spica_vendor INTERFACE SpicaLapack::SpicaLapack)
  target_compile_definitions(spica_vendor INTERFACE SPICA_HAVE_LAPACK)
  set(SPICA_LAPACK "${SPICA_LAPACK_LIBRARIES}")
endif()

set(SPICA_FFT "none: Fourier transforms throw on hosts")
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
find_package(SpicaFFTW QUIET)
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL OFF)
if(SpicaFFTW_FOUND)
  target_link_libraries(spica_vendor INTERFACE SpicaFFTW::SpicaFFTW)
  target_compile_definitions(spica_vendor INTERFACE SPICA_HAVE_FFTW)
  set(SPICA_FFT "FFTW ${SPICA_FFTW_LIBRARY}")
endif()

if(SPICA_ENABLE_CUDA)
  find_package(CUDAToolkit REQUIRED GLOBAL)
  target_link_libraries(spica_vendor INTERFACE CUDA::cublas CUDA::cufft CUDA::cusolver)
  string(APPEND SPICA_BLAS ", cuBLAS ${CUDAToolkit_VERSION}")
  string(APPEND SPICA_LAPACK ", cuSOLVER ${CUDAToolkit_VERSION}")
  string(APPEND SPICA_FFT ", cuFFT ${CUDAToolkit_VERSION}")
endif()

# ---- apps -------------------------------------------------------------------------------------------------------------

if(SPICA_ENABLE_APPS OR SPICA_ENABLE_TESTS)
  set(JSON_BuildTests OFF)
  set(JSON_Install OFF)
  spica_find_or_fetch(
    nlohmann_json TARGET nlohmann_json::nlohmann_json VERSION 3.10 FETCH
    URL https://github.com/nlohmann/json/releases/download/v3.11.3/json.tar.xz
    URL_HASH SHA256=d6c65aca6b1ed68e7a182f4757257b107ae403032760ed6ef121c9d55e81757d)
  spica_find_or_fetch(
    CLI11 TARGET CLI11::CLI11 VERSION 2.1 FETCH
    GIT_REPOSITORY https://github.com/CLIUtils/CLI11.git GIT_TAG v2.4.2 GIT_SHALLOW ON)
  spica_find_or_fetch(
    fmt TARGET fmt::fmt VERSION 9 FETCH
    GIT_REPOSITORY https://github.com/fmtlib/fmt.git GIT_TAG 11.0.2 GIT_SHALLOW ON)
  add_library(spica_fmt INTERFACE)
  target_link_libraries(spica_fmt INTERFACE fmt::fmt)
  if(SPICA_CUDA_BY_NVCC) # fmt 9 makes its functions non-constexpr for nvcc, and then calls them from consteval ones
    target_compile_definitions(spica_fmt INTERFACE FMT_USE_CONSTEXPR=1)
  endif()
endif()

# ---- tests and benchmarks ---------------------------------------------------------------------------------------------

if(SPICA_ENABLE_TESTS)
  set(INSTALL_GTEST OFF)
  spica_find_or_fetch(
    GTest TARGET GTest::gtest VERSION 1.12 FETCH
    GIT_REPOSITORY https://github.com/google/googletest.git GIT_TAG v1.15.2 GIT_SHALLOW ON)
endif()
if(SPICA_ENABLE_BENCH)
  set(BENCHMARK_ENABLE_TESTING OFF)
  set(BENCHMARK_ENABLE_INSTALL OFF)
  spica_find_or_fetch(
    benchmark TARGET benchmark::benchmark VERSION 1.7 FETCH
    GIT_REPOSITORY https://github.com/google/benchmark.git GIT_TAG v1.9.0 GIT_SHALLOW ON)
endif()
