# How Spica is compiled, as two interface targets:
#
# spica_usage     what users' sources need too, since their expressions are compiled by them and must give the same bits
#                 as the library (docs/numerics.md); installed with the package
# spica_warnings  for Spica's own sources only
include_guard(GLOBAL)

add_library(spica_usage INTERFACE)
target_compile_features(spica_usage INTERFACE cxx_std_20)

# Fused multiply-add only where the source says fma: the compiler must not contract a * b + c on one backend and not on
# another. errno and floating-point traps would keep loops from being vectorised; Spica reads neither.
set(gnu_like "$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang,IntelLLVM>")
target_compile_options(
  spica_usage INTERFACE "$<${gnu_like}:-ffp-contract=off>" "$<${gnu_like}:-fno-math-errno>"
                        "$<${gnu_like}:-fno-trapping-math>")

# An explicit fma has to be an instruction, not a library call, hence x86-64-v3 for portable builds.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(portable -march=x86-64-v3)
  set(native -march=native)
else()
  set(portable "")
  set(native -mcpu=native)
endif()
if(SPICA_NATIVE)
  set(SPICA_ARCHITECTURE_FLAG ${native})
else()
  set(SPICA_ARCHITECTURE_FLAG ${portable})
endif()
target_compile_options(spica_usage INTERFACE "$<${gnu_like}:${SPICA_ARCHITECTURE_FLAG}>")

# With CUDA, Kokkos sends the C++ compiler's command to nvcc (nvcc_wrapper), which keeps these for itself and hands the
# flags above to the host compiler. Clang compiles CUDA itself and needs only -ffp-contract.
if(SPICA_CUDA_BY_NVCC)
  target_compile_options(
    spica_usage INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-fmad=false>" "$<$<COMPILE_LANGUAGE:CXX>:--extended-lambda>"
                          "$<$<COMPILE_LANGUAGE:CXX>:--expt-relaxed-constexpr>")
endif()

# A backend that Kokkos has and the user does not want.
foreach(backend IN ITEMS OPENMP CUDA)
  if(${backend} IN_LIST SPICA_KOKKOS_DEVICES AND NOT SPICA_ENABLE_${backend})
    target_compile_definitions(spica_usage INTERFACE SPICA_DISABLE_${backend})
  endif()
endforeach()

add_library(spica_warnings INTERFACE)
target_compile_options(
  spica_warnings
  INTERFACE -Wall
            -Wextra
            # GCC's plain -Wshadow also counts the members of an enum class, which shadow nothing
            "$<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wshadow>"
            -Wnon-virtual-dtor
            -Wcast-align
            -Wformat=2
            # GCC 12 sees one in Kokkos's reference counts, inlined into every kernel launch; there is none
            "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,12>>:-Wno-use-after-free>"
            "$<$<BOOL:${SPICA_WERROR}>:-Werror>")
if(NOT SPICA_CUDA_BY_NVCC) # nvcc's intermediate sources are not pedantic, and it warns of unknown pragmas
  target_compile_options(spica_warnings INTERFACE -Wpedantic -Woverloaded-virtual)
endif()
