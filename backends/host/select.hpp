// Selecting on hosts: the places at which a predicate holds, in ascending order.
#pragma once

#include <spica/backends/host/exec.hpp>

#include <algorithm>
#include <vector>

namespace spica::detail {

/// Writes the places i in [0, size) with predicate(i) to allocate(number of them), in order. The predicate is asked twice.
template <class Predicate, class Allocate>
void select_places(const HostExec& exec, const char* op, std::int64_t size, const Predicate& predicate, Allocate allocate_places) {
  const ToolsKernel tools(ToolsKernel::Kind::parallel_for, op, exec);
  const std::int64_t parts = size < serial_threshold ? 1 : exec.threads;
  std::vector<std::int64_t> first(static_cast<std::size_t>(parts) + 1, 0);
  const auto for_parts = [&](auto f) {
    for_ranges(exec, parts, 1, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t part = begin; part < end; ++part) f(part, size * part / parts, size * (part + 1) / parts);
    });
  };
  for_parts([&](std::int64_t part, std::int64_t begin, std::int64_t end) {
    std::int64_t count = 0;
    for (std::int64_t i = begin; i < end; ++i) count += predicate(i);
    first[static_cast<std::size_t>(part) + 1] = count;
  });
  for (std::size_t part = 0; part + 1 < first.size(); ++part) first[part + 1] += first[part];
  auto* places = allocate_places(first.back());
  for_parts([&](std::int64_t part, std::int64_t begin, std::int64_t end) {
    auto* to = places + first[static_cast<std::size_t>(part)];
    using Place = std::remove_reference_t<decltype(*to)>;
    constexpr std::int64_t block = 1024;
    Place found[block];
    for (std::int64_t start = begin; start < end; start += block) {
      std::int64_t count = 0;
      for (std::int64_t i = start; i < std::min(end, start + block); ++i) {
        found[count] = static_cast<Place>(i);  // without a branch, which could not be foretold
        count += predicate(i);
      }
      to = std::copy(found, found + count, to);
    }
  });
}

}  // namespace spica::detail
