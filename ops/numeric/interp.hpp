// interp: piecewise linear interpolation. Compiled once, in the library.
#pragma once

#include <spica/ops/elementwise/cast.hpp>

#include <optional>

namespace spica {

namespace detail {
/// Defined in interp.cpp. @throws ShapeError, ValueError.
Array<double> interpolate(const Array<double>& x, const Array<double>& xp, const Array<double>& fp,
                          std::optional<double> left, std::optional<double> right);
template <ArrayOrExpression A> Array<double> as_float64(const A& a) {
  static_assert(RealElement<value_type_t<A>>, "interp takes real numbers: interpolate real and imag of complex ones");
  return eval(cast<double>(a));
}
template <> inline Array<double> as_float64(const Array<double>& a) { return a; }
}  // namespace detail

/// The value at each `x` of the line through the points (xp, fp).
///
/// @param x      any shape; real; an expression is evaluated first.
/// @param xp     rank 1, ascending; not checked (another order gives values without meaning, as in NumPy).
/// @param fp     shape of `xp`.
/// @param left   the value below xp[0], fp[0] unless given; `right` that above the last, the last of fp unless given.
/// @return       float64, shape of `x`. NaN for NaN.
/// @throws ShapeError for xp and fp of other shapes; ValueError for no points; BackendMismatch.
/// @note  slope * (x - xp[i]) + fp[i] in float64, rounded as written; no `period`.
/// Source: NumPy interp.
/// Example: tests/numeric/test_numeric.cpp, `example-begin interp`.
template <ArrayOrExpression X, ArrayOrExpression P, ArrayOrExpression F>
Array<double> interp(const X& x, const P& xp, const F& fp, std::optional<double> left = std::nullopt,
                     std::optional<double> right = std::nullopt) {
  detail::check_same_backend("interp", x.backend(), xp.backend());
  detail::check_same_backend("interp", x.backend(), fp.backend());
  return detail::interpolate(detail::as_float64(x), detail::as_float64(xp), detail::as_float64(fp), left, right);
}

}  // namespace spica
