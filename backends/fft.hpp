// The seam between the FFT ops and the library of each backend: transforms without types, so that they are compiled
// once.
#pragma once

#include <spica/backends/config.hpp>
#include <spica/backends/host/exec.hpp>
#include <spica/core/backend.hpp>
#include <spica/core/shape.hpp>

#ifdef SPICA_HAS_CUDA
#include <spica/backends/cuda/queue.hpp>
#endif

namespace spica::detail {

/// Transforms along axes that follow each other: arrays of shape (outer, lengths…, inner), contiguous. No length is 0.
struct FourierTransform {
  enum class Kind : std::uint8_t { forward, backward, real_to_complex, complex_to_real };
  Kind kind = Kind::forward;
  bool single = false;  ///< float, else double
  std::int64_t outer = 1, inner = 1;
  int rank = 1;                        ///< 1 for the real kinds, whose `inner` is 1 on CUDA
  std::int64_t length[max_rank] = {};  ///< of the real side; the complex side of a real kind has length / 2 + 1
  void* in = nullptr;                  ///< kept, but by complex_to_real, which may write on it
  void* out = nullptr;                 ///< may be `in` for the complex kinds

  bool complex() const { return kind == Kind::forward || kind == Kind::backward; }
};

/// Runs on the executor; nothing is scaled.
/// @throws BackendNotBuilt where the build found no library, saying how to have it; ShapeError beyond its integers.
void fourier_transform(const HostExec& exec, const char* op, const FourierTransform& t);
#ifdef SPICA_HAS_CUDA
void fourier_transform(const CudaExec& exec, const char* op, const FourierTransform& t);
#endif

/// Throws what `fourier_transform` would throw for want of a library. To be asked before anything is allocated.
void check_fourier(const char* op, Backend backend);

}  // namespace spica::detail
