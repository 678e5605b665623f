// Reductions of groups, compiled once in the library for every dtype of values.
#pragma once

#include <spica/ops/group/grouping.hpp>
#include <spica/ops/reduce/reducers.hpp>

#include <optional>

namespace spica::detail {

/// What one reading of the values can give.
template <Element V> struct Aggregates {
  std::optional<Array<V>> min, max;
  std::optional<Array<typename SumReducer<V>::Result>> sum;
  std::optional<Array<typename MeanReducer<V>::Result>> mean;
};
enum class Wanted : std::uint8_t { min = 1, max = 2, sum = 4, mean = 8 };
constexpr std::uint8_t operator|(std::uint8_t flags, Wanted w) { return static_cast<std::uint8_t>(flags | static_cast<std::uint8_t>(w)); }

/// `wanted`: a set of Wanted. `values`: shape (rows,). min and max are not there for complex values.
template <Element V> Aggregates<V> aggregate_groups(const Grouping& grouping, const Array<V>& values, std::uint8_t wanted);

/// The mean squared deviation from the group's mean (two readings), divided by count - ddof; `root`: its square root.
template <RealElement V> Array<typename MeanReducer<V>::Result> group_variance(const Grouping& grouping, const Array<V>& values, int ddof, bool root);

/// The row of the first NaN, else of the first smallest or largest value of each group.
template <RealElement V> Array<std::int64_t> group_extreme_row(const Grouping& grouping, const Array<V>& values, bool largest);

/// Quantiles of each group, shape (groups, probabilities).
template <RealElement V>
Array<typename MeanReducer<V>::Result> group_quantiles(const Grouping& grouping, const Array<V>& values, const std::vector<double>& probabilities);

/// The parts of `values` at these rows.
template <Element V> Array<V> values_at_rows(const Array<V>& values, const Array<std::int64_t>& rows);

}  // namespace spica::detail
