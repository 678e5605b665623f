// median, quantile, percentile, and those that leave NaN out. Everything behind the contracts is compiled once, in the
// library.
#pragma once

#include <spica/ops/reduce/sum.hpp>

#include <initializer_list>
#include <vector>

namespace spica {

/// What a quantile is that falls between two elements: their linear interpolation, the lower or the higher one, the
/// nearer one (half way: the one at an even place), or their mean.
enum class QuantileMethod : std::uint8_t { linear, lower, higher, nearest, midpoint };

/// One probability, or a list: quantile(a, 0.5), quantile(a, {0.25, 0.75}). A list puts an axis in front of the result.
struct Probabilities {
  std::vector<double> values;
  bool list = true;

  Probabilities(double value) : values{value}, list(false) {}                 // NOLINT: implicit on purpose
  Probabilities(std::initializer_list<double> several) : values(several) {}   // NOLINT
  Probabilities(std::vector<double> several) : values(std::move(several)) {}  // NOLINT
};

namespace detail {

struct QuantileRule {
  const char* op;
  QuantileMethod method = QuantileMethod::linear;
  bool median = false;  ///< the mean of the two elements in the middle
  bool skip_nan = false;
};

/// Defined in quantile.cpp for bool, the integers, float and double. @throws AxisError, ValueError.
template <RealElement T>
Array<mean_type_t<T>> quantiles_along(const Array<T>& a, const Probabilities& q, const Axes& axes, KeepDims keep,
                                      const QuantileRule& rule);

template <ArrayOrExpression A>
auto run_quantiles(const A& a, const Probabilities& q, const Axes& axes, KeepDims keep, const QuantileRule& rule) {
  static_assert(RealElement<value_type_t<A>>,
                "quantiles need an order, which complex numbers do not have: take abs, real or imag of them");
  check_not_float16<value_type_t<A>>();
  return quantiles_along<value_type_t<A>>(a, q, axes, keep, rule);
}
inline Probabilities hundredths(Probabilities q) {
  for (double& value : q.values) value /= 100;
  return q;
}

}  // namespace detail

/// The element in the middle of the sorted elements along `axes`, or the mean of the two in the middle.
///
/// @param a     bool, integer or floating dtype, any layout; an expression is evaluated first.
/// @param axes  as in `sum`.
/// @return      shape of `a` without the axes (`keepdims`: with length 1), same backend; float64 for integers and bool,
/// floating
///              types stay. NaN where there is a NaN, or nothing at all.
/// @throws AxisError.
/// @note  Sorts (a copy of) the elements.
/// Source: NumPy median, nanmedian.
/// Example: tests/stats/test_quantile.cpp, `example-begin quantile`.
template <ArrayOrExpression A> auto median(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  return detail::run_quantiles(a, 0.5, axes, keep, {"median", QuantileMethod::linear, true, false});
}
/// The same of the elements that are not NaN; NaN where there are none.
template <ArrayOrExpression A> auto nanmedian(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  return detail::run_quantiles(a, 0.5, axes, keep, {"nanmedian", QuantileMethod::linear, true, true});
}

/// Quantiles along `axes`: of n sorted elements that at place q * (n - 1), counted from 0, which `method` finds between
/// two.
///
/// @param a       as for `median`.
/// @param q       in [0, 1]: a number, or a list in braces or a std::vector, which puts an axis in front of the result.
/// @param method  linear, lower, higher, nearest or midpoint.
/// @return        dtype as `median` (also for lower, higher and nearest, where NumPy keeps integers); place and
/// interpolation are
///                computed in float64 and rounded once.
/// @throws ValueError for a probability outside [0, 1] and where there is nothing to choose from; AxisError.
/// Source: NumPy quantile, nanquantile; Hyndman and Fan, Sample quantiles in statistical packages (1996), definition 7.
template <ArrayOrExpression A>
auto quantile(const A& a, const Probabilities& q, const Axes& axes = all_axes,
              QuantileMethod method = QuantileMethod::linear, KeepDims keep = KeepDims::no) {
  return detail::run_quantiles(a, q, axes, keep, {"quantile", method, false, false});
}
/// The same of the elements that are not NaN; NaN where there are none.
template <ArrayOrExpression A>
auto nanquantile(const A& a, const Probabilities& q, const Axes& axes = all_axes,
                 QuantileMethod method = QuantileMethod::linear, KeepDims keep = KeepDims::no) {
  return detail::run_quantiles(a, q, axes, keep, {"nanquantile", method, false, true});
}
/// `quantile` and `nanquantile` with q in hundredths, in [0, 100]. Source: NumPy percentile, nanpercentile.
template <ArrayOrExpression A>
auto percentile(const A& a, const Probabilities& q, const Axes& axes = all_axes,
                QuantileMethod method = QuantileMethod::linear, KeepDims keep = KeepDims::no) {
  return detail::run_quantiles(a, detail::hundredths(q), axes, keep, {"percentile", method, false, false});
}
template <ArrayOrExpression A>
auto nanpercentile(const A& a, const Probabilities& q, const Axes& axes = all_axes,
                   QuantileMethod method = QuantileMethod::linear, KeepDims keep = KeepDims::no) {
  return detail::run_quantiles(a, detail::hundredths(q), axes, keep, {"nanpercentile", method, false, true});
}

}  // namespace spica
