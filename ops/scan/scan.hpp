// Running totals along an axis. Everything behind the contracts is compiled once, in the library.
#pragma once

#include <spica/ops/elementwise/cast.hpp>
#include <spica/ops/reduce/sum.hpp>

#include <optional>

namespace spica {

namespace detail {

/// Along `axis`, or over the elements in C order. Defined in scan.cpp for every element type.
template <Element T> Array<sum_type_t<T>> cumsum_along(const Array<T>& a, std::optional<std::int64_t> axis);
template <Element T> Array<sum_type_t<T>> cumprod_along(const Array<T>& a, std::optional<std::int64_t> axis);
template <RealElement T> Array<T> cummax_along(const Array<T>& a, std::optional<std::int64_t> axis);
template <RealElement T> Array<T> cummin_along(const Array<T>& a, std::optional<std::int64_t> axis);

/// scan(elements of a). Floats of 16 bits are scanned as floats, and the results rounded.
template <class T, class Scan, class A> auto running(const Scan& scan, const A& a) {
  if constexpr (is_float16<T>) return eval(cast<T>(scan(eval(cast<float>(a)))));
  else return scan(eval(a));
}

}  // namespace detail

/// Running sums of `a` along `axis`: element i is the sum of elements 0 to i.
///
/// @param a     any rank, dtype and layout; an expression is evaluated first.
/// @param axis  in [-rank, rank); rank 0 counts as one axis of length 1.
/// @return      shape of `a`, same backend; bool and signed integers give int64, unsigned uint64 (wrapping), floating
/// and
///              complex types stay.
/// @throws AxisError if `axis` is out of range.
/// @note  NaN propagates. float32 accumulates in float64. The order of additions is fixed by the length of the axis
/// alone:
///        every backend and any number of threads give the same bits. It is not the order of a plain loop, so running
///        sums of positive numbers may step down by a rounding; docs/numerics.md gives the order and the error bound.
///        An axis other than the last costs a copy of the operand and one of the result.
/// Source: NumPy `cumsum` (semantics); Kogge and Stone 1973 (the scan in a group); docs/numerics.md.
/// Example: tests/scan/test_cumsum.cpp, `example-begin cumsum`.
template <ArrayOrExpression A> Array<sum_type_t<value_type_t<A>>> cumsum(const A& a, std::int64_t axis) {
  return detail::running<value_type_t<A>>([&](const auto& elements) { return detail::cumsum_along(elements, axis); }, a);
}
/// Running sums of the elements in C order. @return shape (size,), also for rank 0.
template <ArrayOrExpression A> Array<sum_type_t<value_type_t<A>>> cumsum(const A& a) {
  return detail::running<value_type_t<A>>([&](const auto& elements) { return detail::cumsum_along(elements, std::nullopt); }, a);
}

/// Running products; as `cumsum`.
template <ArrayOrExpression A> Array<sum_type_t<value_type_t<A>>> cumprod(const A& a, std::int64_t axis) {
  return detail::running<value_type_t<A>>([&](const auto& elements) { return detail::cumprod_along(elements, axis); }, a);
}
template <ArrayOrExpression A> Array<sum_type_t<value_type_t<A>>> cumprod(const A& a) {
  return detail::running<value_type_t<A>>([&](const auto& elements) { return detail::cumprod_along(elements, std::nullopt); }, a);
}

/// The largest (smallest) element so far along `axis`, or in C order; from the first NaN on, NaN.
///
/// @param a  real dtype; an expression is evaluated first.
/// @return   dtype and shape of `a` (without `axis`: shape (size,)), same backend.
/// @throws AxisError if `axis` is out of range.
/// Source: NumPy `maximum.accumulate`, `minimum.accumulate`.
template <ArrayOrExpression A>
requires RealElement<value_type_t<A>> Array<value_type_t<A>> cummax(const A& a, std::int64_t axis) {
  return detail::running<value_type_t<A>>([&](const auto& elements) { return detail::cummax_along(elements, axis); }, a);
}
template <ArrayOrExpression A>
requires RealElement<value_type_t<A>> Array<value_type_t<A>> cummax(const A& a) {
  return detail::running<value_type_t<A>>([&](const auto& elements) { return detail::cummax_along(elements, std::nullopt); }, a);
}
template <ArrayOrExpression A>
requires RealElement<value_type_t<A>> Array<value_type_t<A>> cummin(const A& a, std::int64_t axis) {
  return detail::running<value_type_t<A>>([&](const auto& elements) { return detail::cummin_along(elements, axis); }, a);
}
template <ArrayOrExpression A>
requires RealElement<value_type_t<A>> Array<value_type_t<A>> cummin(const A& a) {
  return detail::running<value_type_t<A>>([&](const auto& elements) { return detail::cummin_along(elements, std::nullopt); }, a);
}

}  // namespace spica
