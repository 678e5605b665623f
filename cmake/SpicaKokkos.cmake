# Provides Kokkos::kokkos, the first of:
#
# 1. the target, where a parent project has it;
# 2. an installed Kokkos that has every backend asked for with -DKokkos_ENABLE_<BACKEND>=ON;
# 3. the pinned release below, fetched and built with every -DKokkos_* that was given.
#
# (Debian's packages, for machines that reach nothing else, are the business of `bootstrap`: to this file they are case 2.)
#
# Gives SPICA_ENABLE_OPENMP and SPICA_ENABLE_CUDA their defaults. Sets SPICA_KOKKOS_ORIGIN (a few words), SPICA_KOKKOS_KIND
# ("target", "package" or "fetched"), SPICA_KOKKOS_DEVICES (upper case), SPICA_KOKKOS_VERSION,
# SPICA_BACKENDS (lower case) and SPICA_CUDA_BY_NVCC.
include_guard(GLOBAL)

set(SPICA_KOKKOS_MINIMUM 4.7) # 4.6 has no CUDA 13, and its View lays out differently on host and device there
set(SPICA_KOKKOS_FETCHED_VERSION 5.0.2)
set(SPICA_KOKKOS_FETCHED_SHA256 188817bb452ca805ee8701f1c5adbbb4fb83dc8d1c50624566a18a719ba0fa5e)

# spica_missing_devices(<out-var> <device>...)
#
# Those of the backends asked for with -DKokkos_ENABLE_<BACKEND>=ON that are not among the devices given.
function(spica_missing_devices out)
  set(missing "")
  foreach(device IN ITEMS SERIAL OPENMP THREADS HPX CUDA HIP SYCL)
    if(Kokkos_ENABLE_${device} AND NOT device IN_LIST ARGN)
      list(APPEND missing ${device})
    endif()
  endforeach()
  set(${out} "${missing}" PARENT_SCOPE)
endfunction()

# spica_default_gpu_architecture()
#
# Kokkos asks the GPU for its architecture, and stops where there is none (a login node, a container build). Name one
# then, unless the user did.
function(spica_default_gpu_architecture)
  get_cmake_property(variables CACHE_VARIABLES)
  foreach(variable IN LISTS variables)
    if(variable MATCHES "^Kokkos_ARCH_(MAXWELL|PASCAL|VOLTA|TURING|AMPERE|ADA|HOPPER|BLACKWELL)[0-9]+$" AND ${variable})
      return()
    endif()
  endforeach()

  set(capability "")
  find_program(SPICA_NVIDIA_SMI nvidia-smi)
  mark_as_advanced(SPICA_NVIDIA_SMI)
  if(SPICA_NVIDIA_SMI)
    execute_process(
      COMMAND "${SPICA_NVIDIA_SMI}" --query-gpu=compute_cap --format=csv,noheader
      OUTPUT_VARIABLE output
      RESULT_VARIABLE result
      ERROR_QUIET)
    if(result EQUAL 0 AND output MATCHES "^([0-9]+)\\.([0-9]+)")
      set(capability "${CMAKE_MATCH_1}${CMAKE_MATCH_2}")
    endif()
  endif()

  set(name_70 VOLTA70)
  set(name_75 TURING75)
  set(name_80 AMPERE80)
  set(name_86 AMPERE86)
  set(name_87 AMPERE87)
  set(name_89 ADA89)
  set(name_90 HOPPER90)
  set(name_100 BLACKWELL100)
  set(name_120 BLACKWELL120)
  if(capability AND DEFINED name_${capability})
    set(architecture ${name_${capability}})
    message(STATUS "GPU of compute capability ${capability}: Kokkos_ARCH_${architecture}")
  elseif(capability)
    message(STATUS "GPU of compute capability ${capability}: no Kokkos name known here, left to Kokkos")
    return()
  else()
    set(architecture HOPPER90)
    message(STATUS "No GPU on this machine: compiling for Kokkos_ARCH_HOPPER90 (H100, H200). "
                   "For another, e.g. an A100: -DKokkos_ARCH_HOPPER90=OFF -DKokkos_ARCH_AMPERE80=ON")
  endif()
  set(Kokkos_ARCH_${architecture} ON CACHE BOOL "GPU architecture (chosen by Spica; see the configure log)")
endfunction()

if(TARGET Kokkos::kokkos)
  set(SPICA_KOKKOS_KIND target)
else()
  # Once find_package has imported Kokkos::kokkos nothing else can define it, so look first, in a scope of its own.
  set(SPICA_FOUND_KOKKOS_VERSION "")
  if(NOT FETCHCONTENT_SOURCE_DIR_KOKKOS)
    add_subdirectory("${CMAKE_CURRENT_LIST_DIR}/find_kokkos" "${PROJECT_BINARY_DIR}/find_kokkos")
  endif()
  set(SPICA_KOKKOS_KIND fetched)
  if(SPICA_FOUND_KOKKOS_VERSION)
    spica_missing_devices(missing ${SPICA_FOUND_KOKKOS_DEVICES})
    if(missing)
      message(STATUS "It lacks ${missing}, asked for with -DKokkos_ENABLE_*: building another")
    else()
      set(SPICA_KOKKOS_KIND package)
    endif()
  endif()
endif()

