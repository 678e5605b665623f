// sum, prod and mean.
#pragma once

#include <spica/ops/reduce/reduce.hpp>

#include <limits>

namespace spica {

template <class T> using sum_type_t = typename detail::SumTypes<T>::Result;
namespace detail {
/// Not numeric_limits<R>, which does not know floats of 16 bits.
template <class R> R nan_as() {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if constexpr (ComplexElement<R>) return R(static_cast<real_t<R>>(nan), static_cast<real_t<R>>(nan));  // as 0/0 is
  else return convert<R>(nan);
}
}  // namespace detail
template <class T> using mean_type_t = typename detail::MeanReducer<T>::Result;

/// Sum of the elements of `a` along `axes`.
///
/// @param a     any rank and dtype; any layout, expressions included (they are computed on the way, without a temporary).
/// @param axes  `axis(i)`, `axes({i, j})`, or all; each in [-rank, rank), negative counts from the end.
/// @param keep  `keepdims` leaves the axes with length 1.
/// @return      shape of `a` without the axes, same backend; bool and signed integers give int64, unsigned uint64 (wrapping),
///              floating and complex types stay.
/// @throws AxisError if an axis is out of range or given twice.
/// @note  No elements give 0. float32 accumulates in float64. The order of additions is fixed by the shape alone: every
///        backend and any number of threads give the same bits; docs/numerics.md gives the order and the error bound.
/// Source: NumPy `sum` (semantics); Higham, Accuracy and Stability of Numerical Algorithms, ch. 4 (error bound).
/// Example: tests/reduce/test_sum.cpp, `example-begin sum`.
template <ArrayOrExpression A>
Array<sum_type_t<value_type_t<A>>> sum(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  return detail::run_reduction("sum", a, axes, keep, detail::SumReducer<value_type_t<A>>{}, sum_type_t<value_type_t<A>>(0));
}

/// Product of the elements; as `sum`, but no elements give 1.
template <ArrayOrExpression A>
Array<sum_type_t<value_type_t<A>>> prod(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  return detail::run_reduction("prod", a, axes, keep, detail::ProdReducer<value_type_t<A>>{}, sum_type_t<value_type_t<A>>(1));
}

/// Arithmetic mean; as `sum`, but integers and bool give float64 and no elements give NaN.
template <ArrayOrExpression A>
Array<mean_type_t<value_type_t<A>>> mean(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  using R = mean_type_t<value_type_t<A>>;
  return detail::run_reduction("mean", a, axes, keep, detail::MeanReducer<value_type_t<A>>{},
                               detail::nan_as<R>());
}

}  // namespace spica
