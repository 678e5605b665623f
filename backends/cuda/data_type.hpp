// Element types as CUDA's libraries name them.
#pragma once

#include <spica/core/dtype.hpp>

#include <library_types.h>

#include <concepts>

namespace spica::detail {

/// T: float32, float64, complex64 or complex128
template <class T>
constexpr cudaDataType_t cuda_type = std::same_as<T, float>       ? CUDA_R_32F
                                     : std::same_as<T, double>    ? CUDA_R_64F
                                     : std::same_as<T, complex64> ? CUDA_C_32F
                                                                  : CUDA_C_64F;

}  // namespace spica::detail
