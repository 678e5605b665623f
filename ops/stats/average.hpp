// average: a mean with weights.
#pragma once

#include <spica/ops/elementwise/arithmetic.hpp>
#include <spica/ops/elementwise/cast.hpp>
#include <spica/ops/reduce/sum.hpp>

namespace spica {

/// The mean of `a` along `axes`. Source: NumPy average.
template <ArrayOrExpression A>
Array<mean_type_t<value_type_t<A>>> average(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  return detail::run_reduction("average", a, axes, keep, detail::MeanReducer<value_type_t<A>>{},
                               detail::nan_as<mean_type_t<value_type_t<A>>>());
}

/// sum(a * weights) / sum(weights) along `axes`.
///
/// @param a        any dtype, expressions included.
/// @param weights  of the shape of `a`, or of shape (n,) for one axis of length n.
/// @return         shape of `a` without the axes (`keepdims`: with length 1); the promoted type, float64 for integers
/// and bool.
/// @throws ShapeError for weights of another shape; AxisError; BackendMismatch.
/// @note  Two reductions, none of which makes an array of the size of `a`. Weights whose sum is 0 give NaN or inf
/// (NumPy raises:
///        that would have to wait for the sum).
/// Source: NumPy average.
/// Example: tests/stats/test_average.cpp, `example-begin average`.
template <ArrayOrExpression A, ArrayOrExpression W>
Array<mean_type_t<promote_t<value_type_t<A>, value_type_t<W>>>> average(const A& a, const Axes& axes, const W& weights,
                                                                        KeepDims keep = KeepDims::no) {
  using R = mean_type_t<promote_t<value_type_t<A>, value_type_t<W>>>;
  detail::check_same_backend("average", a.backend(), weights.backend());
  const auto reduced = detail::axis_flags("average", axes, a.rank());
  const auto quotient = [&](const auto& numbers, const Axes& weight_axes) {
    return Array<R>(sum(cast<R>(a) * cast<R>(numbers), axes, keep) / sum(cast<R>(numbers), weight_axes, keep));
  };
  if (weights.shape() == a.shape()) return quotient(weights, axes);
  int axis = 0, count = 0;
  for (int d = 0; d < a.rank(); ++d)
    if (reduced[static_cast<std::size_t>(d)]) axis = d, ++count;
  if (weights.rank() != 1 || count != 1 || weights.size() != a.shape()[axis])
    throw ShapeError("average: weights of shape " + to_string(weights.shape()) + " beside " + to_string(a.shape()) +
                     " must have its shape, or one axis as long as the one axis that is reduced");
  Shape along;
  for (int d = 0; d < a.rank(); ++d) along.push_back(d == axis ? weights.size() : 1);
  const Array<value_type_t<W>> shown = reshape(eval(weights), along);
  return Array<R>(sum(cast<R>(a) * cast<R>(shown), axes, keep) / sum(cast<R>(eval(weights))));
}

}  // namespace spica
