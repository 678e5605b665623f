# Helpers for tests/: test programs, code that must not compile, headers that must stand alone.
include_guard(GLOBAL)

# Environment of the tests, for ENVIRONMENT_MODIFICATION. Kokkos warns on standard error about unbound threads; tests share the cores, so
# threads are better left unbound, and those that wait had better sleep.
set(SPICA_TEST_ENVIRONMENT "OMP_PROC_BIND=set:false;OMP_WAIT_POLICY=set:passive;KOKKOS_DISABLE_WARNINGS=set:1")

# spica_add_to_group(<group> <target>)
#
# Makes the targets spica_tests and spica_tests_<group> build this one.
function(spica_add_to_group group target)
  if(NOT TARGET spica_tests)
    add_custom_target(spica_tests)
  endif()
  if(NOT TARGET spica_tests_${group})
    add_custom_target(spica_tests_${group})
    add_dependencies(spica_tests spica_tests_${group})
  endif()
  add_dependencies(spica_tests_${group} ${target})
endfunction()

# spica_do_not_optimize(<target>)
#
# -O0, whatever the build type: where compiling takes longer than running.
function(spica_do_not_optimize target)
  if(NOT SPICA_CUDA_BY_NVCC) # nvcc_wrapper warns of a second -O
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

# spica_add_test(<name> <source>... [LIBRARIES <target>...] [THREADS <n>...] [LABELS <label>...] [ARGUMENTS <arg>...]
#                [GROUP <group>] [TIMEOUT <seconds>] [KERNELS] [NO_MAIN])
#
# One GoogleTest program, one ctest test of the same name. Name it after the code: reduce.sum for tests/reduce/test_sum.cpp.
#
# LIBRARIES  targets linked besides Spica::spica and GoogleTest
# THREADS    where OpenMP is built, one run with each number of threads, <name>.threads_<n>, in place of <name>. The tests run on every
#            backend, so one thread is always among them (serial); the oracle and the hashes have more numbers.
# LABELS     for `ctest -L`; the group is a label already
# GROUP      the first part of the name unless given
# ARGUMENTS  command line of the program
# TIMEOUT    seconds for one run, 300 unless given
# KERNELS    these sources are compiled as the library is: the program is there for the kernels in its own object files. Others are not
#            optimised, since checks are most of their code.
# NO_MAIN    the sources have their own main
#
# The target spica_tests builds all test programs, spica_tests_<group> those of a group.
#
# The program starts in the source folder of the tests, so that it finds data by a relative path.
function(spica_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "KERNELS;NO_MAIN" "GROUP;TIMEOUT" "LIBRARIES;THREADS;LABELS;ARGUMENTS")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  string(REPLACE "." "_" target "spica_test_${name}")
  string(REGEX REPLACE "\\..*" "" group "${name}")
  if(arg_GROUP)
    set(group "${arg_GROUP}")
  endif()

  add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
  set(main spica_test_kernels_main)
  if(NOT arg_KERNELS)
    set(main spica_test_main)
    spica_do_not_optimize(${target})
  endif()
  target_link_libraries(${target} PRIVATE Spica::spica GTest::gtest ${arg_LIBRARIES} spica_warnings)
  if(NOT arg_NO_MAIN)
    target_link_libraries(${target} PRIVATE ${main})
  endif()
  if(SPICA_PRECOMPILE_HEADERS)
    target_precompile_headers(${target} REUSE_FROM ${main})
  endif()

  spica_add_to_group(${group} ${target})

  set(runs "")
  if(NOT SPICA_ENABLE_OPENMP OR NOT arg_THREADS)
    set(runs ${name})
    add_test(NAME ${name} COMMAND ${target} ${arg_ARGUMENTS} WORKING_DIRECTORY "${SPICA_TESTS_DIR}")
  endif()
  if(SPICA_ENABLE_OPENMP)
    foreach(threads IN LISTS arg_THREADS)
      add_test(NAME ${name}.threads_${threads} COMMAND ${target} ${arg_ARGUMENTS} WORKING_DIRECTORY "${SPICA_TESTS_DIR}")
      set_tests_properties(${name}.threads_${threads} PROPERTIES ENVIRONMENT "OMP_NUM_THREADS=${threads}")
      list(APPEND runs ${name}.threads_${threads})
    endforeach()
  endif()
  set_tests_properties(
    ${runs} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${group};${arg_LABELS}"
                       ENVIRONMENT_MODIFICATION "${SPICA_TEST_ENVIRONMENT}")
endfunction()

# spica_add_program_test(<name> <source> [ENVIRONMENT <variable>=<value>...])
#
# A program with its own main, for what GoogleTest cannot do: before, after and without a Runtime. It passes if it exits
# with 0 and prints nothing.
function(spica_add_program_test name source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "ENVIRONMENT")
  string(REPLACE "." "_" target "spica_test_${name}")
  string(REGEX REPLACE "\\..*" "" group "${name}")
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE Spica::spica spica_warnings)
  spica_add_to_group(${group} ${target})
  add_test(NAME ${name} COMMAND ${target})
  set_tests_properties(
    ${name}
    PROPERTIES TIMEOUT 60
               LABELS "${group}"
               FAIL_REGULAR_EXPRESSION "."
               ENVIRONMENT "${arg_ENVIRONMENT}"
               ENVIRONMENT_MODIFICATION "${SPICA_TEST_ENVIRONMENT}")
