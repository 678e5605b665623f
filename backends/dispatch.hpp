// The one switch over backends. An op calls `dispatch` once, with a generic lambda that takes the executor; kernels of the
// executors carry the same names (elementwise, reduce, gemm), found by overload resolution.
#pragma once

#include <spica/backends/host/elementwise.hpp>
#include <spica/backends/host/reduce.hpp>
#include <spica/backends/runtime.hpp>

#ifdef SPICA_HAS_CUDA
#include <spica/backends/cuda/elementwise.hpp>
#include <spica/backends/cuda/reduce.hpp>
#endif

namespace spica::detail {

/// Calls f(executor) for the backend: HostExec for serial (one thread) and openmp (the team), CudaExec for cuda.
/// @throws RuntimeError, BackendNotBuilt, BackendUnavailable; each names `op`.
template <class F> void dispatch(const char* op, Backend backend, F&& f) {
  check_running(op);
  switch (backend) {
    case Backend::serial: return f(serial_exec());
    case Backend::openmp: return f(openmp_exec());
    case Backend::cuda:
#ifdef SPICA_HAS_CUDA
      check_usable(op, backend);
      return f(current_cuda_exec());
#else
      return check_usable(op, backend);
#endif
  }
}

}  // namespace spica::detail
