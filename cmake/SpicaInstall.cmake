# Installs the library, the headers at the paths they are included by, and the package that find_package(Spica) reads.
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)

set(SPICA_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/Spica")

install(TARGETS spica spica_usage spica_vendor EXPORT SpicaTargets)
if(SPICA_IO_PARTS)
  install(TARGETS spica_io EXPORT SpicaTargets)
endif()
install(EXPORT SpicaTargets NAMESPACE Spica:: DESTINATION "${SPICA_PACKAGE_DIR}")

set(skipped_headers "")
if(NOT SPICA_ENABLE_CUDA)
  set(skipped_headers PATTERN "backends/cuda" EXCLUDE)
endif()
install(DIRECTORY core backends ops io DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/spica"
        FILES_MATCHING PATTERN "*.hpp" PATTERN "io/detail" EXCLUDE ${skipped_headers})
install(FILES spica.hpp DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/spica")

# What the package must find again: this Kokkos, and the vendor libraries that a static libspica.a leaves to the linker.
set(SPICA_PACKAGE_NEEDS "")
if(SPICA_KOKKOS_KERNELS)
  string(APPEND SPICA_PACKAGE_NEEDS "find_dependency(KokkosKernels CONFIG)\n")
elseif(CBLAS_FOUND)
  string(APPEND SPICA_PACKAGE_NEEDS "find_dependency(CBLAS)\n")
endif()
if(SpicaLapack_FOUND)
  string(APPEND SPICA_PACKAGE_NEEDS "find_dependency(SpicaLapack)\n")
endif()
if(SpicaFFTW_FOUND)
  string(APPEND SPICA_PACKAGE_NEEDS "find_dependency(SpicaFFTW)\n")
endif()
if(SPICA_ENABLE_CUDA)
  string(APPEND SPICA_PACKAGE_NEEDS "find_dependency(CUDAToolkit)\n")
endif()
if(npz IN_LIST SPICA_IO_PARTS)
  string(APPEND SPICA_PACKAGE_NEEDS "find_dependency(Libzip)\n")
endif()
if(table IN_LIST SPICA_IO_PARTS)
  # The place of the wheel, if that is what was used; SPICA_PYARROW_DIR of the user's project comes first.
  if(SPICA_PYARROW_DIR)
    string(APPEND SPICA_PACKAGE_NEEDS "if(NOT SPICA_PYARROW_DIR AND EXISTS \"${SPICA_PYARROW_DIR}\")\n"
           "  set(SPICA_PYARROW_DIR \"${SPICA_PYARROW_DIR}\")\nendif()\n")
  endif()
  string(APPEND SPICA_PACKAGE_NEEDS "find_dependency(SpicaArrow)\n")
endif()

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/SpicaConfig.cmake.in" "${PROJECT_BINARY_DIR}/SpicaConfig.cmake"
                              INSTALL_DESTINATION "${SPICA_PACKAGE_DIR}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/SpicaConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/SpicaConfig.cmake" "${PROJECT_BINARY_DIR}/SpicaConfigVersion.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/FindCBLAS.cmake" "${CMAKE_CURRENT_LIST_DIR}/FindLibzip.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/FindSpicaArrow.cmake" "${CMAKE_CURRENT_LIST_DIR}/FindSpicaLapack.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/FindSpicaFFTW.cmake"
        DESTINATION "${SPICA_PACKAGE_DIR}")
