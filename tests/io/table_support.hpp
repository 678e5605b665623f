// What the tests of tables share.
#pragma once

#include <spica/ops/creation/creation.hpp>

#include <memory>
#include <vector>

namespace spica::testing {

/// A vector as an array of rank 1 on the default backend.
template <class T> Array<T> from_vector(const std::vector<T>& values) {
  const auto buffer = std::make_unique<T[]>(values.size());  // a vector of bool has no elements to point at
  for (std::size_t i = 0; i < values.size(); ++i) buffer[i] = values[i];
  return from_host(std::span<const T>(buffer.get(), values.size()), {static_cast<std::int64_t>(values.size())});
}

}  // namespace spica::testing
