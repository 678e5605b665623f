// Times that cannot be true: faster than the machine's memory or arithmetic, or not growing with the work. They come
// from a clock that stopped before the work did, and are not shown.
#pragma once

#include "result.hpp"

#include <cstddef>
#include <string>

namespace speedup {

/// What the place where a row ran can do.
struct Limits {
  double copy_rate = 0;    ///< bytes read and written per second by a large copy on this backend; 0 if unknown
  double memory_rate = 0;  ///< the best copy rate seen by any backend on the same memory; 0 if unknown
  double flop_rate = 0;    ///< float64 operations per second that no such machine exceeds; 0 if unknown
  double cache_bytes = 0;  ///< of the last-level caches
  bool device = false;
};

/// Too small to say anything about memory.
bool fits_cache(const Result& result, const Limits& limits);

/// The most bytes per second that a row may claim.
///
/// A copy on a host fetches each line that it writes, which nobody counts, and work in place does not: up to 3/2 of the
/// copy's rate is honest there. The rest of the margin is for a copy that another program has slowed down.
double credible_rate(const Limits& limits);

/// Empty if the time of the row can be true, else a sentence. Rows that fit in a cache are let pass.
std::string implausible(const Result& result, const Limits& limits);

/// The same for two rows of the same memory-bound work, the larger on 8 times as many elements: the time must grow by 4
/// to 16.
///
/// More is let pass where the small one fits in a cache. Less is, where even the large one is slower than a copy: then
/// each run has a fixed cost (launches, threads that wait for a core on a busy machine), and no clock stopped too
/// early.
std::string implausible_scaling(const Result& small, const Result& large, const Limits& limits);

}  // namespace speedup
