#include <spica/ops/shape/views.hpp>

#include <algorithm>
#include <utility>

namespace spica::detail {

namespace {

/// Two axes counted from the front. @throws AxisError also if they are the same.
std::pair<int, int> two_axes(const char* op, std::int64_t axis1, std::int64_t axis2, int rank) {
  const int first = normalize_axis(op, axis1, rank), second = normalize_axis(op, axis2, rank);
  if (first == second)
    throw AxisError(std::string(op) + ": axis " + std::to_string(axis1) + " and axis " + std::to_string(axis2) +
                    " are the same axis of an array of rank " + std::to_string(rank) +
                    "; two different ones are needed");
  return {first, second};
}

}  // namespace

Geometry swapaxes_geometry(const Shape& shape, const Strides& strides, std::int64_t axis1, std::int64_t axis2) {
  const int first = normalize_axis("swapaxes", axis1, shape.rank()),
            second = normalize_axis("swapaxes", axis2, shape.rank());
  Geometry view{0, shape, strides};
  std::swap(view.shape[first], view.shape[second]);
  std::swap(view.strides[first], view.strides[second]);
  return view;
}

Geometry rot90_geometry(const Shape& shape, const Strides& strides, std::int64_t k, const Shape& axes) {
  if (axes.rank() != 2)
    throw AxisError("rot90: an array is turned between two axes, but " + std::to_string(axes.rank()) + " are given");
  const auto [first, second] = two_axes("rot90", axes[0], axes[1], shape.rank());
  Geometry view{0, shape, strides};
  const auto reverse = [&view](int axis) {
    if (view.shape[axis] == 0) return;
    view.offset += (view.shape[axis] - 1) * view.strides[axis];
    view.strides[axis] = -view.strides[axis];
  };
  const std::int64_t turns = (k % 4 + 4) % 4;
  if (turns == 2) reverse(first);
  if (turns == 1 || turns == 2) reverse(second);
  if (turns == 1 || turns == 3) {
    std::swap(view.shape[first], view.shape[second]);
    std::swap(view.strides[first], view.strides[second]);
  }
  if (turns == 3) reverse(second);
  return view;
}

Geometry diagonal_geometry(const char* op, const Shape& shape, const Strides& strides, std::int64_t offset,
                           std::int64_t axis1, std::int64_t axis2) {
  const auto [first, second] = two_axes(op, axis1, axis2, shape.rank());
  Geometry view;
  for (int d = 0; d < shape.rank(); ++d) {
    if (d == first || d == second) continue;
    view.shape.push_back(shape[d]);
    view.strides.push_back(strides[d]);
  }
  // Row and column of the first element; an offset beyond the array, however large, leaves nothing.
  const std::int64_t rows = shape[first], columns = shape[second];
  std::int64_t length = 0;
  if (offset >= 0 && offset < columns) {
    length = std::min(rows, columns - offset);
    if (length > 0) view.offset = offset * strides[second];
  } else if (offset < 0 && offset > -rows) {
    length = std::min(rows + offset, columns);
    if (length > 0) view.offset = -offset * strides[first];
  }
  view.shape.push_back(length);
  view.strides.push_back(strides[first] + strides[second]);
  return view;
}

Geometry at_least_geometry(const Shape& shape, const Strides& strides, int rank) {
  Geometry view;
  const int missing = rank - shape.rank();
  const int behind = rank == 3 && missing > 0 && shape.rank() > 0 ? 1 : 0;
  for (int d = behind; d < missing; ++d) {
    view.shape.push_back(1);
    view.strides.push_back(0);
  }
  for (int d = 0; d < shape.rank(); ++d) {
    view.shape.push_back(shape[d]);
    view.strides.push_back(strides[d]);
  }
  if (behind) {
    view.shape.push_back(1);
    view.strides.push_back(0);
  }
  return view;
}

std::vector<std::int64_t> section_bounds(const char* op, std::int64_t length, std::int64_t sections, bool equal) {
  if (sections < 1)
    throw ValueError(std::string(op) + ": an array is split into at least one section, not " +
                     std::to_string(sections));
  const std::int64_t each = length / sections, longer = length % sections;
  if (equal && longer != 0)
    throw ShapeError(std::string(op) + ": an axis of length " + std::to_string(length) + " does not divide into " +
                     std::to_string(sections) + " equal sections; array_split makes the first ones longer");
  std::vector<std::int64_t> bounds{0};
  for (std::int64_t i = 0; i < sections; ++i) bounds.push_back(bounds.back() + each + (i < longer ? 1 : 0));
  return bounds;
}

Shape grid_shape(std::span<const std::int64_t> lengths, bool swap_first_two) {
  if (lengths.size() > static_cast<std::size_t>(max_rank))
    throw ShapeError("meshgrid: " + std::to_string(lengths.size()) +
                     " arrays would need as many axes; there are at most " + std::to_string(max_rank));
  Shape shape(lengths);
  if (swap_first_two && shape.rank() > 1) std::swap(shape[0], shape[1]);
  checked_size("meshgrid", shape);
  return shape;
}

Strides grid_strides(int rank, std::size_t i, bool swap_first_two, std::int64_t stride) {
  Strides strides;
  for (int d = 0; d < rank; ++d) strides.push_back(0);
  const int axis = static_cast<int>(i);
  strides[swap_first_two && rank > 1 && axis < 2 ? 1 - axis : axis] = stride;
  return strides;
}

}  // namespace spica::detail
