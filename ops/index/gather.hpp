// Elements by their places, for ops that made the places themselves: nothing is checked, nothing waits.
#pragma once

#include <spica/ops/elementwise/assign.hpp>

#include <initializer_list>

namespace spica::detail {

/// Notes that work queued next uses these blocks.
inline void mark_used(std::initializer_list<Storage*> blocks) {
  for (Storage* block : blocks)
    if (block) block->mark_used();
}

/// out[i] = source[places[i / inner] * inner + i % inner]
template <class T, class Place> struct GatherBlocks {
  const T* source;
  const Place* places;
  std::int64_t inner;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(std::int64_t i) const {
    if (inner == 1) return source[places[i]];
    const std::int64_t block = i / inner;
    return source[static_cast<std::int64_t>(places[block]) * inner + (i - block * inner)];
  }
};
/// The parts of `a` along its first axis at these places, in their order: shape (places, the other axes…).
template <class T, class Place> Array<T> gather(const char* op, const Array<T>& a, const Array<Place>& places) {
  const Array<T> source = contiguous(op, a);
  Shape shape = a.shape();
  const std::int64_t length = shape[0];
  shape[0] = places.size();
  mark_used({source.storage().get(), places.storage().get()});
  return generate<T>(op, shape, a.backend(), GatherBlocks<T, Place>{source.data(), places.data(), length ? a.size() / length : 1});
}

/// out[row, j] = source[row, places[row, j]]; both contiguous.
template <class T> struct GatherInRows {
  const T* source;
  const std::int64_t* places;
  std::int64_t length, chosen;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(std::int64_t i) const { return source[i / chosen * length + places[i]]; }
};
template <class T> Array<T> gather_in_rows(const char* op, const Array<T>& rows, const Array<std::int64_t>& places) {
  const std::int64_t chosen = places.shape()[places.rank() - 1];
  mark_used({rows.storage().get(), places.storage().get()});
  return generate<T>(op, places.shape(), rows.backend(), GatherInRows<T>{rows.data(), places.data(), rows.shape()[rows.rank() - 1], chosen ? chosen : 1});
}

}  // namespace spica::detail
