#include <spica/backends/memory.hpp>

#include <spica/backends/cuda/device.hpp>
#include <spica/backends/host/memory.hpp>
#include <spica/backends/runtime.hpp>

#include <algorithm>
#include <cstring>
#include <unordered_set>

namespace spica {

class MemoryPool::PooledStorage final : public detail::Storage {
 public:
  PooledStorage(MemoryPool& pool, Block block, Backend backend, std::size_t bytes)
      : Storage(block.data, bytes, backend), pool_(pool), block_(std::move(block)) {}
  ~PooledStorage() override { pool_.give_back(std::move(block_)); }

  /// Everything that used the block before stands in front of `queue`'s work now.
  void used_only_by(const std::shared_ptr<detail::Queue>& queue) { block_.queues.assign(1, queue); }

  void mark_used() override {
    if (!detail::running()) return;  // the op that follows says so in words
    auto queue = pool_.source_->current_queue();
    if (!queue) return;
    const std::lock_guard lock(pool_.mutex_);
    if (std::find(block_.queues.begin(), block_.queues.end(), queue) == block_.queues.end()) block_.queues.push_back(std::move(queue));
  }

 private:
  MemoryPool& pool_;
  Block block_;
};

MemoryPool::MemoryPool(Backend backend, std::unique_ptr<detail::MemorySource> source)
    : backend_(backend), source_(std::move(source)) {}

MemoryStatistics MemoryPool::statistics() const {
  const std::lock_guard lock(mutex_);
  return statistics_;
}

void MemoryPool::set_limit(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  statistics_.limit = bytes;
  if (bytes && statistics_.used + statistics_.cached > bytes) trim_locked();
}

std::size_t MemoryPool::trim() {
  const std::lock_guard lock(mutex_);
  return trim_locked();
}

std::size_t MemoryPool::trim_locked() {
  const std::size_t before = statistics_.cached;
  for (auto& [bytes, blocks] : cached_)
    for (Block& block : blocks) source_->release(block.data);
  cached_.clear();
  statistics_.cached = 0;
  return before;
}

std::size_t MemoryPool::rounded(std::size_t bytes) {
  // Small blocks in steps of an eighth of their power of two, large ones in huge pages: little waste, few distinct sizes.
  constexpr std::size_t line = 64, huge = std::size_t(2) << 20;
  std::size_t step = line;
  while (step * 16 <= bytes && step < huge) step *= 2;
  return std::max(line, (bytes + step - 1) / step * step);
}

bool MemoryPool::take_cached(std::size_t bytes, const detail::Queue* queue, Block& block) {
  auto fits = cached_.lower_bound(bytes);
  if (fits == cached_.end() || fits->first > bytes + bytes / 8) return false;
  auto& blocks = fits->second;
  // One that only this queue has used needs no waiting; the newest is the warmest.
  auto best = std::find_if(blocks.rbegin(), blocks.rend(), [&](const Block& b) {
    return std::all_of(b.queues.begin(), b.queues.end(), [&](const auto& q) { return q.get() == queue; });
  });
  const auto chosen = best == blocks.rend() ? blocks.end() - 1 : best.base() - 1;
  block = std::move(*chosen);
  blocks.erase(chosen);
  if (blocks.empty()) cached_.erase(fits);
  statistics_.cached -= block.bytes;
  return true;
}

std::shared_ptr<detail::Storage> MemoryPool::allocate(const char* op, std::size_t bytes) {
  const auto queue = source_->current_queue();
  const std::size_t size = rounded(bytes);
  Block block;
  {
    const std::lock_guard lock(mutex_);
    if (!take_cached(size, queue.get(), block)) {
      const auto over_limit = [&] {
        return statistics_.limit && (size > statistics_.limit || statistics_.used + statistics_.cached > statistics_.limit - size);
      };
      const std::size_t cached_before = statistics_.cached;
      // Arrays that grow a little each time would leave every smaller block behind: more cached than was ever in use at
      // once is of no use to anybody.
      const bool useless = statistics_.cached > std::max(statistics_.peak, statistics_.used + size);
      if (useless || over_limit()) trim_locked();
      if (!over_limit()) {
        block.data = source_->obtain(size);
        if (!block.data && statistics_.cached) {
          trim_locked();
          block.data = source_->obtain(size);
        }
      }
      if (!block.data) {
        const auto mib = [](std::size_t b) { return std::to_string((b + (std::size_t(1) << 20) - 1) >> 20) + " MiB"; };
        const std::string where = host_memory(backend_) ? "the host" : name(backend_);
        throw MemoryError(std::string(op) + ": " + mib(bytes) + " asked for on " + where + ", " + mib(statistics_.used) +
                          " in use, " + mib(cached_before) + " cached (now freed), " +
                          (statistics_.limit ? "limit " + mib(statistics_.limit) : "no limit set, the system has no more") +
                          "; use a smaller size, drop arrays, or raise memory_pool(…).set_limit");
      }
      block.bytes = size;
      ++statistics_.system_allocations;
    }
    statistics_.used += block.bytes;
    statistics_.peak = std::max(statistics_.peak, statistics_.used);
    ++statistics_.allocations;
  }
  std::vector<std::shared_ptr<detail::Queue>> users = block.queues;
  auto storage = std::make_shared<PooledStorage>(*this, std::move(block), backend_, bytes);  // gives the block back if waiting fails
  if (queue) {
    for (const auto& user : users)
      if (user != queue) queue->wait_for(*user);
    storage->used_only_by(queue);
  }
  return storage;
}

void MemoryPool::give_back(Block block) noexcept {
  const std::lock_guard lock(mutex_);
  statistics_.used -= block.bytes;
  // After the Runtime has ended nobody will ask again: an array that outlived it returns its memory at once.
  if (!detail::running()) return source_->release(block.data);
  statistics_.cached += block.bytes;
  cached_[block.bytes].push_back(std::move(block));
}

MemoryPool& memory_pool(Backend backend) {
  // Never destroyed: arrays in static objects may be destroyed after anything else.
  if (host_memory(backend)) {
    static auto* pool = new MemoryPool(Backend::serial, detail::host_memory_source());
    return *pool;
  }
  if (!detail::cuda_built()) throw BackendNotBuilt("memory_pool: " + detail::not_built_reason(backend));
  static auto* pool = new MemoryPool(Backend::cuda, detail::cuda_memory_source());
  return *pool;
}

MemorySize memory_size(Backend backend) {
  if (host_memory(backend)) return detail::host_memory_size();
  detail::check_usable("memory_size", backend);
  return detail::cuda_memory_size();
}

namespace detail {

namespace {
/// A block of the host pool under the name of the host backend that asked for it.
class HostStorage final : public Storage {
 public:
  HostStorage(std::shared_ptr<Storage> block, Backend backend) : Storage(block->data(), block->bytes(), backend), block_(std::move(block)) {}

