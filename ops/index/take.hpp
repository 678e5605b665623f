// take, take_along_axis, put and put_along_axis: elements by arrays of positions.
#pragma once

#include <spica/ops/creation/creation.hpp>
#include <spica/ops/index/one_axis.hpp>
#include <spica/ops/index/places.hpp>

namespace spica {

namespace detail {

/// Waits for the indices and checks that all are in [-length, length). `axis` is for the message: -1 means the
/// flattened array. Defined in take.cpp for every integer type.
/// @throws IndexError naming the first bad index in C order, its place, the axis and its length.
template <IntegerElement I> void check_indices(const char* op, const Array<I>& indices, std::int64_t length, int axis);

/// The type in which kernels read indices of type I.
template <class I>
using place_t = std::conditional_t<(sizeof(I) < 4 || std::same_as<I, std::int32_t>), std::int32_t, std::int64_t>;

/// Checked indices as an array that kernels read.
template <ArrayOrExpression X>
Array<place_t<value_type_t<X>>> checked_places(const char* op, const X& x, std::int64_t length, int axis) {
  using I = value_type_t<X>;
  static_assert(
      IntegerElement<I>,
      "indices must be an array of integers: cast<std::int64_t>(…) a floating one, and select by a bool array "
      "with a mask");
  if constexpr (IntegerElement<I>) {
    const Array<I> indices = x;
    check_indices(op, indices, length, axis);
    if constexpr (std::same_as<I, place_t<I>>) {
      return indices;
    } else {
      const auto places = Array<place_t<I>>::uninitialized(op, indices.shape(), indices.backend());
      assign_elements(op, places, indices);
      return places;
    }
  }
}

Shape take_shape(const Shape& a, const Shape& indices, int axis);
Shape along_axis_shape(const char* op, const Shape& a, const Shape& indices, int axis);

/// `out`, contiguous: the elements of `a` at the indices, which replace the axis (take) or lie beside it (along). The
/// index type is int32 or int64 by its size. Defined in take.cpp.
void take_into(const char* op, Backend backend, const Operand& out, const Operand& a, const Operand& indices, int axis);
void take_along_axis_into(const char* op, Backend backend, const Operand& out, const Operand& a, const Operand& indices,
                          int axis);
/// For indices along an axis of an array of shape `a`, the positions in the flattened array, contiguous and of shape `shape`.
/// Defined in take.cpp for int32 and int64.
template <IntegerElement I>
Array<std::int64_t> flat_positions(const char* op, const Array<I>& indices, const Shape& a, int axis, const Shape& shape);
/// a.flat[indices[i]] = values[i mod their number]; indices and values contiguous.
void put_into(const char* op, Backend backend, const Operand& a, const Operand& indices, const Operand& values);

}  // namespace detail

/// The elements of `a` at `indices`: along one axis, or of the flattened array.
///
/// @param a        any dtype, rank and layout, expressions included (they are evaluated first).
/// @param indices  integers of any type, shape and layout, in [-n, n) for an axis of length n; negative ones count from
///                 the end.
/// @param axis     a number or `axis(i)` in [-rank, rank); `all_axes`, the default, takes from the elements in C order.
/// @return         a copy: shape of `a` with the shape of `indices` in place of the axis (the shape of `indices` for
///                 all_axes).
/// @throws IndexError naming the first index out of bounds, its place, the axis and the length; AxisError; ShapeError
///          for more than 8 axes; BackendMismatch. Indices of another kind of type do not compile.
/// @note  Checking the bounds is a reduction over the indices whose result this call waits for. No indices take
///        nothing, also from an empty axis. For all_axes a view that is not contiguous is copied first.
/// Source: NumPy take (mode='raise').
/// Example: tests/index/test_take.cpp, `example-begin take`.
template <ArrayOrExpression A, ArrayOrExpression X>
Array<value_type_t<A>> take(const A& a, const X& indices, const OneAxis& axis = all_axes) {
  detail::check_same_backend("take", a.backend(), indices.backend());
  Array<value_type_t<A>> from = a;
  int along = 0;
  if (axis.index) along = detail::one_axis("take", axis, from.rank());
  else from = reshape(from, {from.size()});
  const auto out = Array<value_type_t<A>>::uninitialized(
      "take", detail::take_shape(from.shape(), indices.shape(), along), a.backend());
  const auto places = detail::checked_places("take", indices, from.shape()[along], axis.index ? along : -1);
  detail::take_into("take", a.backend(), detail::operand(out), detail::operand(from), detail::operand(places), along);
  return out;
}
/// One position (the axis vanishes), or a list of them: take(a, 2, axis(0)), take(a, {0, -1}).
template <ArrayOrExpression A, std::integral I>
requires(!std::same_as<I, bool>) Array<value_type_t<A>> take(const A& a, I index, const OneAxis& axis = all_axes) {
  return take(a, detail::filled<std::int64_t>("take", {}, static_cast<std::int64_t>(index), a.backend()), axis);
}
template <ArrayOrExpression A>
Array<value_type_t<A>> take(const A& a, std::initializer_list<std::int64_t> indices, const OneAxis& axis = all_axes) {
  return take(a, array<std::int64_t>(indices, a.backend()), axis);
}

/// One element for each index: result[i, j, …] = a[indices[i, j, …], j, …] for axis 0, and so on. What argmin or
/// argsort along an axis found is fetched with it.
///
/// @param indices  integers; as many axes as `a`; the axes other than `axis` broadcast with those of `a`.
/// @param axis     a number or `axis(i)`.
/// @return         the broadcast shape, with the length of `indices` along the axis.
/// @throws IndexError as in take; AxisError; ShapeError for another rank or shapes that do not broadcast;
///          BackendMismatch.
/// @note  Waits for the check of the indices, as take does.
/// Source: NumPy take_along_axis.
template <ArrayOrExpression A, ArrayOrExpression X>
Array<value_type_t<A>> take_along_axis(const A& a, const X& indices, const OneAxis& axis) {
  detail::check_same_backend("take_along_axis", a.backend(), indices.backend());
  const int along = detail::one_axis("take_along_axis", axis, a.rank());
  const Shape shape = detail::along_axis_shape("take_along_axis", a.shape(), indices.shape(), along);
  const Array<value_type_t<A>> from = a;
  const auto out = Array<value_type_t<A>>::uninitialized("take_along_axis", shape, a.backend());
  const auto places = detail::checked_places("take_along_axis", indices, from.shape()[along], along);
  detail::take_along_axis_into("take_along_axis", a.backend(), detail::operand(out), detail::operand(from),
                               detail::operand(places), along);
  return out;
}

/// Writes `values` into the elements of `a` at `indices`, positions in the flattened array: a.flat[indices] = values.
///
/// @param a        the destination: any dtype and layout; a view writes through to its elements.
/// @param indices  integers of any type and shape in [-a.size(), a.size()).
/// @param values   an array or expression of a type that `a` can hold, or a number; taken in C order and repeated until
///                 every index has one. No values write nothing.
/// @throws IndexError as in take (nothing is written then); ValueError if `a` is a broadcast view or a number does not
///          fit; BackendMismatch. A type that would be narrowed does not compile: cast<T>(values).
/// @note  Where an index occurs several times the last one wins, on every backend and with any number of threads. On
///        CUDA an integer maximum of the source places, which no order of execution can change, decides before anything
///        is written; on hosts each thread writes a part of the destination in the order of the indices. `a` may share
///        elements with `indices` or `values`; they are read as they were.
/// @note  Waits for the check of the indices, as take does.
/// Source: NumPy put (mode='raise').
/// Example: tests/index/test_put.cpp, `example-begin put`.
template <Element T, ArrayOrExpression X, class V>
requires(ArrayOrExpression<V> || Scalar<V>) void put(const Array<T>& a, const X& indices, const V& values) {
  detail::check_same_backend("put", a.backend(), indices.backend());
  if constexpr (ArrayOrExpression<V>) {
    static_assert(detail::widens<T, value_type_t<V>>, "put: this would narrow the element type: use cast<T>(values)");
    detail::check_same_backend("put", a.backend(), values.backend());
  } else {
    static_assert(literal_kind<V> <= detail::kind_of(dtype_of<T>) || std::same_as<T, V>,
                  "put: this would narrow the number to the array's element type: cast it first");
  }
  detail::check_writable("put", detail::operand(a));
  auto places = detail::checked_places("put", indices, a.size(), -1);
  Array<T> source;
  if constexpr (Scalar<V>) source = detail::filled<T>("put", {}, detail::to_part<T>("put", values).value, a.backend());
  else source = Array<T>(values);
  // What `a` shares is read before it is written.
  if (!places.is_contiguous() || places.storage() == a.storage()) places = detail::contiguous_copy("put", places);
  if (!source.is_contiguous() || source.storage() == a.storage()) source = detail::contiguous_copy("put", source);
  detail::put_into("put", a.backend(), detail::operand(a), detail::operand(places), detail::operand(source));
}

/// Writes one element for each index: a[indices[i, j, …], j, …] = values[i, j, …] for axis 0, and so on.
///
/// @param a        the destination: any dtype and layout; a view writes through to its elements.
/// @param indices  integers; as many axes as `a`; the axes other than `axis` broadcast with those of `a`.
/// @param values   an array or expression of a type that `a` can hold, or a number; broadcast to the shape that
///                 take_along_axis would give.
/// @param axis     a number or `axis(i)`.
/// @throws IndexError as in take (nothing is written then); AxisError; ShapeError for another rank or shapes that do not
///          broadcast; ValueError if `a` is a broadcast view or a number does not fit; BackendMismatch. A type that would be
///          narrowed does not compile: cast<T>(values).
/// @note  Where an element is named several times the last one in C order wins, as in `put`. `a` may share elements with
///        `indices` or `values`; they are read as they were. Waits for the check of the indices.
/// Source: NumPy put_along_axis.
template <Element T, ArrayOrExpression X, class V>
requires(ArrayOrExpression<V> ||
         Scalar<V>) void put_along_axis(const Array<T>& a, const X& indices, const V& values, const OneAxis& axis) {
  const char* const op = "put_along_axis";
  detail::check_same_backend(op, a.backend(), indices.backend());
  const int along = detail::one_axis(op, axis, a.rank());
  const Shape shape = detail::along_axis_shape(op, a.shape(), indices.shape(), along);
  detail::check_writable(op, detail::operand(a));
  Array<T> source;
  if constexpr (ArrayOrExpression<V>) {
    static_assert(detail::widens<T, value_type_t<V>>,
                  "put_along_axis: this would narrow the element type: use cast<T>(values)");
    detail::check_same_backend(op, a.backend(), values.backend());
    detail::broadcast_strides(op, values.shape(), values.shape(), shape);
    source = Array<T>(values);
    source = source.view({0, shape, detail::broadcast_strides(op, source.shape(), source.strides(), shape)});
    // What `a` shares is read before it is written.
    if (!source.is_contiguous() || source.storage() == a.storage()) source = detail::contiguous_copy(op, source);
  } else {
    static_assert(literal_kind<V> <= detail::kind_of(dtype_of<T>) || std::same_as<T, V>,
                  "put_along_axis: this would narrow the number to the array's element type: cast it first");
    source = detail::filled<T>(op, {}, detail::to_part<T>(op, values).value, a.backend());
  }
  const auto places = detail::checked_places(op, indices, a.shape()[along], along);
  const auto positions = detail::flat_positions(op, places, a.shape(), along, shape);
  detail::put_into(op, a.backend(), detail::operand(a), detail::operand(positions), detail::operand(source));
}

}  // namespace spica
