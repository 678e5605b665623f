# Apache Arrow C++ with Parquet: an installed one (its CMake packages Arrow and Parquet), or else the one inside the pyarrow
# wheel of a Python, which is self-contained and carries headers and libraries.
#
# Targets:   SpicaArrow::arrow, SpicaArrow::parquet
# Variables: SpicaArrow_FOUND, SpicaArrow_VERSION, SpicaArrow_ORIGIN (in words)
# Hints:     Arrow_ROOT and Parquet_ROOT, or SPICA_PYARROW_DIR (the folder pyarrow, which has include/ and libarrow.so.*);
#            else the pyarrow that python3 imports
include(FindPackageHandleStandardArgs)

if(NOT DEFINED SPICA_PYARROW_DIR)
  set(SPICA_PYARROW_DIR "" CACHE PATH "Folder of the Python package pyarrow, whose Arrow is used where none is installed")
endif()

if(TARGET SpicaArrow::arrow)
  set(SpicaArrow_ORIGIN "found before")
else()
  set(SpicaArrow_ORIGIN "")
  # (no version here: Arrow's package accepts only its own major one)
  find_package(Arrow CONFIG QUIET GLOBAL)
  if(Arrow_FOUND)
    find_package(Parquet CONFIG QUIET GLOBAL)
  endif()

  set(_arrow "")
  if(Arrow_FOUND AND Parquet_FOUND)
    foreach(_kind IN ITEMS shared static)
      if(TARGET Arrow::arrow_${_kind} AND TARGET Parquet::parquet_${_kind} AND NOT _arrow)
        set(_arrow Arrow::arrow_${_kind})
        set(_parquet Parquet::parquet_${_kind})
      endif()
    endforeach()
    if(_arrow)
      set(SpicaArrow_ORIGIN "${Arrow_DIR}")
      set(SpicaArrow_VERSION "${Arrow_VERSION}")
      add_library(SpicaArrow::arrow INTERFACE IMPORTED GLOBAL)
      target_link_libraries(SpicaArrow::arrow INTERFACE ${_arrow})
      add_library(SpicaArrow::parquet INTERFACE IMPORTED GLOBAL)
      target_link_libraries(SpicaArrow::parquet INTERFACE ${_parquet})
    endif()
  endif()

  if(NOT _arrow)
    set(_wheel "${SPICA_PYARROW_DIR}")
    if(NOT _wheel)
      find_program(SpicaArrow_PYTHON NAMES python3)
      mark_as_advanced(SpicaArrow_PYTHON)
      if(SpicaArrow_PYTHON)
        # Where it is, without importing it, which takes a second.
        execute_process(
          COMMAND "${SpicaArrow_PYTHON}" -c
                  "import importlib.util as u; s = u.find_spec('pyarrow'); print(s.submodule_search_locations[0])"
          OUTPUT_VARIABLE _wheel
          ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
      endif()
    endif()
    # The libraries have the version in their names: libarrow.so.2600.
    file(GLOB _arrow_library "${_wheel}/libarrow.so.[0-9]*")
    file(GLOB _parquet_library "${_wheel}/libparquet.so.[0-9]*")
    if(_wheel
       AND _arrow_library
       AND _parquet_library
       AND EXISTS "${_wheel}/include/arrow/util/config.h")
      list(GET _arrow_library 0 _arrow_library)
      list(GET _parquet_library 0 _parquet_library)
      file(STRINGS "${_wheel}/include/arrow/util/config.h" SpicaArrow_VERSION REGEX "define ARROW_VERSION_STRING")
      string(REGEX REPLACE ".*\"([0-9.]+).*" "\\1" SpicaArrow_VERSION "${SpicaArrow_VERSION}")
      set(SpicaArrow_ORIGIN "${_wheel}")

      # A wheel may have been built with the older form of std::string, and so not fit: link one function that returns one.
      # (Checked again when the wheel is another.)
      include(CheckCXXSourceCompiles)
      include(CMakePushCheckState)
      string(MAKE_C_IDENTIFIER "SpicaArrow_links_${_arrow_library}" _links)
      cmake_push_check_state(RESET)
      set(CMAKE_REQUIRED_INCLUDES "${_wheel}/include")
      set(CMAKE_REQUIRED_LIBRARIES "${_arrow_library}")
      set(CMAKE_REQUIRED_QUIET ON)
      set(CMAKE_REQUIRED_FLAGS -std=c++20)
      check_cxx_source_compiles(
        "#include <arrow/status.h>
         int main() { return arrow::Status::Invalid(\"x\").ToString().empty(); }"
        ${_links})
      cmake_pop_check_state()
      if(${_links})
        set(_arrow wheel)
        add_library(SpicaArrow::arrow SHARED IMPORTED GLOBAL)
        set_target_properties(SpicaArrow::arrow PROPERTIES IMPORTED_LOCATION "${_arrow_library}"
                                                           INTERFACE_INCLUDE_DIRECTORIES "${_wheel}/include")
        add_library(SpicaArrow::parquet SHARED IMPORTED GLOBAL)
        set_target_properties(SpicaArrow::parquet PROPERTIES IMPORTED_LOCATION "${_parquet_library}"
                                                             INTERFACE_LINK_LIBRARIES SpicaArrow::arrow)
      else()
        set(SpicaArrow_ORIGIN "")
        message(STATUS "The Arrow in ${_wheel} does not link with this compiler: not used")
      endif()
    endif()
  endif()
endif()

find_package_handle_standard_args(SpicaArrow REQUIRED_VARS SpicaArrow_ORIGIN VERSION_VAR SpicaArrow_VERSION)
