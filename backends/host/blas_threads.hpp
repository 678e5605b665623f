// How many threads a host's BLAS uses.
#pragma once

#include <cstdint>

namespace spica::detail {

/// Matrices with less work than this (multiply-adds, or n^3) get one thread each; a BLAS's own threads bring nothing for them.
constexpr std::int64_t team_threshold = std::int64_t(1) << 22;

/// While it lives, BLAS calls of the calling thread use that many threads; then the caller finds everything as it was.
///
/// A BLAS threaded by OpenMP follows the calling thread's own setting. OpenBLAS with its own threads has one setting for the
/// whole process, and changing it is not safe against calls under way: it is changed under a lock, by the first of several
/// calls at the same time and only if it differs, and put back by the last. The calls in between run with what the first has
/// set: all answers are right, none waits for another, and calls from inside a parallel region, which ask for one thread
/// each, agree anyway (TRAP-16).
class BlasThreads {
 public:
  explicit BlasThreads(int threads);
  BlasThreads(const BlasThreads&) = delete;
  BlasThreads& operator=(const BlasThreads&) = delete;
  ~BlasThreads();

 private:
  int openmp_before_ = 0;
};

}  // namespace spica::detail
