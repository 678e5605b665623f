// Host memory for the pool.
#pragma once

#include <spica/backends/memory.hpp>

namespace spica::detail {
std::unique_ptr<MemorySource> host_memory_source();
MemorySize host_memory_size();
}  // namespace spica::detail
