// The caching memory pool, one for each backend.
#pragma once

#include <spica/core/backend.hpp>
#include <spica/core/storage.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace spica {

struct MemoryStatistics {
  std::size_t used = 0;              ///< bytes in blocks that arrays hold
  std::size_t cached = 0;            ///< bytes in blocks kept for reuse
  std::size_t peak = 0;              ///< the largest `used` so far
  std::size_t limit = 0;             ///< 0: none
  std::int64_t allocations = 0;      ///< blocks handed out so far
  std::int64_t system_allocations = 0;  ///< of these, those that the pool had to ask the system for
};

namespace detail {

/// An order of work on a device (a stream). Hosts have none: their work is done when the call returns.
class Queue {
 public:
  virtual ~Queue() = default;
  /// Later work on this queue starts after everything now on `other`.
  virtual void wait_for(Queue& other) = 0;
};

/// Releases all tracked storage; called when the Runtime ends.
void release_tracked();

/// Where a pool's memory comes from.
class MemorySource {
 public:
  virtual ~MemorySource() = default;
  virtual void* obtain(std::size_t bytes) = 0;  ///< null if there is none
  virtual void release(void* data) noexcept = 0;
  virtual std::shared_ptr<Queue> current_queue() { return nullptr; }
};

}  // namespace detail

/// Keeps freed blocks for the next array of a like size: the system's allocation and its page faults cost more than most
/// kernels (docs/design.md, "memory"). Stream-ordered: a block that another stream has used is handed out only in order
/// with that stream's work. Thread-safe.
class MemoryPool {
 public:
  MemoryPool(Backend backend, std::unique_ptr<detail::MemorySource> source);
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  MemoryStatistics statistics() const;
  /// The most bytes that used and cached blocks together may take; 0 for no limit.
  void set_limit(std::size_t bytes);
  /// Returns all cached blocks to the system. @return bytes returned
  std::size_t trim();

  /// @throws MemoryError with the sizes asked for, used, cached and allowed; the pool works on after it.
  std::shared_ptr<detail::Storage> allocate(const char* op, std::size_t bytes);

 private:
  struct Block {
    void* data = nullptr;
    std::size_t bytes = 0;
    std::vector<std::shared_ptr<detail::Queue>> queues;  // whose work may still use it
  };
  class PooledStorage;

  static std::size_t rounded(std::size_t bytes);
  bool take_cached(std::size_t bytes, const detail::Queue* queue, Block& block);
  std::size_t trim_locked();
  void give_back(Block block) noexcept;

  const Backend backend_;
  const std::unique_ptr<detail::MemorySource> source_;
  mutable std::mutex mutex_;
  std::map<std::size_t, std::vector<Block>> cached_;
  MemoryStatistics statistics_;
};

/// The pool of a backend; serial and openmp share one. @throws BackendNotBuilt.
MemoryPool& memory_pool(Backend backend);

/// Bytes that a backend's memory has in all, and bytes free now (for a host: what the system says is available).
struct MemorySize { std::size_t total = 0, available = 0; };
MemorySize memory_size(Backend backend);

}  // namespace spica
