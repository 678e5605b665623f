#include <spica/core/index.hpp>

#include <algorithm>
#include <limits>

namespace spica::detail {

Geometry index_geometry(const Shape& shape, const Strides& strides, std::span<const Index> entries) {
  int taken = 0, ellipses = 0;
  for (const Index& e : entries) {
    taken += e.what == Index::What::position || e.what == Index::What::slice;
    ellipses += e.what == Index::What::ellipsis;
  }
  if (ellipses > 1) throw IndexError("index: an index can have one ellipsis only");
  if (taken > shape.rank())
    throw IndexError("index: " + std::to_string(taken) + " indices for an array of shape " + to_string(shape) + " with " +
                     std::to_string(shape.rank()) + " axes");
  Geometry view;
  int axis = 0;
  const auto keep = [&] { view.shape.push_back(shape[axis]); view.strides.push_back(strides[axis]); ++axis; };
  for (const Index& e : entries) {
    switch (e.what) {
      case Index::What::newaxis:
        view.shape.push_back(1);
        view.strides.push_back(0);
        break;
      case Index::What::ellipsis:
        for (int n = shape.rank() - taken; n > 0; --n) keep();
        break;
      case Index::What::position: {
        const std::int64_t extent = shape[axis], position = *e.start;
        if (position < -extent || position >= extent)
          throw IndexError("index: position " + std::to_string(position) + " is out of bounds for axis " +
                           std::to_string(axis) + " of length " + std::to_string(extent));
        view.offset += (position < 0 ? position + extent : position) * strides[axis];
        ++axis;
        break;
      }
      case Index::What::slice: {
        const std::int64_t extent = shape[axis], step = e.step;
        if (step == 0) throw ValueError("index: the step of a slice cannot be 0");
        if (step == std::numeric_limits<std::int64_t>::min()) throw ValueError("index: the step of a slice is too small");
        // Python's rule: clamp to [0, extent] going up, to [-1, extent - 1] going down.
        const std::int64_t low = step > 0 ? 0 : -1, high = step > 0 ? extent : extent - 1;
        const auto clamp = [&](std::int64_t p) {
          if (p < 0) p += extent;
          return std::clamp(p, low, std::max(low, high));
        };
        const std::int64_t start = e.start ? clamp(*e.start) : (step > 0 ? low : std::max(low, high));
        const std::int64_t stop = e.stop ? clamp(*e.stop) : (step > 0 ? high : low);
        std::int64_t count = 0;
        if (step > 0 && start < stop) count = (stop - start - 1) / step + 1;
        if (step < 0 && start > stop) count = (start - stop - 1) / -step + 1;
        if (count > 0) view.offset += start * strides[axis];
        view.shape.push_back(count);
        view.strides.push_back(count > 1 ? strides[axis] * step : strides[axis]);
        ++axis;
        break;
      }
    }
  }
  while (axis < shape.rank()) keep();
  return view;
}

Geometry transpose_geometry(const Shape& shape, const Strides& strides, std::span<const std::int64_t> order) {
  const int rank = shape.rank();
  Geometry view;
  if (order.empty()) {
    for (int d = rank - 1; d >= 0; --d) { view.shape.push_back(shape[d]); view.strides.push_back(strides[d]); }
    return view;
  }
  if (static_cast<int>(order.size()) != rank)
    throw AxisError("transpose: " + std::to_string(order.size()) + " axes given for an array of rank " + std::to_string(rank));
  axis_flags("transpose", axes(order), rank);
  for (std::int64_t axis : order) {
    const int d = normalize_axis("transpose", axis, rank);
    view.shape.push_back(shape[d]);
    view.strides.push_back(strides[d]);
  }
  return view;
}

Shape reshape_shape(const Shape& shape, const Shape& wanted) {
  const std::int64_t size = size_of(shape);
  Shape result = wanted;
  int open = -1;
  for (int d = 0; d < wanted.rank(); ++d) {
    if (wanted[d] == -1 && open < 0) { open = d; result[d] = 1; }
    else if (wanted[d] < 0) throw ShapeError("reshape: shape " + to_string(wanted) + " has a negative extent; one may be -1");
  }
  const std::int64_t rest = checked_size("reshape", result);
  if (open >= 0 && rest != 0 && size % rest == 0) { result[open] = size / rest; return result; }
  if (open >= 0 || rest != size)
    throw ShapeError("reshape: an array of shape " + to_string(shape) + " (" + std::to_string(size) +
                     " elements) cannot become shape " + to_string(wanted));
  return result;
}

std::optional<Geometry> reshape_geometry(const Shape& shape, const Strides& strides, const Shape& wanted) {
  Geometry view;
  view.shape = reshape_shape(shape, wanted);
  view.strides = contiguous_strides(view.shape);
  if (size_of(shape) == 0) return view;
  // Walk both shapes, matching groups of axes of equal product; a group of old axes must be contiguous in itself.
  Shape old_shape;
  Strides old_strides;
  for (int d = 0; d < shape.rank(); ++d)
    if (shape[d] != 1) { old_shape.push_back(shape[d]); old_strides.push_back(strides[d]); }
  int o = 0, n = 0;
  while (o < old_shape.rank() && n < view.shape.rank()) {
    std::int64_t old_size = old_shape[o], new_size = view.shape[n];
    int o_end = o + 1, n_end = n + 1;
    while (old_size != new_size) {
      if (old_size < new_size) old_size *= old_shape[o_end++];
      else new_size *= view.shape[n_end++];
    }
    for (int d = o; d + 1 < o_end; ++d)
      if (old_strides[d] != old_strides[d + 1] * old_shape[d + 1]) return std::nullopt;
    std::int64_t step = old_strides[o_end - 1];
    for (int d = n_end - 1; d >= n; --d) { view.strides[d] = step; step *= view.shape[d]; }
    o = o_end;
    n = n_end;
  }
  return view;  // what is left over on either side has length 1
}

Geometry squeeze_geometry(const Shape& shape, const Strides& strides, const Axes& axes) {
  auto flags = axis_flags("squeeze", axes, shape.rank());
  Geometry view;
  for (int d = 0; d < shape.rank(); ++d) {
    if (axes.all) flags[d] = shape[d] == 1;
    if (flags[d] && shape[d] != 1)
      throw ShapeError("squeeze: axis " + std::to_string(d) + " of shape " + to_string(shape) + " has length " +
                       std::to_string(shape[d]) + "; only axes of length 1 can go");
    if (!flags[d]) { view.shape.push_back(shape[d]); view.strides.push_back(strides[d]); }
  }
  return view;
}

Geometry expand_dims_geometry(const Shape& shape, const Strides& strides, const Axes& axes) {
  const int rank = shape.rank() + axes.list.rank();
  if (rank > max_rank) throw ShapeError("expand_dims: the result would have more than 8 axes");
  const auto flags = axis_flags("expand_dims", axes, rank);
  Geometry view;
  for (int d = 0, from = 0; d < rank; ++d) {
    view.shape.push_back(flags[d] ? 1 : shape[from]);
    view.strides.push_back(flags[d] ? 0 : strides[from]);
    from += !flags[d];
  }
  return view;
}

Geometry moveaxis_geometry(const Shape& shape, const Strides& strides, std::span<const std::int64_t> source,
                           std::span<const std::int64_t> destination) {
  const int rank = shape.rank();
  if (source.size() != destination.size())
    throw AxisError("moveaxis: " + std::to_string(source.size()) + " source axes but " + std::to_string(destination.size()) +
                    " destinations");
  const auto moved = axis_flags("moveaxis", axes(source), rank);
  axis_flags("moveaxis", axes(destination), rank);
  std::array<std::int64_t, max_rank> order;
  order.fill(-1);
  for (std::size_t i = 0; i < source.size(); ++i)
    order[normalize_axis("moveaxis", destination[i], rank)] = normalize_axis("moveaxis", source[i], rank);
  for (int d = 0, from = 0; d < rank; ++d) {
    if (order[d] >= 0) continue;
    while (moved[from]) ++from;
    order[d] = from++;
  }
  return transpose_geometry(shape, strides, std::span(order.data(), static_cast<std::size_t>(rank)));
}

Geometry flip_geometry(const Shape& shape, const Strides& strides, const Axes& axes) {
  const auto flags = axis_flags("flip", axes, shape.rank());
  Geometry view{0, shape, strides};
  for (int d = 0; d < shape.rank(); ++d)
    if (flags[d] && shape[d] > 0) {
      view.offset += (shape[d] - 1) * strides[d];
      view.strides[d] = -strides[d];
    }
  return view;
}

}  // namespace spica::detail
