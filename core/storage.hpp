// The seam between core/ and backends/: memory that arrays share, and who provides it.
#pragma once

#include <spica/core/backend.hpp>

#include <cstddef>
#include <memory>

namespace spica::detail {

/// A block of memory, owned by the pool of its backend or kept alive for somebody else (a View, a deleter).
class Storage {
 public:
  Storage(void* data, std::size_t bytes, Backend backend) : data_(data), bytes_(bytes), backend_(backend) {}
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  virtual ~Storage() = default;

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  Backend backend() const { return backend_; }
  /// Notes that work on the backend's current instance uses the block, so that it is not handed out too early.
  virtual void mark_used() {}
  /// Called for tracked storage when the Runtime ends: lets go of what must not outlive Kokkos.
  virtual void release() noexcept {}

 private:
  void* data_;
  std::size_t bytes_;
  Backend backend_;
};

/// Memory from the pool of `backend`, not initialised. Defined in backends/memory.cpp.
/// @throws RuntimeError (no Runtime), BackendNotBuilt, BackendUnavailable, MemoryError; each names `op`.
std::shared_ptr<Storage> allocate(const char* op, Backend backend, std::size_t bytes);

/// Until untracked, `storage` is released when the Runtime ends (a Kokkos::View must not outlive Kokkos). Defined in backends/memory.cpp.
void track(Storage& storage);
void untrack(Storage& storage);

/// Copies `bytes` bytes between backends, in order with the work of both; returns when a host side may be read or reused.
/// Defined in backends/memory.cpp.
void copy_bytes(const char* op, void* to, Backend to_backend, const void* from, Backend from_backend, std::size_t bytes);

/// The backend that creation functions use when none is named. Defined in backends/runtime.cpp.
Backend current_default_backend();

}  // namespace spica::detail
