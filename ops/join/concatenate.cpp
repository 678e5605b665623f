#include <spica/ops/join/concatenate.hpp>

namespace spica::detail {

Join concatenate_plan(std::span<const Shape> shapes, const OneAxis& axis) {
  if (shapes.empty())
    throw ValueError("concatenate: there are no arrays to join; the result would have neither shape nor rank");
  Join join{"concatenate", {}, 0, false, !axis.index.has_value()};
  const auto add = [&](std::int64_t length) {  // lengths of views that repeat elements may add up beyond int64
    if (__builtin_add_overflow(join.shape[join.axis], length, &join.shape[join.axis]))
      throw ShapeError("concatenate: the lengths of the arrays add up to more than int64 can count");
  };
  if (join.flattened) {
    join.shape = {0};
    for (const Shape& shape : shapes) add(size_of(shape));
    return join;
  }
  const Shape& first = shapes[0];
  if (first.rank() == 0) throw ShapeError("concatenate: arrays of rank 0 have no axis to join along; use stack");
  join.axis = one_axis("concatenate", axis, first.rank());
  join.shape = first;
  for (std::size_t i = 1; i < shapes.size(); ++i) {
    const Shape& shape = shapes[i];
    bool fits = shape.rank() == first.rank();
    for (int d = 0; fits && d < first.rank(); ++d) fits = d == join.axis || shape[d] == first[d];
    if (!fits)
      throw ShapeError("concatenate: shapes " + to_string(first) + " and " + to_string(shape) + " (array " +
                       std::to_string(i) + ") must agree in all axes but axis " + std::to_string(join.axis));
    add(shape[join.axis]);
  }
  return join;
}

Join stack_plan(std::span<const Shape> shapes, const OneAxis& axis) {
  if (shapes.empty())
    throw ValueError("stack: there are no arrays to join; the result would have neither shape nor rank");
  const Shape& first = shapes[0];
  for (std::size_t i = 1; i < shapes.size(); ++i)
    if (!(shapes[i] == first))
      throw ShapeError("stack: shapes " + to_string(first) + " and " + to_string(shapes[i]) + " (array " +
                       std::to_string(i) + ") differ; to join along an axis that is there use concatenate");
  if (first.rank() == max_rank)
    throw ShapeError("stack: arrays of shape " + to_string(first) + " have " + std::to_string(max_rank) +
                     " axes already, the most there are");
  Join join{"stack", {}, one_axis("stack", axis, first.rank() + 1), true, false};
  for (int d = 0; d <= first.rank(); ++d) {
    if (d == join.axis) join.shape.push_back(static_cast<std::int64_t>(shapes.size()));
    if (d < first.rank()) join.shape.push_back(first[d]);
  }
  return join;
}

Geometry next_part(const Join& join, const Shape& out, const Strides& strides, const Shape& part,
                   std::int64_t& position) {
  Geometry geometry{position * strides[join.axis], out, strides};
  if (!join.stacked) {
    geometry.shape[join.axis] = join.flattened ? size_of(part) : part[join.axis];
    position += geometry.shape[join.axis];
    return geometry;
  }
  geometry.shape = geometry.strides = {};
  for (int d = 0; d < out.rank(); ++d) {
    if (d == join.axis) continue;
    geometry.shape.push_back(out[d]);
    geometry.strides.push_back(strides[d]);
  }
  ++position;
  return geometry;
}

template <Element T> void copy_into(const char* op, const Array<T>& destination, const Array<T>& source) {
  assign_elements(op, destination, source);
}

template <Element T> Array<T> join_arrays(const Join& join, std::span<const Array<T>> arrays) {
  const Backend backend = arrays[0].backend();
  for (const Array<T>& a : arrays) check_same_backend(join.op, backend, a.backend());
  const auto out = Array<T>::uninitialized(join.op, join.shape, backend);
  std::int64_t position = 0;
  for (const Array<T>& a : arrays) join_part(join, out, a, position);
  return out;
}

#define SPICA_JOINS(T)                                                                             \
  template void copy_into<T>(const char* op, const Array<T>& destination, const Array<T>& source); \
  template Array<T> join_arrays<T>(const Join& join, std::span<const Array<T>> arrays);
SPICA_JOINS(bool)
SPICA_JOINS(std::int8_t)
SPICA_JOINS(std::int16_t)
SPICA_JOINS(std::int32_t)
SPICA_JOINS(std::int64_t)
SPICA_JOINS(std::uint8_t)
SPICA_JOINS(std::uint16_t)
SPICA_JOINS(std::uint32_t)
SPICA_JOINS(std::uint64_t)
SPICA_JOINS(float16)
SPICA_JOINS(bfloat16)
SPICA_JOINS(float)
SPICA_JOINS(double)
SPICA_JOINS(complex64)
SPICA_JOINS(complex128)
#undef SPICA_JOINS

}  // namespace spica::detail
