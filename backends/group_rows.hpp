// What kernels of every backend know of groups.
#pragma once

#include <spica/backends/order.hpp>

#include <vector>

namespace spica::detail {

/// One reading of the keys: enough to choose how they are put in order.
struct KeySummary {
  std::int64_t runs = 0;          ///< of equal keys that follow each other
  std::uint64_t low = 0, high = 0;  ///< OrderKeys
  bool sorted = true;
  std::vector<std::uint32_t> block_runs;  ///< hosts: how many of them begin in each block of rows
};

/// Group g holds places offsets[g] to offsets[g + 1] of an order of the rows. The order is a list of rows; or pieces of rows
/// that follow each other (hosts only); or, without either, the order in which the rows are.
struct GroupRows {
  const std::int64_t* offsets;       ///< groups + 1
  std::int64_t groups, rows;
  std::int64_t longest;              ///< no group has more rows
  const std::uint32_t* order = nullptr;
  const std::int64_t* piece_places = nullptr;  ///< pieces + 1: where in the order each piece begins
  const std::uint32_t* piece_rows = nullptr;   ///< the first row of each piece
  const std::int64_t* group_pieces = nullptr;  ///< groups + 1: the first piece of each group

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t first_row(std::int64_t group) const {
    if (piece_rows) return piece_rows[group_pieces[group]];
    return order ? static_cast<std::int64_t>(order[offsets[group]]) : offsets[group];
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t last_row(std::int64_t group) const {
    const std::int64_t place = offsets[group + 1] - 1;
    if (piece_rows) {
      const std::int64_t piece = group_pieces[group + 1] - 1;
      return piece_rows[piece] + (place - piece_places[piece]);
    }
    return order ? static_cast<std::int64_t>(order[place]) : place;
  }
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
