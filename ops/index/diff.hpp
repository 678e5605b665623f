// diff: what changes from element to element.
#pragma once

#include <spica/ops/elementwise/assign.hpp>
#include <spica/ops/index/one_axis.hpp>

namespace spica {

namespace detail {
/// Defined in diff.cpp for every element type.
template <Element T> Array<T> differences(const Array<T>& a, std::int64_t times, int axis);
}  // namespace detail

/// Each element along `axis` less the one before it, `n` times over.
///
/// @param a     rank >= 1; any dtype and layout, an expression is evaluated first.
/// @param n     how many times; 0 gives `a` itself.
/// @param axis  a number or `axis(i)`.
/// @return      shape of `a`, shorter by `n` along the axis but never below 0; same dtype and backend. Integers wrap,
///              unsigned ones too; bool tells whether neighbours differ.
/// @throws ValueError if `n` is negative; AxisError.
/// Source: NumPy diff.
/// Example: tests/index/test_diff.cpp, `example-begin diff`.
template <ArrayOrExpression A> Array<value_type_t<A>> diff(const A& a, std::int64_t n = 1, const OneAxis& axis = -1) {
  if (n < 0) throw ValueError("diff: the number of times cannot be negative, got " + std::to_string(n));
  return detail::differences<value_type_t<A>>(a, n, detail::one_axis("diff", axis, a.rank()));
}

}  // namespace spica
