# Says what the configure step decided.
include_guard(GLOBAL)

list(JOIN SPICA_BACKENDS ", " backends)
list(JOIN SPICA_KOKKOS_DEVICES ", " devices)
set(parts "")
foreach(part IN ITEMS APPS TESTS BENCH)
  if(SPICA_ENABLE_${part})
    string(TOLOWER ${part} name)
    list(APPEND parts ${name})
  endif()
endforeach()
if(SPICA_IO_PARTS)
  list(JOIN SPICA_IO_PARTS ", " io_parts)
  list(APPEND parts "io (${io_parts})")
endif()
list(JOIN parts ", " parts)
if(NOT parts)
  set(parts "none")
endif()
set(library static)
if(BUILD_SHARED_LIBS)
  set(library shared)
endif()
set(warnings "warnings")
if(SPICA_WERROR)
  set(warnings "warnings are errors")
endif()
set(charts "none")
if(SPICA_CHARTS)
  set(charts "gnuplot")
endif()
message(
  STATUS
    "Spica ${PROJECT_VERSION}
     backends   ${backends}
     Kokkos     ${SPICA_KOKKOS_VERSION} (${devices}), ${SPICA_KOKKOS_ORIGIN}
     BLAS       ${SPICA_BLAS}
     LAPACK     ${SPICA_LAPACK}
     FFT        ${SPICA_FFT}
     compiler   ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}, ${CMAKE_BUILD_TYPE}, ${SPICA_ARCHITECTURE_FLAG}, ${warnings}
     library    ${library}
     also       ${parts}
     charts     ${charts}")
