// roll: elements move on along an axis, and those that fall off come back at the other end.
#pragma once

#include <spica/ops/shape/words.hpp>

namespace spica {

namespace detail {
/// Defined in roll.cpp for every word. @throws AxisError, ShapeError.
template <Element W> Array<W> roll_words(const Array<W>& a, const Shape& shifts, const Axes& axes);
}  // namespace detail

/// The elements of `a` moved by `shift` places; what leaves at one end enters at the other.
///
/// @param a      any dtype, rank and layout; an expression is evaluated first.
/// @param shift  a number, also a negative one or one beyond the length; or a list with one for each axis named,
///               `roll(a, {1, 2}, axes({0, 1}))`. A number holds for all axes named, one axis takes all numbers; an
///               axis named several times moves by the sum.
/// @param axes   a number, `axis(i)` or `axes({…})`; `all_axes`, the default, rolls the elements in C order.
/// @return       a new array of the shape of `a`; each element is written once, by two kernels for each axis that moves
///               (by 2^n for n axes).
/// @throws AxisError; ShapeError if there are several shifts and several axes, but not as many.
/// Source: NumPy roll. Example: tests/shape/test_roll.cpp, `example-begin roll`.
template <ArrayOrExpression A>
Array<value_type_t<A>> roll(const A& a, const Shape& shift, const Axes& axes = all_axes) {
  using T = value_type_t<A>;
  return detail::same_memory<T>(detail::roll_words(detail::as_words<T>(a), shift, axes));
}
template <ArrayOrExpression A, std::integral I>
requires(!std::same_as<I, bool>) Array<value_type_t<A>> roll(const A& a, I shift, const Axes& axes = all_axes) {
  return roll(a, Shape{static_cast<std::int64_t>(shift)}, axes);
}
template <ArrayOrExpression A, std::integral I, std::integral D>
requires(!std::same_as<I, bool> && !std::same_as<D, bool>) Array<value_type_t<A>> roll(const A& a, I shift, D axis) {
  return roll(a, Shape{static_cast<std::int64_t>(shift)}, Axes{static_cast<std::int64_t>(axis)});
}

}  // namespace spica
