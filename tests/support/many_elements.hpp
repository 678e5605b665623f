// Arrays with more elements than 31 bits count: tests of them run where there is memory for it, and say so where not.
#pragma once

#include <spica/backends/memory.hpp>

#include "backends.hpp"

namespace spica::testing {

inline constexpr std::int64_t many_elements = (std::int64_t(1) << 31) + 5;

/// Calls check(backend) on each usable backend that has memory for `gibibytes` times 2^30 bytes, and gives the memory
/// back after it; a visible skip where none has. Of the two host backends, which are the same kernels, only on openmp
/// where that was built. Without sanitizers, under which these take minutes and find what the smaller tests find.
template <class F> void for_each_backend_with_memory(int gibibytes, F check) {
#ifdef __SANITIZE_ADDRESS__
  (void)check;
  GTEST_SKIP() << "takes minutes under the sanitizers; " << gibibytes << " GiB";
#else
  bool anywhere = false;
  for_each_backend([&](Backend backend) {
    if (backend == Backend::serial && usable(Backend::openmp)) return;
    const std::size_t needed = static_cast<std::size_t>(gibibytes) << 30;
    if (memory_size(backend).available < needed) {
      std::printf("[  SKIPPED ] on %s: needs %d GiB of free memory\n", name(backend), gibibytes);
      return;
    }
    anywhere = true;
    check(backend);
    memory_pool(backend).trim();
  });
  if (!anywhere) GTEST_SKIP() << "needs " << gibibytes << " GiB of free memory";
#endif
}

}  // namespace spica::testing
