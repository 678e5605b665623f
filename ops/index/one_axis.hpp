// The axis of an op that takes exactly one, or none for the flattened array.
#pragma once

#include <spica/core/array.hpp>

#include <optional>

namespace spica {

/// One axis: a number or `axis(i)`; negative counts from the end. `all_axes` is none: the elements in C order.
struct OneAxis {
  std::optional<std::int64_t> index;

  template <std::integral I>
  requires(!std::same_as<I, bool>) constexpr OneAxis(I i)
      : index(static_cast<std::int64_t>(i)) {}  // NOLINT: implicit on purpose
  /// @throws AxisError for several axes.
  OneAxis(const Axes& axes) {  // NOLINT: implicit on purpose
    if (axes.all) return;
    if (axes.list.rank() != 1)
      throw AxisError("this operation takes one axis, not " + std::to_string(axes.list.rank()));
    index = axes.list[0];
  }
};

namespace detail {

/// The axis counted from the front. @throws AxisError if it is outside [-rank, rank) or none was named.
inline int one_axis(const char* op, const OneAxis& axis, int rank) {
  if (!axis.index)
    throw AxisError(std::string(op) +
                    ": needs one axis, but all_axes names none; say which, or flatten with reshape(a, {-1})");
  return normalize_axis(op, *axis.index, rank);
}

/// Elements [start, start + length) along one axis. A view.
template <class T> Array<T> part_along(const Array<T>& a, int axis, std::int64_t start, std::int64_t length) {
  Geometry geometry{start * a.strides()[axis], a.shape(), a.strides()};
  geometry.shape[axis] = length;
  return a.view(geometry);
}

}  // namespace detail
}  // namespace spica
