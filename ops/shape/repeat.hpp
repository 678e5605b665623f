// tile and repeat: the same elements several times.
#pragma once

#include <spica/ops/creation/creation.hpp>
#include <spica/ops/elementwise/cast.hpp>
#include <spica/ops/index/one_axis.hpp>
#include <spica/ops/shape/words.hpp>

namespace spica {

namespace detail {

/// Defined in repeat.cpp for every word.
template <Element W> Array<W> tile_words(const Array<W>& a, const Shape& reps);
template <Element W> Array<W> repeat_words(const Array<W>& a, std::int64_t times, int axis);
/// The axis' place of each element of the result. Waits for the counts. @throws ShapeError, ValueError.
Array<std::int64_t> repeated_places(const Array<std::int64_t>& counts, std::int64_t length);
template <Element W> Array<W> repeat_by_counts(const Array<W>& a, const Array<std::int64_t>& counts, int axis);

/// The array and the axis along which an op works that flattens where no axis is named.
template <Element T> Array<T> flat_unless(const OneAxis& axis, const Array<T>& a) {
  return axis.index ? a : reshape(a, {-1});
}

}  // namespace detail

/// `a` as a tile, laid `reps[d]` times along each axis.
///
/// @param a     any dtype, rank and layout; an expression is evaluated first.
/// @param reps  a list with a count for each axis, or one number for the last axis. The shorter of `reps` and the shape
///              of `a` is filled up with ones in front.
/// @return      a new array; each length is the product of length and count. One kernel.
/// @throws ValueError for a negative count; ShapeError for more than 8 axes or more elements than int64 counts.
/// Source: NumPy tile. Example: tests/shape/test_repeat.cpp, `example-begin tile`.
template <ArrayOrExpression A> Array<value_type_t<A>> tile(const A& a, const Shape& reps) {
  using T = value_type_t<A>;
  return detail::same_memory<T>(detail::tile_words(detail::as_words<T>(a), reps));
}
template <ArrayOrExpression A, std::integral I>
requires(!std::same_as<I, bool>) Array<value_type_t<A>> tile(const A& a, I reps) {
  return tile(a, Shape{static_cast<std::int64_t>(reps)});
}

/// Each element (each part along `axis`) `times` times, one after the other.
///
/// @param a      any dtype, rank and layout; an expression is evaluated first.
/// @param times  a number; or integers, one for each place of the axis (one for all is enough), as an array, an
///               expression or a list: repeat(a, {2, 0, 1}, 0).
/// @param axis   a number or `axis(i)`; `all_axes`, the default, repeats the elements in C order.
/// @return       a new array, its axis as long as all times together; rank 1 for all_axes.
/// @throws ValueError for a negative number; ShapeError for another number of counts, or a result that is longer than
/// int64
///         counts; AxisError; BackendMismatch.
/// @note  A number is one kernel. An array of counts is looked at, which waits, and costs 8 bytes for each place of the
///        result's axis.
/// Source: NumPy repeat. Example: tests/shape/test_repeat.cpp, `example-begin repeat`.
template <ArrayOrExpression A, std::integral I>
requires(!std::same_as<I, bool>) Array<value_type_t<A>> repeat(const A& a, I times, const OneAxis& axis = all_axes) {
  using T = value_type_t<A>;
  const Array<T> from = detail::flat_unless<T>(axis, a);
  const int along = axis.index ? detail::one_axis("repeat", axis, from.rank()) : 0;
  return detail::same_memory<T>(detail::repeat_words(detail::as_words(from), static_cast<std::int64_t>(times), along));
}
template <ArrayOrExpression A, ArrayOrExpression N>
Array<value_type_t<A>> repeat(const A& a, const N& times, const OneAxis& axis = all_axes) {
  using T = value_type_t<A>;
  static_assert(IntegerElement<value_type_t<N>>, "repeat: the counts must be integers: cast<std::int64_t>(…)");
  detail::check_same_backend("repeat", a.backend(), times.backend());
  const Array<T> from = detail::flat_unless<T>(axis, a);
  const int along = axis.index ? detail::one_axis("repeat", axis, from.rank()) : 0;
  return detail::same_memory<T>(
      detail::repeat_by_counts(detail::as_words(from), Array<std::int64_t>(cast<std::int64_t>(times)), along));
}
template <ArrayOrExpression A>
Array<value_type_t<A>> repeat(const A& a, std::initializer_list<std::int64_t> times, const OneAxis& axis = all_axes) {
  return repeat(a, array<std::int64_t>(times, a.backend()), axis);
}

}  // namespace spica
