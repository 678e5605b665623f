// trapezoid: an integral by the trapezoidal rule.
#pragma once

#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/index/one_axis.hpp>
#include <spica/ops/reduce/sum.hpp>

namespace spica {

namespace detail {
template <class T> struct Neighbours {
  Array<T> earlier, later;
  Neighbours(const Array<T>& a, int axis)
      : earlier(part_along(a, axis, 0, count(a, axis))),
        later(part_along(a, axis, a.shape()[axis] - count(a, axis), count(a, axis))) {}
  static std::int64_t count(const Array<T>& a, int axis) { return a.shape()[axis] > 0 ? a.shape()[axis] - 1 : 0; }
};
}  // namespace detail

/// sum(dx * (y[1:] + y[:-1]) / 2) along `axis`: one kernel.
///
/// @param y     rank >= 1, any dtype but bool; an expression is evaluated first.
/// @param dx    the distance of neighbouring points.
/// @param axis  a number or `axis(i)`.
/// @return      shape of `y` without the axis; float64 for integers, floating and complex types stay. Fewer than two
/// points give 0.
/// @throws AxisError. Source: NumPy trapezoid.
/// Example: tests/numeric/test_numeric.cpp, `example-begin trapezoid`.
template <ArrayOrExpression Y> auto trapezoid(const Y& y, double dx = 1, const OneAxis& axis = -1) {
  const int along = detail::one_axis("trapezoid", axis, y.rank());
  const detail::Neighbours<value_type_t<Y>> points(eval(y), along);
  return sum((points.later + points.earlier) * dx / 2.0, spica::axis(along));
}

/// The same between points at `x`: of shape (n,) for the axis, or of a shape that broadcasts with that of `y`; need not
/// ascend.
/// @throws ShapeError, AxisError, BackendMismatch.
template <ArrayOrExpression Y, ArrayOrExpression X> auto trapezoid(const Y& y, const X& x, const OneAxis& axis = -1) {
  const int along = detail::one_axis("trapezoid", axis, y.rank());
  const detail::Neighbours<value_type_t<Y>> points(eval(y), along);
  Array<value_type_t<X>> places = eval(x);
  if (x.rank() == 1) {
    Shape shape;
    for (int d = 0; d < y.rank(); ++d) shape.push_back(d == along ? x.size() : 1);
    places = reshape(places, shape);
  }
  if (places.rank() != y.rank() || places.shape()[along] != y.shape()[along])
    throw ShapeError("trapezoid: x of shape " + to_string(x.shape()) + " does not give the points of axis " +
                     std::to_string(along) + " of y of shape " + to_string(y.shape()));
  const detail::Neighbours<value_type_t<X>> ends(places, along);
  return sum((ends.later - ends.earlier) * (points.later + points.earlier) / 2.0, spica::axis(along));
}

}  // namespace spica
