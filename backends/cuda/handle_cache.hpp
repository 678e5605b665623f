// What CUDA's libraries want kept from call to call (handles, plans): each owns a workspace, which two streams must not use at
// the same time.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <utility>

namespace spica::detail {

/// Handles by key, the one used last in front. Hold `mutex` from `get` until the handle is no longer used. Objects of this
/// class are never destroyed (at process end the driver may be gone), `release` comes before.
template <class Key, class Handle> class HandleCache {
 public:
  explicit HandleCache(std::size_t most) : most_(most) {}

  std::mutex mutex;

  /// The handle that make() gave for this key, now or earlier. Where there are too many, the one not used for longest goes:
  /// destroy(handle). Either may throw; the cache then holds what it can vouch for.
  template <class Make, class Destroy> Handle get(const Key& key, Make make, Destroy destroy) {
    for (auto it = entries_.begin(); it != entries_.end(); ++it)
      if (it->first == key) {
        entries_.splice(entries_.begin(), entries_, it);
        return it->second;
      }
    if (entries_.size() >= most_) {
      destroy(entries_.back().second);
      entries_.pop_back();
    }
    entries_.emplace_front(key, make());
    return entries_.front().second;
  }

  /// destroy(handle) for all of them.
  template <class Destroy> void release(Destroy destroy) {
    const std::lock_guard lock(mutex);
    for (const auto& [key, handle] : entries_) destroy(handle);
    entries_.clear();
  }

 private:
  std::list<std::pair<Key, Handle>> entries_;
  std::size_t most_;
};

}  // namespace spica::detail
