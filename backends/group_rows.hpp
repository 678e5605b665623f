// What kernels of every backend know of groups.
#pragma once

#include <spica/backends/order.hpp>

namespace spica::detail {

/// One reading of the keys: enough to choose how they are put in order.
struct KeySummary {
  std::int64_t runs = 0;          ///< of equal keys that follow each other
  std::uint64_t low = 0, high = 0;  ///< OrderKeys
  bool sorted = true;
};

/// Group g holds elements offsets[g] to offsets[g + 1] of the order; without an order, rows offsets[g] to offsets[g + 1].
struct GroupRows {
  const std::uint32_t* order;  ///< null: rows of a group follow each other
  const std::int64_t* offsets; ///< groups + 1
  std::int64_t groups, rows;
  std::int64_t longest;        ///< no group has more rows
};

/// One of several reductions made in one reading of the values. Nothing is computed where `out` is null.
template <class Reducer> struct GroupStep {
  Reducer reducer;
  typename Reducer::Result* out;
};

// Groups of several chunks (4096 rows each) keep an accumulator for each. A slot for every 2048 rows is enough: a group of
// more than 4096 rows has no more chunks than it has whole 2048s.
inline constexpr std::int64_t rows_per_slot = 2048;
KOKKOS_INLINE_FUNCTION std::int64_t partial_slot(std::int64_t start, std::int64_t first) { return start / rows_per_slot + first / (2 * rows_per_slot); }
inline std::int64_t partial_slots(const GroupRows& rows) { return rows.longest > 2 * rows_per_slot ? rows.rows / rows_per_slot + 1 : 0; }

}  // namespace spica::detail
