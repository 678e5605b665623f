// The order of running totals that docs/numerics.md promises, written once more with plain lists.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

namespace spica::testing {

/// combine(before, value), or the value where there is nothing before it.
template <class A, class F> A behind(const std::optional<A>& before, A value, F combine) {
  return before ? combine(*before, value) : value;
}

/// Totals of 0 to i for each i, in five steps: step k combines each total with the one 2^k places before it.
template <class A, class F> std::vector<A> scan_lanes(std::vector<A> totals, F combine) {
  for (std::size_t distance = 1; distance < 32; distance *= 2) {
    const std::vector<A> old = totals;
    for (std::size_t l = distance; l < totals.size(); ++l) totals[l] = combine(old[l - distance], old[l]);
  }
  return totals;
}

/// The running totals of `values`; `combine` takes what comes first as its first argument.
template <class A, class F> std::vector<A> naive_scan(const std::vector<A>& values, F combine) {
  const std::size_t size = values.size(), chunk_size = 4096;
  std::vector<A> results(size), chunk_totals;
  std::vector<std::vector<A>> in_chunk;  // each element's running total within its chunk's runs, and what stands before
  std::vector<std::vector<std::optional<A>>> before;
  for (std::size_t first = 0; first < size; first += chunk_size) {
    const std::size_t count = std::min(chunk_size, size - first);
    std::vector<A> prefix(count);
    for (std::size_t i = 0; i < count; ++i)
      prefix[i] = i % 16 ? combine(prefix[i - 1], values[first + i]) : values[first + i];
    std::vector<std::optional<A>> of_run(count);
    std::optional<A> groups;
    for (std::size_t g = 0; g < count; g += 512) {
      std::vector<A> totals;
      for (std::size_t run = g; run < std::min(count, g + 512); run += 16)
        totals.push_back(prefix[std::min(run + 16, count) - 1]);
      totals = scan_lanes(totals, combine);
      for (std::size_t i = g; i < std::min(count, g + 512); ++i) {
        const std::size_t run = (i - g) / 16;
        of_run[i] = run ? std::optional(behind(groups, totals[run - 1], combine)) : groups;
      }
      groups = behind(groups, totals.back(), combine);
    }
    chunk_totals.push_back(*groups);
    in_chunk.push_back(prefix);
    before.push_back(of_run);
  }
  if (chunk_totals.size() > 1) chunk_totals = naive_scan(chunk_totals, combine);
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t chunk = i / chunk_size, place = i % chunk_size;
    std::optional<A> all_before = before[chunk][place];
    if (chunk > 0) all_before = all_before ? combine(chunk_totals[chunk - 1], *all_before) : chunk_totals[chunk - 1];
    results[i] = behind(all_before, in_chunk[chunk][place], combine);
  }
  return results;
}

}  // namespace spica::testing
