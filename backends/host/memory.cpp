#include <spica/backends/host/memory.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

namespace spica::detail {

namespace {

constexpr std::size_t huge_page = std::size_t(2) << 20;

class HostMemorySource final : public MemorySource {
 public:
  void* obtain(std::size_t bytes) override {
    // Linux hands out address space it cannot back and kills the program later; ask first where it matters.
    if (bytes >= 32 * huge_page && bytes > host_memory_size().available) return nullptr;
    if (bytes < huge_page) return std::aligned_alloc(64, bytes);
    void* data = std::aligned_alloc(huge_page, (bytes + huge_page - 1) / huge_page * huge_page);
    if (data) madvise(data, bytes, MADV_HUGEPAGE);  // 512 times fewer page faults; a refusal costs nothing but speed
    return data;
  }
  void release(void* data) noexcept override { std::free(data); }
};

/// A number of bytes in a file of the control group, or `fallback` if it is absent or says "max".
std::size_t read_bytes(const char* path, std::size_t fallback) {
  std::ifstream file(path);
  std::size_t value = 0;
  return file >> value ? value : fallback;
}

}  // namespace

std::unique_ptr<MemorySource> host_memory_source() { return std::make_unique<HostMemorySource>(); }

MemorySize host_memory_size() {
  MemorySize size;
  size.total = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
  size.available = size.total;
  std::ifstream meminfo("/proc/meminfo");
  std::string key;
  std::size_t kib = 0;
  for (std::string unit; meminfo >> key >> kib; std::getline(meminfo, unit))
    if (key == "MemAvailable:") { size.available = kib << 10; break; }
  const std::size_t limit = read_bytes("/sys/fs/cgroup/memory.max", size.total);
  const std::size_t current = read_bytes("/sys/fs/cgroup/memory.current", 0);
  size.total = std::min(size.total, limit);
  if (limit > current) size.available = std::min(size.available, limit - current);
  return size;
}

}  // namespace spica::detail
