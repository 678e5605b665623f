// Rows put into groups of equal keys: what group_by and unique are made of. Nothing here depends on the values.
#pragma once

#include <spica/backends/group_rows.hpp>
#include <spica/ops/elementwise/assign.hpp>

namespace spica::detail {

/// Groups in ascending order of their keys; within a group, rows in ascending order.
class Grouping {
 public:
  /// Rows that are in the order of their groups already.
  Grouping(std::int64_t rows, Array<std::int64_t> offsets) : rows_(rows), offsets_(std::move(offsets)) {}
  /// Rows in an order given as a list of rows.
  Grouping(std::int64_t rows, Array<std::int64_t> offsets, Array<std::uint32_t> order)
      : rows_(rows), offsets_(std::move(offsets)), order_(std::move(order)) {}
  /// Rows in an order given as pieces of rows that follow each other: see GroupRows.
  Grouping(std::int64_t rows, Array<std::int64_t> offsets, Array<std::int64_t> piece_places, Array<std::uint32_t> piece_rows, Array<std::int64_t> group_pieces)
      : rows_(rows), offsets_(std::move(offsets)), piece_places_(std::move(piece_places)), piece_rows_(std::move(piece_rows)), group_pieces_(std::move(group_pieces)) {}

  std::int64_t rows() const { return rows_; }
  std::int64_t groups() const { return offsets_.size() - 1; }
  Backend backend() const { return offsets_.backend(); }

  /// For kernels queued next.
  GroupRows for_kernel() const;

  /// Shape (groups,), int64: rows in each group.
  Array<std::int64_t> counts() const;
  /// Shape (groups,), int64: the first and the last row of each group.
  Array<std::int64_t> first_rows() const;
  Array<std::int64_t> last_rows() const;
  /// Shape (rows,), int64: the group of each row.
  Array<std::int64_t> ranks() const;

 private:
  std::int64_t rows_;
  Array<std::int64_t> offsets_;
  Array<std::uint32_t> order_;
  Array<std::int64_t> piece_places_;
  Array<std::uint32_t> piece_rows_;
  Array<std::int64_t> group_pieces_;
};

/// The groups of `keys`, shape (n,), any layout. How they are found is chosen from the keys, and does not show in the result:
///   sorted already       one reading finds where the runs begin; there is no order to store
///   long runs            (hosts: 8 rows or more on average) the runs are grouped in place of the rows
///   a small range        (hosts: less than 65536 or a 64th of the rows) counting: every key value has a counter
///   otherwise            a stable radix sort by the bits in which keys differ
/// Waits twice on a device: for the range of the keys, and for the number of groups.
/// @throws ShapeError (not one axis; more than 2^32 rows). Defined in grouping.cpp for every dtype but complex.
template <RealElement K> Grouping make_grouping(const char* op, const Array<K>& keys);

}  // namespace spica::detail
