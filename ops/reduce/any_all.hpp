// any, all and count_nonzero. NaN counts as true.
#pragma once

#include <spica/ops/reduce/reduce.hpp>

namespace spica {

/// Whether any element along `axes` is not zero; false for no elements. Any dtype, expressions included.
/// @throws AxisError. Source: NumPy any.
template <ArrayOrExpression A> Array<bool> any(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  return detail::run_reduction("any", a, axes, keep, detail::AnyReducer<value_type_t<A>>{}, false);
}

/// What `all(a, axes, keepdims)` calls: whether every element along `axes` is not zero; true for no elements.
/// (`all` is an object, since it is also the index that means a whole axis.)
/// @throws AxisError. Source: NumPy all.
template <ArrayOrExpression A> Array<bool> reduce_all(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  return detail::run_reduction("all", a, axes, keep, detail::AllReducer<value_type_t<A>>{}, true);
}

/// The number of elements along `axes` that are not zero, int64. @throws AxisError. Source: NumPy count_nonzero.
template <ArrayOrExpression A> Array<std::int64_t> count_nonzero(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  return detail::run_reduction("count_nonzero", a, axes, keep, detail::CountNonzeroReducer<value_type_t<A>>{}, std::int64_t(0));
}

}  // namespace spica
