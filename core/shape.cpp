#include <spica/core/shape.hpp>

namespace spica {

Shape::Shape(std::span<const std::int64_t> extents) {
  for (std::int64_t extent : extents) push_back(extent);
}

void Shape::push_back(std::int64_t extent) {
  if (rank_ == max_rank) throw ShapeError("shape: more than 8 axes; Spica's arrays have rank 0 to 8");
  extents_[rank_++] = extent;
}

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (int d = 0; d < shape.rank(); ++d) text += (d ? ", " : "") + std::to_string(shape[d]);
  return text + (shape.rank() == 1 ? ",)" : ")");
}

namespace detail {

std::int64_t checked_size(const char* op, const Shape& shape) {
  // A zero anywhere makes the array empty, but NumPy still refuses extents whose product cannot be counted; so do we.
  std::int64_t size = 1;
  bool empty = false;
  for (std::int64_t extent : shape) {
    if (extent < 0) throw ShapeError(std::string(op) + ": negative extent in shape " + to_string(shape));
    if (extent == 0) empty = true;
    else if (__builtin_mul_overflow(size, extent, &size))
      throw ShapeError(std::string(op) + ": shape " + to_string(shape) + " has more elements than int64 can count");
  }
  return empty ? 0 : size;
}

Strides contiguous_strides(const Shape& shape) {
  Strides strides = shape;
  std::int64_t step = 1;
  for (int d = shape.rank() - 1; d >= 0; --d) {
    strides[d] = step;
    step *= shape[d] > 0 ? shape[d] : 1;
  }
  return strides;
}

bool is_contiguous(const Shape& shape, const Strides& strides) {
  std::int64_t step = 1;
  bool gap = false;
  for (int d = shape.rank() - 1; d >= 0; --d) {
    if (shape[d] == 0) return true;
    gap |= shape[d] != 1 && strides[d] != step;
    step *= shape[d];
  }
  return !gap;
}

Shape broadcast_shapes(const char* op, const Shape& a, const Shape& b) {
  Shape result = a.rank() >= b.rank() ? a : b;
  const int rank = result.rank();
  for (int d = 1; d <= rank; ++d) {
    const std::int64_t ea = d <= a.rank() ? a[a.rank() - d] : 1, eb = d <= b.rank() ? b[b.rank() - d] : 1;
    if (ea != eb && ea != 1 && eb != 1)
      throw ShapeError(std::string(op) + ": shapes " + to_string(a) + " and " + to_string(b) +
                       " do not broadcast at axis -" + std::to_string(d) + "; make the lengths equal or one of them 1");
    result[rank - d] = ea == 1 ? eb : ea;
  }
  return result;
}

Strides broadcast_strides(const char* op, const Shape& shape, const Strides& strides, const Shape& target) {
  Strides result = target;
  const int lead = target.rank() - shape.rank();
  bool fits = lead >= 0;
  for (int d = 0; fits && d < target.rank(); ++d) {
    if (d < lead) { result[d] = 0; continue; }
    const std::int64_t extent = shape[d - lead];
    if (extent == target[d]) result[d] = extent == 1 ? 0 : strides[d - lead];
    else if (extent == 1) result[d] = 0;
    else fits = false;
  }
  if (!fits)
    throw ShapeError(std::string(op) + ": shape " + to_string(shape) + " does not broadcast to " + to_string(target));
  return result;
}

int normalize_axis(const char* op, std::int64_t axis, int rank) {
  if (axis < -rank || axis >= rank)
    throw AxisError(std::string(op) + ": axis " + std::to_string(axis) + " is out of range for rank " +
                    std::to_string(rank) + (rank ? "; valid are " + std::to_string(-rank) + " to " + std::to_string(rank - 1)
                                                 : "; a rank-0 array has no axes"));
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

std::array<bool, max_rank> axis_flags(const char* op, const Axes& axes, int rank) {
  std::array<bool, max_rank> flags{};
  if (axes.all) {
    for (int d = 0; d < rank; ++d) flags[d] = true;
    return flags;
  }
  for (std::int64_t axis : axes.list) {
    bool& flag = flags[normalize_axis(op, axis, rank)];
    if (flag) throw AxisError(std::string(op) + ": axis " + std::to_string(axis) + " is given twice");
    flag = true;
  }
  return flags;
}

Shape reduced_shape(const Shape& shape, const std::array<bool, max_rank>& reduced, KeepDims keep) {
  Shape result;
  for (int d = 0; d < shape.rank(); ++d) {
    if (!reduced[d]) result.push_back(shape[d]);
    else if (keep == KeepDims::yes) result.push_back(1);
  }
  return result;
}

}  // namespace detail
}  // namespace spica
