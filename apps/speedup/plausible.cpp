#include "plausible.hpp"

#include "../format.hpp"

namespace speedup {

bool fits_cache(const Result& result, const Limits& limits) { return working_set(result) < 4 * limits.cache_bytes; }

double credible_rate(const Limits& limits) { return limits.memory_rate * (limits.device ? 1.25 : 2); }

std::string implausible(const Result& result, const Limits& limits) {
  if (!(result.seconds > 0)) return fmt::format("a time of {} s", result.seconds);
  if (flops(result) > 0) {
    const double most = limits.flop_rate * (result.dtype == "float32" ? 2 : 1);
    if (most > 0 && flops(result) / result.seconds > most)
      return fmt::format("{:.4g} GFLOP/s, and no such machine does more than {:.4g}", result.gflops(), most / 1e9);
    return "";
  }
  if (limits.memory_rate <= 0 || fits_cache(result, limits)) return "";
  if (bytes_moved(result) / result.seconds <= credible_rate(limits)) return "";
  return fmt::format("{:.4g} GB/s, and a copy reaches {:.4g} GB/s here", result.gbytes_per_second(),
                     limits.memory_rate / 1e9);
}

std::string implausible_scaling(const Result& small, const Result& large, const Limits& limits) {
  const double ratio = large.seconds / small.seconds;
  if (ratio >= 4 && (ratio <= 16 || fits_cache(small, limits))) return "";
  if (ratio < 4 && bytes_moved(large) / large.seconds < limits.memory_rate) return "";
  return fmt::format("8 times the elements take {:.2f} times as long; 4 to 16 would be true of work bound by memory",
                     ratio);
}

}  // namespace speedup
