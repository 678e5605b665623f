// CUDA's return codes, wrapped once.
#pragma once

#include <spica/core/errors.hpp>

#include <cuda_runtime.h>

#include <string>

namespace spica::detail {

/// @throws DeviceError with CUDA's own text if `code` is a failure.
inline void check_cuda(const char* op, cudaError_t code) {
  if (code != cudaSuccess)
    throw DeviceError(std::string(op) + ": CUDA reports \"" + cudaGetErrorString(code) + "\" (" + cudaGetErrorName(code) + ")");
}

}  // namespace spica::detail