 private:
  std::shared_ptr<Storage> block_;
};
}  // namespace

namespace {
// Never destroyed, like the pools: storage in static objects may be untracked after anything else.
struct Tracked {
  std::mutex mutex;
  std::unordered_set<Storage*> storage;
};
Tracked& tracked() {
  static auto* all = new Tracked;
  return *all;
}
}  // namespace

void track(Storage& storage) {
  const std::lock_guard lock(tracked().mutex);
  tracked().storage.insert(&storage);
}
void untrack(Storage& storage) {
  const std::lock_guard lock(tracked().mutex);
  tracked().storage.erase(&storage);
}
void release_tracked() {
  const std::lock_guard lock(tracked().mutex);
  for (Storage* storage : tracked().storage) storage->release();
}

std::shared_ptr<Storage> allocate(const char* op, Backend backend, std::size_t bytes) {
  check_running(op);
  check_usable(op, backend);
  auto block = memory_pool(backend).allocate(op, bytes);
  if (backend == Backend::openmp) return std::make_shared<HostStorage>(std::move(block), backend);
  return block;
}

void copy_bytes(const char* op, void* to, Backend to_backend, const void* from, Backend from_backend, std::size_t bytes) {
  check_running(op);
  if (bytes == 0) return;
  if (host_memory(to_backend) && host_memory(from_backend)) std::memcpy(to, from, bytes);
  else cuda_copy_bytes(op, to, to_backend, from, from_backend, bytes);
}

}  // namespace detail
}  // namespace spica
