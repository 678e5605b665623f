// min, max and the places where they are.
#pragma once

#include <spica/ops/reduce/reduce.hpp>

namespace spica {

/// The smallest (largest) element of `a` along `axes`; NaN if there is one among them.
///
/// @param a     real dtype, any rank and layout, expressions included.
/// @return      shape of `a` without the axes (`keepdims`: with length 1), same dtype and backend.
/// @throws AxisError; ValueError where there are no elements to choose from.
/// Source: NumPy min, max.
template <ArrayOrExpression A> requires RealElement<value_type_t<A>>
Array<value_type_t<A>> min(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  return detail::run_reduction("min", a, axes, keep, detail::MinReducer<value_type_t<A>>{}, std::nullopt);
}
template <ArrayOrExpression A> requires RealElement<value_type_t<A>>
Array<value_type_t<A>> max(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  return detail::run_reduction("max", a, axes, keep, detail::MaxReducer<value_type_t<A>>{}, std::nullopt);
}

/// Peak to peak: the largest element less the smallest along `axes`; NaN if there is one among them. One kernel.
///
/// @param a     real dtype but bool, any rank and layout, expressions included.
/// @return      shape and dtype as `max`; the difference of integers wraps.
/// @throws AxisError; ValueError where there are no elements to choose from.
/// Source: NumPy ptp.
template <ArrayOrExpression A> requires(RealElement<value_type_t<A>> && !std::same_as<value_type_t<A>, bool>)
Array<value_type_t<A>> ptp(const A& a, const Axes& axes = all_axes, KeepDims keep = KeepDims::no) {
  return detail::run_reduction("ptp", a, axes, keep, detail::PtpReducer<value_type_t<A>>{}, std::nullopt);
}

namespace detail {
inline void check_one_axis(const char* op, const Axes& axes) {
  if (!axes.all && axes.list.rank() != 1)
    throw AxisError(std::string(op) + ": takes one axis or none, not " + std::to_string(axes.list.rank()));
}
}  // namespace detail

/// The place (along the axis, or in C order over all) of the first NaN, else of the first smallest (largest) element.
///
/// @param which  `axis(i)`, or all.
/// @return       int64; shape of `a` without the axis (`keepdims`: with length 1).
/// @throws AxisError; ValueError where there are no elements to choose from.
/// Source: NumPy argmin, argmax.
template <ArrayOrExpression A> requires RealElement<value_type_t<A>>
Array<std::int64_t> argmin(const A& a, const Axes& which = all_axes, KeepDims keep = KeepDims::no) {
  detail::check_one_axis("argmin", which);
  return detail::run_reduction("argmin", a, which, keep, detail::ArgReducer<value_type_t<A>, false>{}, std::nullopt);
}
template <ArrayOrExpression A> requires RealElement<value_type_t<A>>
Array<std::int64_t> argmax(const A& a, const Axes& which = all_axes, KeepDims keep = KeepDims::no) {
  detail::check_one_axis("argmax", which);
  return detail::run_reduction("argmax", a, which, keep, detail::ArgReducer<value_type_t<A>, true>{}, std::nullopt);
}

}  // namespace spica