if(SPICA_KOKKOS_KIND STREQUAL "target")
  set(SPICA_KOKKOS_ORIGIN "the parent project's target")
elseif(SPICA_KOKKOS_KIND STREQUAL "package")
  # Global, so that a project that adds this folder can link what Spica::spica links.
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
  find_package(Kokkos ${SPICA_KOKKOS_MINIMUM} CONFIG REQUIRED QUIET)
  set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL OFF)
  set(SPICA_KOKKOS_ORIGIN "${Kokkos_DIR}")
else()
  # What the user leaves open: the host backends that this machine has, and what was asked of Spica.
  if(SPICA_ENABLE_CUDA)
    set(Kokkos_ENABLE_CUDA ON CACHE BOOL "Kokkos CUDA backend")
  endif()
  set(Kokkos_ENABLE_SERIAL ON CACHE BOOL "Kokkos Serial backend")
  if(NOT DEFINED Kokkos_ENABLE_OPENMP)
    if(NOT DEFINED SPICA_ENABLE_OPENMP)
      find_package(OpenMP QUIET COMPONENTS CXX)
      set(openmp ${OpenMP_CXX_FOUND})
    else()
      set(openmp ${SPICA_ENABLE_OPENMP})
    endif()
    set(Kokkos_ENABLE_OPENMP ${openmp} CACHE BOOL "Kokkos OpenMP backend")
  endif()
  if(Kokkos_ENABLE_CUDA)
    spica_default_gpu_architecture()
  endif()

  if(FETCHCONTENT_SOURCE_DIR_KOKKOS)
    message(STATUS "Kokkos: building the source tree ${FETCHCONTENT_SOURCE_DIR_KOKKOS}")
  else()
    message(
      STATUS
        "Kokkos: fetching release ${SPICA_KOKKOS_FETCHED_VERSION}. Where that cannot work: -DKokkos_ROOT=<an installed "
        "Kokkos>, -DFETCHCONTENT_SOURCE_DIR_KOKKOS=<a source tree>, or ./bootstrap (Debian packages)")
  endif()
  include(FetchContent)
  FetchContent_Declare(
    Kokkos SYSTEM
    URL https://github.com/kokkos/kokkos/releases/download/${SPICA_KOKKOS_FETCHED_VERSION}/kokkos-${SPICA_KOKKOS_FETCHED_VERSION}.tar.gz
    URL_HASH SHA256=${SPICA_KOKKOS_FETCHED_SHA256})
  FetchContent_MakeAvailable(Kokkos)
  set(SPICA_KOKKOS_ORIGIN "built from ${kokkos_SOURCE_DIR}")
endif()

# A package lists its devices. A Kokkos in the same build has its options in the cache.
if(SPICA_KOKKOS_KIND STREQUAL "package" OR DEFINED Kokkos_DEVICES)
  set(SPICA_KOKKOS_DEVICES ${Kokkos_DEVICES})
else()
  set(SPICA_KOKKOS_DEVICES "")
  foreach(device IN ITEMS SERIAL OPENMP CUDA)
    if(Kokkos_ENABLE_${device})
      list(APPEND SPICA_KOKKOS_DEVICES ${device})
    endif()
  endforeach()
endif()
if(Kokkos_VERSION)
  set(SPICA_KOKKOS_VERSION "${Kokkos_VERSION}")
elseif(kokkos_SOURCE_DIR)
  file(STRINGS "${kokkos_SOURCE_DIR}/CMakeLists.txt" lines REGEX "^set\\(Kokkos_VERSION_(MAJOR|MINOR|PATCH) ")
  string(REGEX REPLACE "[^0-9;]" "" lines "${lines}")
  list(JOIN lines "." SPICA_KOKKOS_VERSION)
else()
  set(SPICA_KOKKOS_VERSION "of the parent project")
endif()

foreach(backend IN ITEMS OPENMP CUDA)
  if(${backend} IN_LIST SPICA_KOKKOS_DEVICES)
    set(offered ON)
  else()
    set(offered OFF)
  endif()
  # Not cached: in the next configure the default follows the Kokkos that is found then.
  if(NOT DEFINED SPICA_ENABLE_${backend})
    set(SPICA_ENABLE_${backend} ${offered})
  endif()
  if(SPICA_ENABLE_${backend} AND NOT offered)
    message(FATAL_ERROR "SPICA_ENABLE_${backend}=ON, but this Kokkos (${SPICA_KOKKOS_ORIGIN}) was built without "
                        "${backend}: it has ${SPICA_KOKKOS_DEVICES}. Give -DKokkos_ENABLE_${backend}=ON to build a "
                        "Kokkos that has it, -DKokkos_ROOT= to use another, or -DSPICA_ENABLE_${backend}=OFF.")
  endif()
endforeach()

set(SPICA_BACKENDS serial)
foreach(backend IN ITEMS OPENMP CUDA)
  if(SPICA_ENABLE_${backend})
    string(TOLOWER ${backend} name)
    list(APPEND SPICA_BACKENDS ${name})
  endif()
endforeach()

# nvcc behind Kokkos's wrapper, unless the compiler is a Clang, which compiles CUDA itself.
set(SPICA_CUDA_BY_NVCC OFF)
if(SPICA_ENABLE_CUDA AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(SPICA_CUDA_BY_NVCC ON)
endif()
