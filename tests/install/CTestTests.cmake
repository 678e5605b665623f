# The ctest tests install.*: stage an install, build and run the consumer against it, and the consumer with Spica as a
# subdirectory.

set(stage "${PROJECT_BINARY_DIR}/install_stage")
set(consumer "${CMAKE_CURRENT_LIST_DIR}")

# The consumer is configured as this build was: same generator, compiler and Kokkos.
set(options "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}" "-DCMAKE_EXE_LINKER_FLAGS=${CMAKE_EXE_LINKER_FLAGS}"
            "-DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}")
if(OpenMP_gomp_LIBRARY)
  list(APPEND options "-DOpenMP_gomp_LIBRARY=${OpenMP_gomp_LIBRARY}")
endif()
if(CMAKE_MAKE_PROGRAM)
  list(APPEND options "-DCMAKE_MAKE_PROGRAM=${CMAKE_MAKE_PROGRAM}")
endif()
if(CMAKE_CXX_COMPILER_LAUNCHER)
  list(APPEND options "-DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}")
endif()

# spica_add_consumer_test(<name> <configure option>...)
function(spica_add_consumer_test name)
  add_test(
    NAME install.${name}
    COMMAND
      "${CMAKE_CTEST_COMMAND}" --build-and-test "${consumer}" "${PROJECT_BINARY_DIR}/consumer_${name}" --build-generator
      "${CMAKE_GENERATOR}" --build-options ${options} ${ARGN} --test-command "${CMAKE_CTEST_COMMAND}"
      --output-on-failure)
  set_tests_properties(install.${name} PROPERTIES LABELS install TIMEOUT 1500)
endfunction()

# A semicolon in an option would split it.
list(JOIN CMAKE_PREFIX_PATH "\\;" prefixes)

add_test(NAME install.stage COMMAND "${CMAKE_COMMAND}" --install "${PROJECT_BINARY_DIR}" --config $<CONFIG> --prefix
                                    "${stage}")
set_tests_properties(install.stage PROPERTIES LABELS install FIXTURES_SETUP spica_installed RESOURCE_LOCK
                                              spica_build_folder)

set(kokkos "")
if(SPICA_KOKKOS_KIND STREQUAL "package")
  set(kokkos "-DKokkos_DIR=${Kokkos_DIR}")
endif()
spica_add_consumer_test(package "-DCMAKE_BUILD_TYPE=Release" "-DCMAKE_PREFIX_PATH=${stage}\\;${prefixes}" ${kokkos})
set_tests_properties(install.package PROPERTIES FIXTURES_REQUIRED spica_installed)

# Compiles the whole library once more, so without optimisation, with precompiled headers and many sources at a time (as .ci/run says);
# and only where Kokkos need not be built again as well.
if(SPICA_KOKKOS_KIND STREQUAL "package")
  spica_add_consumer_test(
    subdirectory "-DCMAKE_BUILD_TYPE=Debug" "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -Wno-subobject-linkage" "-DCMAKE_PREFIX_PATH=${prefixes}" ${kokkos}
    "-DSPICA_SOURCE=${PROJECT_SOURCE_DIR}" "-DSPICA_PRECOMPILE_HEADERS=ON" "-DCMAKE_UNITY_BUILD=ON" "-DCMAKE_UNITY_BUILD_BATCH_SIZE=12")
  set_tests_properties(install.subdirectory PROPERTIES PROCESSORS 2 COST 200)
endif()
