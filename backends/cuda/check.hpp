// CUDA's return codes, wrapped once.
#pragma once

#include <spica/core/errors.hpp>

#include <cuda_runtime.h>

#include <string>

namespace spica::detail {

/// A failed call leaves its error where the check after the next launch finds it: to be called before what is caught is thrown.
inline void forget_cuda_error() { cudaGetLastError(); }

/// @throws DeviceError with CUDA's own text if `code` is a failure.
inline void check_cuda(const char* op, cudaError_t code) {
  if (code == cudaSuccess) return;
  forget_cuda_error();
  throw DeviceError(std::string(op) + ": CUDA reports \"" + cudaGetErrorString(code) + "\" (" + cudaGetErrorName(code) + ")");
}

}  // namespace spica::detail
