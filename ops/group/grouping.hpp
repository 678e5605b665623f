// Rows put into groups of equal keys: what group_by and unique are made of. Nothing here depends on the values.
#pragma once

#include <spica/backends/group_rows.hpp>
#include <spica/ops/elementwise/assign.hpp>

namespace spica::detail {

/// Groups in ascending order of their keys; within a group, rows in ascending order.
class Grouping {
 public:
  Grouping(std::int64_t rows, Array<std::int64_t> offsets, Array<std::uint32_t> order)
      : rows_(rows), offsets_(std::move(offsets)), order_(std::move(order)) {}

  std::int64_t rows() const { return rows_; }
  std::int64_t groups() const { return offsets_.size() - 1; }
  Backend backend() const { return offsets_.backend(); }
  /// Shape (groups + 1,): where each group begins in the order, and the number of rows.
  const Array<std::int64_t>& offsets() const { return offsets_; }
  /// Row numbers, group after group; without elements where the rows are in that order already.
  const Array<std::uint32_t>& order() const { return order_; }
  bool in_order() const { return order_.size() == 0; }

  /// For kernels queued next.
  GroupRows for_kernel() const {
    if (offsets_.storage()) offsets_.storage()->mark_used();
    if (order_.storage()) order_.storage()->mark_used();
    return {in_order() ? nullptr : order_.data(), offsets_.data(), groups(), rows_, rows_};
  }

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
};

/// The groups of `keys`, shape (n,), any layout. How they are found is chosen from the keys, and does not show in the result:
///   sorted already       one reading finds where the runs begin; there is no order to store
///   a small range        (hosts: less than 65536 or a 64th of the rows) counting: every key value has a counter
///   otherwise            a stable radix sort by the bits in which keys differ
/// Waits twice on a device: for the range of the keys, and for the number of groups.
/// @throws ShapeError (not one axis; more than 2^32 rows). Defined in grouping.cpp for every dtype but complex.
template <RealElement K> Grouping make_grouping(const char* op, const Array<K>& keys);

}  // namespace spica::detail
