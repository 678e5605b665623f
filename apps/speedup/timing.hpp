// The clock: best of several runs, the first not counted, all work done before it starts and before it stops.
#pragma once

#include "progress.hpp"

#include <spica/backends/runtime.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>

namespace speedup {

struct Effort {
  int repeats = 5;
  double budget = 30;   ///< seconds; no further run is started when the counted ones have taken this long
  double long_run = 5;  ///< seconds; a first run of this length counts, since start-up is lost in it
};

struct Timing {
  double seconds = std::numeric_limits<double>::infinity();  ///< of the best counted run
  int repeats = 0;                                           ///< counted
};

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Runs `prepare` (not timed) and `work` (timed) in turn on `backend`.
template <class Prepare, class Work>
Timing best_of(spica::Backend backend, const Effort& effort, Progress& progress, const std::string& label,
               const Prepare& prepare, const Work& work) {
  Timing timing;
  double total = 0;
  for (int run = 0; timing.repeats < effort.repeats && total < effort.budget; ++run) {
    progress.show(
        label + (run == 0 ? ": first run" : ": run " + std::to_string(run) + " of " + std::to_string(effort.repeats)));
    prepare();
    spica::fence(backend);
    const auto start = std::chrono::steady_clock::now();
    work();
    spica::fence(backend);
    const double seconds = seconds_since(start);
    if (run == 0 && seconds < effort.long_run) continue;
    timing.seconds = std::min(timing.seconds, seconds);
    ++timing.repeats;
    total += seconds;
  }
  return timing;
}

}  // namespace speedup
