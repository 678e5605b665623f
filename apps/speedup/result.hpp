// One measured row: what ran where, how long it took, whether its result was right.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace speedup {

using Corner = std::vector<std::vector<double>>;

struct Result {
  std::string experiment, variant, dtype;
  std::int64_t size = 0;  ///< elements; for matmul the n of n x n
  std::string backend;    ///< serial, openmp, cuda, or a peer: numpy, pandas, pyarrow, cupy
  double seconds = 0;
  int repeats = 0;        ///< runs counted; `seconds` is the best of them
  bool checked = false;   ///< compared with an independent value, and right
  std::string wrong{};    ///< what the comparison found
  std::string refused{};  ///< why the time cannot be true (plausible.hpp)
  Corner corner{};        ///< of a matrix product
  double bytes = 0;       ///< of usage: what the phase reads or copies at least; 0 if nothing

  double gbytes_per_second() const;  ///< of the bytes that the work must move at least
  double gflops() const;             ///< 0 where memory is what counts
};

/// Bytes that a work must read and write at least, over all its elements.
double bytes_moved(const Result& result);
/// Bytes of the arrays that it touches, to tell memory from cache.
double working_set(const Result& result);
double flops(const Result& result);

}  // namespace speedup
