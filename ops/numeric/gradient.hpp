// gradient: derivatives by central differences.
#pragma once

#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/cast.hpp>
#include <spica/ops/elementwise/comparison.hpp>
#include <spica/ops/index/diff.hpp>
#include <spica/ops/reduce/any_all.hpp>
#include <spica/ops/reduce/sum.hpp>

namespace spica {

/// How `gradient` takes the derivative at the first and the last point: from two points, or from three (exact for a
/// parabola).
enum class EdgeOrder { first = 1, second = 2 };

namespace detail {

/// The points along one axis that the differences take: `count` of them from place `first` on.
template <class R> struct GradientPoints {
  Array<R> f;
  int axis;
  std::int64_t length() const { return f.shape()[axis]; }
  Array<R> operator()(std::int64_t first, std::int64_t count = 1) const { return part_along(f, axis, first, count); }
};

template <class R, class F> GradientPoints<R> gradient_points(const F& f, const OneAxis& axis, EdgeOrder edges) {
  GradientPoints<R> points{{}, one_axis("gradient", axis, f.rank())};
  if constexpr (std::same_as<value_type_t<F>, R>) points.f = eval(f);
  else points.f = eval(cast<R>(f));
  const std::int64_t least = static_cast<int>(edges) + 1;
  if (points.length() < least)
    throw ShapeError("gradient: axis " + std::to_string(points.axis) + " of shape " + to_string(f.shape()) +
                     " is too short: it needs at least " + std::to_string(least) + " points");
  return points;
}

/// Points at equal distances.
template <class R> Array<R> gradient_even(const GradientPoints<R>& f, double dx, EdgeOrder edges) {
  const Array<R> result = Array<R>::uninitialized("gradient", f.f.shape(), f.f.backend());
  const GradientPoints<R> out{result, f.axis};
  const std::int64_t n = f.length();
  if (n > 2) assign_elements("gradient", out(1, n - 2), (f(2, n - 2) - f(0, n - 2)) / (2.0 * dx));
  if (edges == EdgeOrder::first) {
    assign_elements("gradient", out(0), (f(1) - f(0)) / dx);
    assign_elements("gradient", out(n - 1), (f(n - 1) - f(n - 2)) / dx);
  } else {
    assign_elements("gradient", out(0), f(0) * (-1.5 / dx) + f(1) * (2.0 / dx) + f(2) * (-0.5 / dx));
    assign_elements("gradient", out(n - 1), f(n - 3) * (0.5 / dx) + f(n - 2) * (-2.0 / dx) + f(n - 1) * (1.5 / dx));
  }
  return result;
}

/// Points at the places whose differences are `steps`, of length 1 along every other axis.
template <class R, class X>
Array<R> gradient_uneven(const GradientPoints<R>& f, const GradientPoints<X>& steps, EdgeOrder edges) {
  const Array<R> result = Array<R>::uninitialized("gradient", f.f.shape(), f.f.backend());
  const GradientPoints<R> out{result, f.axis};
  const std::int64_t n = f.length();
  if (n > 2) {
    const auto before = steps(0, n - 2), after = steps(1, n - 2);
    assign_elements("gradient", out(1, n - 2),
                    cast<R>(-after / (before * (before + after)) * f(0, n - 2) +
                            (after - before) / (before * after) * f(1, n - 2) +
                            before / (after * (before + after)) * f(2, n - 2)));
  }
  const auto first = steps(0), last = steps(n - 2);
  if (edges == EdgeOrder::first) {
    assign_elements("gradient", out(0), cast<R>((f(1) - f(0)) / first));
    assign_elements("gradient", out(n - 1), cast<R>((f(n - 1) - f(n - 2)) / last));
  } else {
    const auto second = steps(1), last_but_one = steps(n - 3);
    assign_elements("gradient", out(0),
                    cast<R>(-(first * 2.0 + second) / (first * (first + second)) * f(0) +
                            (first + second) / (first * second) * f(1) - first / (second * (first + second)) * f(2)));
    assign_elements("gradient", out(n - 1),
                    cast<R>(last / (last_but_one * (last_but_one + last)) * f(n - 3) -
                            (last + last_but_one) / (last_but_one * last) * f(n - 2) +
                            (last * 2.0 + last_but_one) / (last * (last_but_one + last)) * f(n - 1)));
  }
  return result;
}

}  // namespace detail

/// The derivative of `f` along `axis`: (f[i + 1] - f[i - 1]) / (2 dx) inside, one-sided at both ends.
///
/// @param f      rank >= 1, any dtype but floats of 16 bits; an expression is evaluated first.
/// @param dx     the distance of neighbouring points.
/// @param axis   a number or `axis(i)`; one for each call (NumPy returns a list for all axes).
/// @param edges  see `EdgeOrder`.
/// @return       the shape of `f`; float64 for bool and integers, floating and complex types stay.
/// @throws ShapeError for fewer than two points along the axis, three with EdgeOrder::second; AxisError.
/// Source: NumPy gradient.
/// Example: tests/numeric/test_gradient.cpp, `example-begin gradient`.
template <ArrayOrExpression F>
Array<mean_type_t<value_type_t<F>>> gradient(const F& f, double dx = 1, const OneAxis& axis = -1,
                                             EdgeOrder edges = EdgeOrder::first) {
  detail::check_not_float16<value_type_t<F>>();
  return detail::gradient_even(detail::gradient_points<mean_type_t<value_type_t<F>>>(f, axis, edges), dx, edges);
}

/// The same between points at `x`, of shape (n,) where the axis has n points: a parabola through three neighbours.
///
/// @throws ShapeError for x of another shape; BackendMismatch.
/// @note  Waits: as in NumPy, places at exactly equal distances count as a distance.
template <ArrayOrExpression F, ArrayOrExpression X>
Array<mean_type_t<value_type_t<F>>> gradient(const F& f, const X& x, const OneAxis& axis = -1,
                                             EdgeOrder edges = EdgeOrder::first) {
  using P = mean_type_t<value_type_t<X>>;
  static_assert(RealElement<P>, "gradient: the places are real numbers");
  detail::check_not_float16<value_type_t<F>>();
  detail::check_not_float16<value_type_t<X>>();
  detail::check_same_backend("gradient", f.backend(), x.backend());
  const auto points = detail::gradient_points<mean_type_t<value_type_t<F>>>(f, axis, edges);
  if (x.rank() != 1 || x.size() != points.length())
    throw ShapeError("gradient: x of shape " + to_string(x.shape()) + " does not give the " + std::to_string(points.length()) +
                     " points of axis " + std::to_string(points.axis) + " of f of shape " + to_string(f.shape()));
  const Array<P> steps = diff(cast<P>(x));
  const Array<P> first = detail::part_along(steps, 0, 0, 1);
  if (all(steps == first).item()) return detail::gradient_even(points, convert<double>(first.item()), edges);
  Shape along;
  for (int d = 0; d < f.rank(); ++d) along.push_back(d == points.axis ? steps.size() : 1);
  return detail::gradient_uneven(points, detail::GradientPoints<P>{reshape(steps, along), points.axis}, edges);
}

}  // namespace spica