endfunction()

# spica_add_compile_fail_test(<name> <source> <regex>)
#
# Passes if compiling the source fails and the compiler's output matches the regex (a piece of the message that the user
# is meant to read). The test compile_fail.<name> has the label compile_fail.
function(spica_add_compile_fail_test name source regex)
  set(target spica_compile_fail_${name})
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${source})
  target_link_libraries(${target} PRIVATE Spica::spica)
  # -w: only errors; no optimisation, since nothing is generated (and nvcc_wrapper warns of a second -O)
  target_compile_options(${target} PRIVATE -w "$<$<NOT:$<BOOL:${SPICA_CUDA_BY_NVCC}>>:-O0>")
  add_test(NAME compile_fail.${name}
           COMMAND "${CMAKE_COMMAND}" "-DBUILD_DIR=${PROJECT_BINARY_DIR}" -DTARGET=${target} -DCONFIG=$<CONFIG>
                   "-DEXPECTED=${regex}" -P "${PROJECT_SOURCE_DIR}/cmake/compile_fail.cmake")
  # Two builds in one build folder would get in each other's way.
  set_tests_properties(compile_fail.${name} PROPERTIES LABELS compile_fail TIMEOUT 600 RESOURCE_LOCK spica_build_folder)
endfunction()

# spica_add_header_tests()
#
# Compiles every installed header alone, as the first line of a source: building the target spica_headers_alone is the
# test. The list is a glob here, as it is in the install step.
function(spica_add_header_tests)
  set(sources "")
  file(
    GLOB_RECURSE headers
    RELATIVE "${PROJECT_SOURCE_DIR}"
    CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/core/*.hpp" "${PROJECT_SOURCE_DIR}/backends/*.hpp"
    "${PROJECT_SOURCE_DIR}/ops/*.hpp" "${PROJECT_SOURCE_DIR}/io/*.hpp")
  # These include the headers of libraries that only Spica::io has.
  list(FILTER headers EXCLUDE REGEX "^io/detail/")
  foreach(header IN LISTS headers ITEMS spica.hpp)
    if((header MATCHES "^backends/cuda/" AND NOT SPICA_ENABLE_CUDA)
       OR (header MATCHES "^backends/openmp/" AND NOT SPICA_ENABLE_OPENMP))
      continue()
    endif()
    string(MAKE_C_IDENTIFIER "${header}" stem)
    set(source "${PROJECT_BINARY_DIR}/headers_alone/${stem}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include <spica/@header@> // IWYU pragma: keep\n" @ONLY)
    list(APPEND sources "${source}")
  endforeach()
  add_library(spica_headers_alone OBJECT ${sources})
  target_link_libraries(spica_headers_alone PRIVATE Spica::spica spica_warnings)
  spica_do_not_optimize(spica_headers_alone) # nothing runs
  # Reading Kokkos is four fifths of the time. What a header takes from Kokkos without including it is not seen this way.
  if(SPICA_PRECOMPILE_HEADERS)
    target_precompile_headers(spica_headers_alone PRIVATE <Kokkos_Core.hpp>)
  endif()
endfunction()

# spica_warn_unlisted_tests()
#
# Says so for every test_*.cpp, and every .cpp in a folder programs/ or compile_fail/, below the current folder that no
# target has. An error with SPICA_WERROR.
function(spica_warn_unlisted_tests)
  set(listed "")
  get_directory_property(folders SUBDIRECTORIES)
  foreach(folder IN LISTS folders ITEMS "${CMAKE_CURRENT_SOURCE_DIR}")
    get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
      get_target_property(sources ${target} SOURCES)
      foreach(source IN LISTS sources)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${folder}" NORMALIZE)
        list(APPEND listed "${source}")
      endforeach()
    endforeach()
  endforeach()
  file(GLOB_RECURSE present CONFIGURE_DEPENDS "test_*.cpp" "programs/*.cpp" "compile_fail/*.cpp")
  file(GLOB_RECURSE programs CONFIGURE_DEPENDS "*/programs/*.cpp")
  if(NOT SPICA_ENABLE_APPS)
    list(FILTER present EXCLUDE REGEX "/tests/apps/")
  endif()
  if(NOT npz IN_LIST SPICA_IO_PARTS)
    list(FILTER present EXCLUDE REGEX "/tests/io/test_npz")
  endif()
  if(NOT table IN_LIST SPICA_IO_PARTS)
    list(FILTER present EXCLUDE REGEX "/tests/io/test_(csv|dates|parquet|tutorial)")
  endif()
  set(severity WARNING)
  if(SPICA_WERROR)
    set(severity SEND_ERROR)
  endif()
  foreach(source IN LISTS present programs)
    if(NOT source IN_LIST listed)
      message(${severity} "${source} is in no test: list it in ${CMAKE_CURRENT_LIST_DIR}/CMakeLists.txt")
    endif()
  endforeach()
endfunction()
