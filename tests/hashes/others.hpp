// Inputs of the operations that the case format does not name.
#pragma once

#include "hash.hpp"

#include <spica/ops/elementwise/assign.hpp>

namespace spica::hashes {

using testing::awkward_values;

/// f(array) for awkward vectors and a matrix with its axes reversed.
template <class T, class F> void on_awkward(Backend backend, F f) {
  for (const std::int64_t size : {63, 4097, 100'003}) f(awkward_values<T>({size}, 41, true).to(backend));
  f(transpose(awkward_values<T>({263, 257}, 42, true).to(backend)));
}

inline Array<std::int64_t> places(const Shape& shape, std::int64_t extent, Backend backend) {
  testing::Numbers numbers(43);
  std::vector<std::int64_t> values(static_cast<std::size_t>(detail::size_of(shape)));
  for (auto& value : values) value = static_cast<std::int64_t>(numbers.next() >> 33) % extent;
  return from_host(std::span<const std::int64_t>(values), shape, backend);
}

/// Of `add_others`, those that sort, search and group.
void add_order(std::vector<Entry>& entries);
/// Of `add_others`, statistics and numerical methods.
void add_numeric(std::vector<Entry>& entries);

}  // namespace spica::hashes
